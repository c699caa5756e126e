/**
 * Every text of the page, once: key -> [English, 简体中文].
 *
 * `{name}` is an argument, `{name:format}` one with a format of `format.js`, and `{n|one|many}`
 * chooses by
 * number. Families: `p.KEY` a parameter and `p.KEY.help` its help, `c.KEY.CHOICE` a choice in
 * words,
 * `m.CODE` what is so and `m.CODE.do` what to do, `h.CODE` headlines, `r.CODE` reasons,
 * `missing.CODE`
 * results that are not known, `f.NAME` facts, `u.UNIT` units, `s.ID` steps, `term.NAME` the
 * glossary.
 *
 * @type {Record<string, [string, string]>}
 */
export const TEXTS = {
  // the frame
  'name': ['Mamba Ratio', 'Mamba Ratio'],
  'what': [
    'Splits GPU memory between recurrent state and KV for SGLang hybrid models.',
    '为 SGLang 混合模型在状态池与 KV 池之间分配显存。',
  ],
  'privacy': ['Nothing you paste leaves this page.', '你粘贴的内容不会离开本页。'],
  'privacy.how': [
    'The browser is told to refuse every connection.',
    '页面策略禁止浏览器发起任何连接。',
  ],
  'language': ['Language', '语言'],
  'theme': ['Theme', '主题'],
  'theme.auto': ['Auto', '自动'],
  'theme.light': ['Light', '浅色'],
  'theme.dark': ['Dark', '深色'],
  'copy': ['Copy', '复制'],
  'copy.link': ['Copy link', '复制链接'],
  'copied': ['Copied', '已复制'],
  'copy.by.hand': ['Press {keys}', '请按 {keys}'],
  'update': ['A new version is ready: reload', '新版本已就绪：重新加载'],

  // input
  'input': ['Input', '输入'],
  'log': ['Boot log', '启动日志'],
  'log.label': ['SGLang boot log', 'SGLang 启动日志'],
  'jump.model': ['Model or config', '模型或 config'],
  'jump.numbers': ['Numbers', '数字'],
  'log.placeholder': [
    'Paste an SGLang boot log: all, or two lines\nMamba Cache is allocated. max_mamba_…\nKV ' +
      'Cache is allocated. … #tokens: …\n\nPrefixes, colours, wraps: all fine.',
    '粘贴 SGLang 启动日志：全部，或只要两行\nMamba Cache is allocated. max_mamba_…\nKV Cache ' +
      'is allocated. … #tokens: …\n\n前缀、颜色码、折行、多 rank 都可以。',
  ],
  'choose.file': ['Choose file', '选择文件'],
  'example': ['Examples', '示例'],
  'example.worked': ['Worked example, 8 GPUs', '计算示例，8 卡'],
  'example.capped': ['Capped at 9 requests', '被限制为 9 个请求'],
  'example.refused': ['Boot refused', '启动被拒绝'],
  'example.speculation': ['Speculation, out of memory', '投机解码，显存不足'],
  'example.dcp': ['Decode context parallel (DCP) 8', 'decode 上下文并行（DCP）8'],
  'example.cards': ['Two 24 GB cards', '两张 24 GB 显卡'],
  'clear': ['Clear', '清空'],
  'undo': ['Undo', '撤销'],
  'cancel': ['Cancel', '取消'],
  'drop.hint': ['or drop files, any size', '或拖入任意大小的文件'],
  'reading.progress': ['{done:size} of {total:size}', '已读 {done:size}，共 {total:size}'],
  'log.amount': [
    '{lines} {lines|line|lines}, {used} used, all in this tab',
    '{lines} 行，用到 {used} 行，全部在本页处理',
  ],
  'log.more': ['… {lines} more {lines|line|lines}, all read', '……另有 {lines} 行，均已读取'],
  'L.label': ['Tokens per request, L', '每请求 token 数 L'],
  'L.example': [
    'Only the example’s: type yours, input + output.',
    '仅为示例：请填写你的输入 + 输出平均总长。',
  ],
  'L.hint': [
    'Average input + output. 9k and 8192+1024 work.',
    '输入 + 输出的平均总长，可写 9k、8192+1024。',
  ],

  // what was read
  'facts': ['What was read', '读到的数据'],
  'facts.caption': ['Facts read from the log, with line numbers', '从日志读到的数据及行号'],
  'facts.example': ['from the example log', '来自示例日志'],
  'facts.count': ['{n} {n|fact|facts}', '{n} 项'],
  'facts.none': [
    'No log was read. The numbers below are typed or come with a link or config.',
    '尚未读取日志。下面的数字来自手填、链接或 config。',
  ],
  'facts.nothing': ['No fact was found in this log.', '这份日志里没有找到可用数据。'],
  'facts.line': ['line {line:plain}', '第 {line:plain} 行'],
  'facts.others': ['Other ranks, boots and drafts: {n}', '其他 rank、启动与草稿模型：{n} 项'],
  'facts.boot': ['Boot', '启动'],
  'facts.boot.option': [
    '{boot} of {all}, lines {first:plain} to {last:plain}',
    '第 {boot} 次，共 {all} 次，第 {first:plain} 至 {last:plain} 行',
  ],
  'facts.rank': ['Rank', 'Rank'],
  'facts.unread': [
    'Lines that look relevant but were not understood: {n}',
    '看似相关但未能读懂的行：{n}',
  ],
  'report': ['Copy a report', '复制报告'],
  'report.say': [
    'Nothing is sent. Paths, hosts, addresses and tokens are masked; look it through before you ' +
      'send it by hand.',
    '不会发送任何内容。路径、主机、地址和令牌已遮盖；手动发送前请通读一遍。',
  ],
  'report.text': ['The report', '报告内容'],
  'facts.role.other_rank': ['rank {rank}', 'rank {rank}'],
  'facts.role.other_boot': ['boot {boot}', '第 {boot} 次启动'],
  'facts.role.draft': ['draft model', '草稿模型'],
  'facts.role.window': ['sliding window', '滑动窗口'],
  'L_from_log': ['L from decode lines', 'decode 行中的 L'],
  'L_from_log.none': ['not in this log', '日志中没有'],

  // parameters
  'parameters': ['Parameters', '参数'],
  'parameters.reset': ['Reset to the log', '恢复为日志值'],
  'parameters.unbuilt': [
    'Kept in the link; does not change the answer.',
    '保留在链接中，不影响结果。',
  ],
  'group.pools': ['Pool sizes', '两池大小'],
  'group.bytes': ['Bytes and draft buffers', '字节数与草稿缓冲'],
  'group.sharding': ['Precision and sharding', '精度与并行'],
  'group.slots': ['Radix cache, overlap, page', 'radix 缓存、overlap、page'],
  'group.speculation': ['Speculative decoding', '投机解码'],
  'group.parallelism': ['Parallelism and role', '并行与角色'],
  'group.target': ['Limits and comparisons', '上限与对比'],
  'group.engine': ['Engine generation and limits', '引擎版本与限制'],
  'group.memory': ['GPU memory without a log', '无日志时的显存'],
  'group.model': ['Model or config.json', '模型或 config.json'],
  'config.label': ['config.json of the model', '模型的 config.json'],
  'config.placeholder': ['{ "model_type": …', '{ "model_type": …'],
  'config.file': ['Choose config.json', '选择 config.json'],
  'choice.unset': ['not set', '未设置'],

  // origins
  'origin.hand': ['by hand', '手填'],
  'origin.log': ['log', '日志'],
  'origin.log.lines': ['log line {lines}', '日志第 {lines} 行'],
  'origin.link': ['link', '链接'],
  'origin.model': ['model', '模型'],
  'origin.example': ['example', '示例'],
  'origin.default': ['default', '默认'],
  'origin.computed': ['computed', '计算'],
  'origin.none': ['not set', '未设置'],
  'origin.unused': ['not used', '未使用'],
  'origin.unbuilt': ['not used yet', '暂未使用'],

  // answer
  'answer': ['Answer', '结果'],
  'kicker.example': [
    'Worked example: two real log lines from an eight-GPU server. Paste yours and every number ' +
      'here becomes yours.',
    '示例：一台 8 卡服务器的两行真实日志。粘贴你的日志，这里的所有数字都会换成你的。',
  ],
  'kicker.log': ['From your log', '来自你的日志'],
  'kicker.log.boot': [
    'From your log, boot {boot} of {all}',
    '来自你的日志，第 {boot} 次启动（共 {all} 次）',
  ],
  'kicker.log.rank': [
    'From your log, boot {boot} of {all}, rank {rank}',
    '来自你的日志，第 {boot} 次启动（共 {all} 次），rank {rank}',
  ],
  'kicker.link': ['From the link', '来自链接'],
  'kicker.hand': ['From the numbers given by hand', '来自手填数字'],
  'kicker.none': ['No answer yet', '暂无结果'],
  'stale': ['Stale', '已过期'],
  'stale.settings': ['the settings', '设置'],
  'live.stale': ['Stale: correct {field}', '已过期：请改正 {field}'],
  'stale.which': [
    'These are the last good numbers, for L = {L}. Correct {field} to refresh them.',
    '以下是上一次的有效结果（L = {L}）。改正 {field} 后自动更新。',
  ],
  'notes.count': ['{n} {n|note|notes}', '{n} 条提示'],
  'notes.warnings': ['{n} {n|warning|warnings}', '{n} 条警告'],
  'notes.errors': ['{n} {n|error|errors}', '{n} 个错误'],
  'list.separator': [', ', '，'],
  'flag.none': ['No flag: {missing}', '暂无可用参数：{missing}'],
  'gives': ['Gives <b>{n} {n|request|requests}</b> in flight', '预计可达 <b>{n}</b> 个并发请求'],
  'gives.estimated': [
    'Gives about <b>{n} {n|request|requests}</b> in flight: {low} to {high}, as the weights are a guess',
    '预计约 <b>{n}</b> 个并发请求：权重为估计值，故为 {low} 至 {high} 个',
  ],
  'gives.with': ['– only with {settings}', '（须同时设置 {settings}）'],
  'gives.unknown': ['Requests in flight: not known', '并发请求数：未知'],
  'gives.state': ['state admits', '状态池可容纳'],
  'gives.kv': ['KV holds', 'KV 池可容纳'],
  'binds.state': ['the state pool fills first', '状态池先满'],
  'binds.kv': ['the KV pool fills first', 'KV 池先满'],
  'binds.balanced': ['balanced', '平衡'],
  'gives.tokens': ['KV pool of {n} tokens', 'KV 池共 {n} 个 token'],
  'unknown': ['not known', '未知'],
  'binding.state': ['state', '状态池'],
  'binding.kv': ['KV', 'KV 池'],
  'binding.balanced': ['balanced', '平衡'],
  'binding.refused': ['refused', '启动被拒'],
  'row.pin': ['or pin the slots', '或直接固定槽位数'],
  'row.pin.refused': ['slots would not fit', '个槽位放不下'],
  'row.pin.why': ['slots, spare included; overrides the ratio', '个槽位（含备用）；会覆盖比例'],
  'row.flag': ['or by the ratio', '或使用比例'],
  'row.best': ['or the exact best', '或精确最优'],
  'row.best.why': ['admits {n}', '可容纳 {n} 个'],
  'row.repair': ['or the smallest repair', '或最小修复'],
  'token_equiv.sub': ['KV tokens one slot costs', '每槽位折合 KV token 数'],
  'token_equiv.allocated': [
    '{value:tokens2} counting the padding row',
    '计入填充行时为 {value:tokens2}',
  ],
  'token_equiv.printed': ['{value:tokens2} by the printed N', '按日志显示的 N 为 {value:tokens2}'],
  'S.sub': ['slots a request holds', '每请求槽位数'],
  'S.sub.log': [
    'slots a request holds, stated in line {line:plain}',
    '每请求槽位数，见日志第 {line:plain} 行',
  ],
  'D.sub': ['draft states of a request', '每请求草稿状态数'],
  'D.sub.unnamed': ['draft states: the log names no algorithm', '草稿状态：日志未写明算法'],
  'D.sub.none': ['draft states: no speculation', '草稿状态：未用投机解码'],
  'ratio.label': ['optimal ratio', '最优比例'],
  'ratio.range': [', from two printed decimals', '，源于日志只保留两位小数'],
  'ratio.exact': ['exact: its bytes are not rounded', '精确值：字节数未经舍入'],

  // before and after
  'compare': ['Before and after', '调整前后对比'],
  'compare.state': ['state pool admits', '状态池可容纳'],
  'compare.kv': ['KV pool holds', 'KV 池可容纳'],
  'compare.idle': ['pale: idle', '浅色：闲置'],
  'compare.setting': ['Setting', '设置'],
  'compare.bars': [
    'Requests of {L} tokens each pool can take',
    '两池各能容纳的请求数（每请求 {L} token）',
  ],
  'compare.bars.unknown': ['Requests each pool can take', '两池各能容纳的请求数'],
  'compare.requests': ['In flight', '并发'],
  'compare.binds': ['Binds', '先满'],
  'compare.tokens': ['KV tokens', 'KV token'],
  'compare.keep': ['Add what is typed to the comparison', '将所填设置加入对比'],
  'compare.pick': ['the flag', '即参数值'],
  'compare.present': ['Present', '当前'],
  'compare.changed': ['With these settings', '按现在的设置'],
  'compare.changed.sub': ['same flags', '参数不变'],
  'compare.default': ['Default', '默认'],
  'compare.ratio': ['r*', 'r*'],
  'compare.best': ['Exact best', '精确最优'],
  'compare.pin': ['Pin', '固定槽位'],
  'compare.bar.label': [
    'state pool admits {clamp}, KV pool holds {cap}',
    '状态池可容纳 {clamp}，KV 池可容纳 {cap}',
  ],
  'now': ['Present setting by the log', '日志所示的当前设置'],
  'now.slots': ['slots', '槽位'],
  'now.tokens': ['KV tokens', 'KV token'],
  'now.requests': ['requests per DP rank', '每 DP rank 请求数'],
  'now.clamp': ['state admits', '状态池可容纳'],
  'now.kv_cap': ['KV holds', 'KV 池可容纳'],
  'now.binding': ['binds', '先满'],
  'now.best_ratio': ['exact best ratio', '精确最优比例'],
  'now.best_requests': ['its requests', '对应并发数'],
  'now.generation': ['SGLang’s sizing rules', 'SGLang 显存分配规则'],

  // derivation and notes
  'steps': ['How this is computed', '计算过程'],
  'steps.revision': ['formula revision {revision}', '公式修订 {revision}'],
  'steps.none': ['Nothing is computed until both sizes are known.', '两项大小都已知后才开始计算。'],
  'messages': ['Before you restart', '重启之前'],
  'messages.none': ['Nothing to add.', '没有补充。'],
  'level.error': ['Error', '错误'],
  'level.warning': ['Warning', '警告'],
  'level.note': ['Note', '提示'],

  // the foot
  'privacy.title': ['How privacy is enforced', '隐私如何得到保证'],
  'privacy.policy': [
    'A policy inside this page tells the browser to refuse every connection: no fetch, no ' +
      'upload, no image, frame, form or script from elsewhere. Logs are read by a worker in this ' +
      'tab. The link keeps numbers after the # sign, which browsers never send; it holds no log ' +
      'text, paths or host names.',
    '本页内置策略，要求浏览器拒绝一切连接：不能 fetch、上传，也不能加载外部图片、框架、表单或脚' +
      '本。日志由本标签页内的 worker 读取。链接只在 # 之后保存数字，浏览器不会发送这一部分；其中' +
      '没有日志原文、路径或主机名。',
  ],
  'privacy.check': [
    'To check it: open the developer tools, watch the network panel, and paste a log; or ' +
      'disconnect first. The saved file works without any network.',
    '想自行验证：打开开发者工具的网络面板再粘贴日志；或先断网。保存下来的文件无需网络即可使用。',
  ],
  'version': ['{release} ({commit})', '{release}（{commit}）'],
  'offline': [
    'Works offline: save this page and open it anywhere',
    '可离线使用：保存本页，随处打开',
  ],

  // units
  'u.tokens': ['tokens', 'tokens'],
  'u.slots': ['slots', '槽位'],
  'u.GiB': ['GiB', 'GiB'],
  'u.bytes': ['bytes', '字节'],
  'u.GPUs': ['GPUs', '卡'],
  'u.layers': ['layers', '层'],
  'u.states': ['states', '状态'],
  'u.stages': ['stages', '级'],
  'u.ranks': ['ranks', 'ranks'],
  'u.requests': ['requests', '请求'],
  'u.conversations': ['conversations', '会话'],
  'u.numbers': ['numbers', '个数'],
  'u.share': ['share', '占比'],

  // parameters
  'p.v': ['Link format', '链接格式'],
  'p.L': ['Tokens per request, L', '每请求 token 数 L'],
  'p.N': ['State slots, N', '状态槽位数 N'],
  'p.N.help': [
    'max_mamba_cache_size as the boot log prints it: whole slots of recurrent state on one GPU.',
    '启动日志显示的 max_mamba_cache_size：单卡上完整的循环状态槽位数。',
  ],
  'p.conv': ['Conv state', 'Conv 状态'],
  'p.conv.help': [
    'conv_state size of the “Mamba Cache is allocated” line. The log writes GB and means GiB.',
    '“Mamba Cache is allocated” 一行中的 conv_state size。日志写作 GB，实为 GiB。',
  ],
  'p.ssm': ['SSM state', 'SSM 状态'],
  'p.ssm.help': [
    'ssm_state size of the same line, in GiB.',
    '同一行中的 ssm_state size，单位 GiB。',
  ],
  'p.tokens': ['KV tokens', 'KV token 数'],
  'p.tokens.help': [
    '#tokens of the first “KV Cache is allocated” line: what the KV pool of one GPU holds.',
    '首个 “KV Cache is allocated” 行中的 #tokens：单卡 KV 池可容纳的 token 数。',
  ],
  'p.kv': ['KV pool', 'KV 池'],
  'p.kv.help': [
    'KV size of that line, or K size + V size, in GiB. Do not add a draft model’s pool.',
    '该行的 KV size，或 K size + V size，单位 GiB。不要加上草稿模型的池。',
  ],
  'p.kv_parts': ['KV sizes printed', 'KV 大小的显示格式'],
  'p.kv_parts.help': [
    '2 where the log prints K size and V size apart: each is rounded, so the range is wider.',
    '日志分开印 K size 与 V size 时填 2：两者各自取整，误差范围更宽。',
  ],
  'p.spec_ssm': ['Draft SSM buffer', '草稿 SSM 缓冲'],
  'p.spec_ssm.help': [
    'intermediate_ssm_state_cache size, printed under speculative decoding, in GiB.',
    '投机解码时日志显示的 intermediate_ssm_state_cache size，单位 GiB。',
  ],
  'p.spec_conv': ['Draft conv buffer', '草稿 conv 缓冲'],
  'p.spec_conv.help': [
    'intermediate_conv_window_cache size, printed under speculative decoding, in GiB.',
    '投机解码时日志显示的 intermediate_conv_window_cache size，单位 GiB。',
  ],
  'p.state_bytes': ['Bytes of a slot', '每槽字节数'],
  'p.state_bytes.help': [
    'One state slot on one GPU, conv and SSM part. Wins over the sizes of the log. KB and MB ' +
      'are decimal, KiB and MiB binary.',
    '单卡上一个状态槽位的字节数，含 conv 与 SSM。优先于日志中的大小。KB、MB 为十进制，KiB、MiB ' +
      '为二进制。',
  ],
  'p.kv_bytes': ['Bytes of a token', '每 token 字节数'],
  'p.kv_bytes.help': [
    'One token in the KV pool of one GPU. Wins over the sizes of the log.',
    '单卡 KV 池中一个 token 的字节数。优先于日志中的大小。',
  ],
  'p.model': ['Model', '模型'],
  'p.model.help': ['A model whose geometry is known.', '已知结构的模型。'],
  'p.tp': ['Tensor parallel size', '张量并行大小'],
  'p.tp.help': ['Ranks that share each layer.', '共同分担每一层的 rank 数。'],
  'p.ssm_dtype': ['SSM state dtype', 'SSM 状态精度'],
  'p.ssm_dtype.help': [
    'Only the SSM part of a slot follows it. bfloat16 halves that part and changes outputs.',
    '只影响槽位中的 SSM 部分。bfloat16 使其减半，但会改变输出。',
  ],
  'p.kv_dtype': ['KV cache dtype', 'KV 缓存精度'],
  'p.kv_dtype.help': [
    'fp8 halves the KV bytes of plain attention and changes outputs.',
    'fp8 使普通注意力的 KV 字节数减半，但会改变输出。',
  ],
  'p.draft_layers': ['Draft attention layers', '草稿注意力层数'],
  'p.draft_layers.help': [
    'Attention layers of the draft model that keep KV of their own.',
    '草稿模型中自带 KV 的注意力层数。',
  ],
  'p.rows': ['Rows counted', '计入的行数'],
  'p.rows.help': [
    'The engine allocates one row more than it prints, for padded tokens. The published recipe ' +
      'divides by the printed N; N + 1 is what was allocated.',
    '引擎比日志显示的多分配一行，供填充 token 写入。公开公式按显示的 N 计算；N + 1 才是实际分配。',
  ],
  'p.radix': ['Radix cache', 'radix 缓存'],
  'p.radix.help': [
    'Prefix reuse. Off, a request holds a single slot.',
    '前缀复用。关闭后每请求只占一个槽位。',
  ],
  'p.strategy': ['Strategy', '策略'],
  'p.strategy.help': [
    'How many slots a request holds beside its own to track states for prefix reuse: 2 for ' +
      'extra_buffer, 1 for extra_buffer_lazy, none for no_buffer.',
    '为前缀复用跟踪状态而额外占用的槽位：extra_buffer 为 2，extra_buffer_lazy 为 1，no_buffer ' +
      '为 0。',
  ],
  'p.overlap': ['Overlap schedule', 'overlap 调度'],
  'p.overlap.help': [
    'Off with --disable-overlap-schedule; pipeline stages turn it off too.',
    '使用 --disable-overlap-schedule 时关闭；流水线并行也会关闭它。',
  ],
  'p.skip_lock': ['Skip decode lock', '跳过 decode 锁'],
  'p.skip_lock.help': [
    'The environment variable SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK: one slot less a request.',
    '环境变量 SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK：每请求少占一个槽位。',
  ],
  'p.pp': ['Pipeline stages', '流水线级数'],
  'p.pp.help': ['Above 1 the overlap schedule is off.', '大于 1 时 overlap 调度关闭。'],
  'p.page': ['Page size', 'page 大小'],
  'p.page.help': ['Tokens in a page of the KV pool.', 'KV 池每页的 token 数。'],
  'p.S': ['Slots per request, S', '每请求槽位数 S'],
  'p.S.help': [
    'Follows from the settings; a log line that states it wins. Clear the field to compute it ' +
      'again.',
    '由设置推出；日志若写明则以日志为准。清空即可重新计算。',
  ],
  'p.spec': ['Algorithm', '算法'],
  'p.spec.help': [
    'The speculative algorithm decides how many draft states a request carries.',
    '投机算法决定每请求携带多少草稿状态。',
  ],
  'p.D': ['Draft states, D', '草稿状态数 D'],
  'p.D.help': [
    'Draft states one request carries. Counts only with an algorithm; left empty it follows ' +
      'from it.',
    '每请求携带的草稿状态数。仅在选择算法后计入；留空则由算法决定。',
  ],
  'p.replay': ['ReplaySSM', 'ReplaySSM'],
  'p.replay.help': [
    'Verification replays from a fixed ring, so D is 0. GDN and KDA models.',
    '验证从固定环形缓冲重放，因此 D 为 0。适用于 GDN 与 KDA 模型。',
  ],
  'p.accounting': ['Draft states counted', '草稿状态计入方式'],
  'p.accounting.help': [
    'Per request is the published formula, S + D slots each. Separate buffer is what the ' +
      'engine does now: D states of every request outside the pool.',
    '“按请求”为公开公式，每请求 S + D 个槽位；“独立缓冲”为引擎当前做法，D 个状态放在池外缓冲。',
  ],
  'p.dcp': ['DCP size', 'DCP 大小'],
  'p.dcp.help': [
    'Decode context parallelism shards the KV of a request over this many ranks.',
    'decode 上下文并行：一个请求的 KV 分摊到这么多个 rank。',
  ],
  'p.draft_kv': ['Draft KV of a token', '草稿模型每 token KV'],
  'p.draft_kv.help': [
    'KV bytes of the draft model for one token. Under DCP every rank keeps them whole.',
    '草稿模型一个 token 的 KV 字节数。在 DCP 下每个 rank 都保留全份。',
  ],
  'p.dp': ['Attention DP size', '注意力 DP 大小'],
  'p.dp.help': [
    'Ranks of attention data parallelism; each has its own pools. The pin is for all of them.',
    '注意力数据并行的 rank 数，各有自己的池。固定槽位数为总数。',
  ],
  'p.role': ['Server role', '服务器角色'],
  'p.role.help': [
    'A disaggregated decode server has no radix cache unless asked; a prefill server has no ' +
      'draft states.',
    '分离式 decode 服务器默认没有 radix 缓存；prefill 服务器没有草稿状态。',
  ],
  'p.C': ['Target, C', '目标并发 C'],
  'p.C.help': [
    'Requests in flight you want in all. The pin is made for it.',
    '希望达到的总并发数，固定槽位按它计算。',
  ],
  'p.M': ['Asked for, M', '请求上限 M'],
  'p.M.help': [
    'The limit the server is started with; 48 under speculation where none is given.',
    '启动时设定的并发上限；投机解码且未指定时为 48。',
  ],
  'p.r': ['Present ratio, r', '当前比例 r'],
  'p.r.help': [
    'What the server runs with now: state memory over KV memory.',
    '服务器当前使用的比例：状态显存比 KV 显存。',
  ],
  'p.mamba_size': ['Present pin', '当前固定槽位数'],
  'p.mamba_size.help': [
    'Set where the slots are pinned now; it overrides the ratio.',
    '若目前固定了槽位数则填写；会覆盖比例。',
  ],
  'p.ctx': ['Context length', '上下文长度'],
  'p.ctx.help': ['The longest request the server takes.', '服务器接受的最长请求。'],
  'p.max_total': ['Token limit', 'token 上限'],
  'p.max_total.help': ['An upper limit on the tokens of the KV pool.', 'KV 池 token 数的上限。'],
  'p.rest': ['Memory for both pools', '两池可用显存'],
  'p.rest.help': [
    'What the engine splits between the pools. Left empty: the sum of what the log shows ' +
      'allocated.',
    '引擎在两池之间划分的显存。留空则取日志中已分配之和。',
  ],
  'p.engine': ['Sizing rules', '显存分配规则'],
  'p.engine.help': [
    'How SGLang splits the memory changed twice. Empty: as the log fits, else the newest.',
    'SGLang 划分显存的规则改过两次。留空：取与日志相符者，否则为最新。',
  ],
  'p.prefixes': ['Idle conversations', '空闲会话数'],
  'p.prefixes.help': [
    'Conversations whose prefix should stay cached while they are idle; each holds a slot.',
    '空闲时仍希望保留前缀缓存的会话数，每个占一个槽位。',
  ],
  'p.gpu': ['GPU memory', 'GPU 显存'],
  'p.gpu.help': [
    'Memory of one GPU. The list has what is free before the weights, about: total less 1 GiB.',
    '单卡显存。列表为加载权重前的可用量估计：总量减 1 GiB。',
  ],
  'p.weights': ['Weights', '权重'],
  'p.weights.help': ['Memory of the weights on one GPU.', '单卡上的权重显存。'],
  'p.quant': ['Weights dtype', '权重精度'],
  'p.quant.help': [
    'For the estimate where no weights are typed.',
    '未填写权重时用于估算。',
  ],
  'p.mem_fraction': ['Static memory fraction', '静态显存占比'],
  'p.mem_fraction.help': [
    'Share of GPU memory for weights and pools.',
    '权重与内存池占 GPU 显存的比例。',
  ],
  'p.free_before': ['Free before the weights', '加载权重前空闲'],
  'p.free_before.help': [
    'avail mem of the “Load weight begin” line.',
    '“Load weight begin” 行的 avail mem。',
  ],
  'p.reserve': ['Multimodal reserve', '多模态预留'],
  'p.reserve.help': [
    'Taken out of the KV budget for multimodal inputs.',
    '为多模态输入从 KV 预算中预留。',
  ],
  'p.ring': ['ReplaySSM ring', 'ReplaySSM 环'],
  'p.ring.help': ['Bytes of the replay ring for one slot.', '每槽位的重放环字节数。'],
  'p.m_printed': ['Granted requests', '获准并发数'],
  'p.m_printed.help': [
    'max_running_requests as the log prints it, for one data-parallel rank.',
    '日志显示的 max_running_requests（每个数据并行 rank）。',
  ],
  'p.example': ['Worked example', '计算示例'],
  'p.example.help': [
    'off: the figures of the example must not stand in for those that are missing.',
    'off：缺少数值时不用示例数值代替。',
  ],
  'p.was': ['Sizes measured at', '日志大小对应的设置'],
  'p.was.help': [
    'What the boot behind the sizes had where the form asks for something else, e.g. ' +
      'ssm_dtype:float32.',
    '若表单所求与该次启动不同，此处写明启动时的设置，例如 ssm_dtype:float32。',
  ],
  'p.also': ['Compare also', '另行对比'],
  'p.also.help': [
    'Up to three rows of key:value, rows apart by semicolons, settings by commas, e.g. ' +
      'r:2.5,strategy:extra_buffer_lazy;tp:4.',
    '至多三行 key:value，行以分号分隔，同一行的设置以逗号分隔，例如 ' +
      'r:2.5,strategy:extra_buffer_lazy;tp:4。',
  ],

  // choices in words
  'c.rows.printed': ['N, as printed', 'N（按日志）'],
  'c.rows.allocated': ['N + 1, as allocated', 'N + 1（实际分配）'],
  'c.accounting.request': ['per request', '按请求'],
  'c.accounting.buffer': ['separate buffer', '独立缓冲'],

  // headlines
  'h.now-to-flag': ['{now} → {then} {then|request|requests} in flight', '并发请求 {now} → {then}'],
  'h.stays': ['{now} {now|request|requests} in flight, now and after', '并发请求 {now}，改前改后相同'],
  'h.flag-only': ['The balance is at ratio {ratio:short}', '平衡点在比例 {ratio:short}'],
  'h.flag-refused': ['At the balance no request fits', '在平衡点一个请求也放不下'],
  'h.asked-granted': [
    'You asked for {asked}. You get {granted}.',
    '你要 {asked} 个并发，实际只有 {granted} 个。',
  ],
  'h.capped': ['{granted} {granted|request|requests} in flight now', '当前并发请求 {granted}'],
  'h.refused': [
    'Refused to boot: {slots} {slots|slot|slots}, one request needs {S}.',
    '启动被拒：只有 {slots} 个槽位，一个请求就要 {S} 个。',
  ],
  'h.refused-by-default': [
    '{slots} {slots|slot|slots}: too few for one request, which holds {S} by default.',
    '只有 {slots} 个槽位，而默认设置下一个请求就要 {S} 个。',
  ],
  'h.missing-kv': ['The KV pool’s size is missing', '缺少 KV 池的大小'],
  'h.missing-state': ['The state pool’s size is missing', '缺少状态池的大小'],
  'h.missing-both': ['Both pools’ sizes are missing', '缺少两个池的大小'],
  'h.one-arena': ['Unified memory has no ratio to set', '统一内存没有可设的比例'],
  'h.missing-rest': ['The memory for both pools is missing', '缺少两池可用显存'],
  'h.invalid': ['Correct {field} to get an answer', '改正 {field} 后才有结果'],

  // reasons
  'r.state-binds': [
    'At {r:short} the state pool fills first: it admits {clamp} {clamp|request|requests} while ' +
      'the KV pool has room for {kv_cap}. The flag moves memory until both run out together.',
    '比例为 {r:short} 时状态池先满：只能容纳 {clamp} 个请求，而 KV 池可容纳 {kv_cap} 个。推荐参数' +
      '让两池同时用尽。',
  ],
  'r.state-binds.alone': [
    'At {r:short} the state pool has {slots} slots and each request holds {S}: it admits {clamp}.',
    '比例为 {r:short} 时状态池有 {slots} 个槽位，每个请求占 {S} 个：可容纳 {clamp} 个。',
  ],
  'r.kv-binds': [
    'At {r:short} the KV pool fills first: it holds {kv_cap} {kv_cap|request|requests} of {L} ' +
      'tokens while the state pool admits {clamp}. The flag moves memory until both run out ' +
      'together.',
    '比例为 {r:short} 时 KV 池先满：只够 {kv_cap} 个 {L} token 的请求，而状态池可容纳 {clamp} ' +
      '个。推荐参数让两池同时用尽。',
  ],
  'r.state-binds-now': [
    'The state pool fills first: it admits {clamp} {clamp|request|requests} while the KV pool has ' +
      'room for {kv_cap}. The flag moves memory until both run out together.',
    '状态池先满：只能容纳 {clamp} 个请求，而 KV 池可容纳 {kv_cap} 个。推荐参数让两池同时用尽。',
  ],
  'r.kv-binds-now': [
    'The KV pool fills first: it holds {kv_cap} {kv_cap|request|requests} of {L} tokens while the ' +
      'state pool admits {clamp}. The flag moves memory until both run out together.',
    'KV 池先满：只够 {kv_cap} 个 {L} token 的请求，而状态池可容纳 {clamp} 个。推荐参数让两池同时用尽。',
  ],
  'r.limit-sizes-slots': [
    'Without the radix cache SGLang makes one slot for each of the requests that ' +
      '--max-running-requests allows: {slots}. It does not read the ratio.',
    '关闭 radix cache 后，SGLang 按 --max-running-requests 允许的请求数各分一个槽位：共 {slots} 个，' +
      '不读取比例参数。',
  ],
  'r.state-binds-pinned': [
    'With {pinned} slots pinned the state pool fills first: it admits {clamp} ' +
      '{clamp|request|requests} while the KV pool has room for {kv_cap}.',
    '固定 {pinned} 个槽位时状态池先满：只能容纳 {clamp} 个请求，而 KV 池可容纳 {kv_cap} 个。',
  ],
  'r.kv-binds-pinned': [
    'With {pinned} slots pinned the KV pool fills first: it holds {kv_cap} ' +
      '{kv_cap|request|requests} of {L} tokens while the state pool admits {clamp}.',
    '固定 {pinned} 个槽位时 KV 池先满：只够 {kv_cap} 个 {L} token 的请求，而状态池可容纳 ' +
      '{clamp} 个。',
  ],
  'r.draft-buffers-took': [
    'Draft buffers of {buffer_gib:gib} took {share:percent} of the pools’ memory; the state pool has {state_gib:gib}. ' +
      'A smaller D or --max-running-requests gives it back.',
    '草稿缓冲 {buffer_gib:gib} 占状态、KV 与草稿显存合计的 {share:percent}；状态池只有 {state_gib:gib}。调小 D 或 --max-running-requests 可收回。',
  ],
  'r.balanced-now': [
    'Both pools fill together now: the state pool admits {clamp} {clamp|request|requests}, the ' +
      'KV pool holds {kv_cap}.',
    '目前两池同时用尽：状态池可容纳 {clamp} 个请求，KV 池可容纳 {kv_cap} 个。',
  ],
  'r.cap-from-slots': [
    'The state pool has {slots} slots and each request holds {S}, so it admits {clamp}. ' +
      'Type a target, C, to pin enough slots.',
    '状态池有 {slots} 个槽位，每个请求占 {S} 个，因此可容纳 {clamp} 个。填写目标 C 以固定足够的槽位。',
  ],
  'r.cap-granted': ['The KV pool is not known yet.', '尚不知道 KV 池的大小。'],
  'r.refused-slots': [
    'The engine boots only where one request fits: here {slots} // {S} = 0.',
    '引擎至少放得下一个请求才会启动：这里 {slots} // {S} = 0。',
  ],
  'r.refused-by-default': [
    'With the default settings the engine does not start: {slots} // {S} = 0. If this boot ran, its ' +
      'settings were others: paste its command, or type S.',
    '按默认设置引擎无法启动：{slots} // {S} = 0。若它确实启动了，说明当时的设置不同：请粘贴启动命令，' +
      '或填写 S。',
  ],
  'r.refused-slots-suffice': [
    'The engine boots only where one request fits: here {slots} // {S} = 0. With {flag} a request ' +
      'holds fewer slots: {admits} {admits|fits|fit}. Or give the state pool more, by a larger ratio or pin.',
    '引擎至少放得下一个请求才会启动：这里 {slots} // {S} = 0。加上 {flag} 后单个请求占用的槽位更少：可容纳 ' +
      '{admits} 个。也可增大比例或固定槽位数，让状态池更大。',
  ],
  'r.refused-with-slots': [
    'Not for want of slots: {slots} // {S} = {admits}. Either the KV pool holds no request, or the ' +
      'boot was refused with other settings.',
    '并非槽位不足：{slots} // {S} = {admits}。可能是 KV 池放不下一个请求，或启动时的设置不同。',
  ],
  'r.limit-binds': [
    'A limit of {requests} {requests|request|requests} binds, not a pool: the state pool admits ' +
      '{clamp} and the KV pool has room for {kv_cap}. Raise --max-running-requests; another ratio ' +
      'changes nothing.',
    '受限的是 {requests} 个请求的上限，而不是内存池：状态池可容纳 {clamp} 个，KV 池可容纳 {kv_cap} 个。' +
      '请调高 --max-running-requests；改比例没有作用。',
  ],
  'r.max-total-binds': [
    '--max-total-tokens {max_total} caps the KV pool at {kv_cap} {kv_cap|request|requests} of {L} ' +
      'tokens; the state pool admits {clamp}. Raise it or leave it out first.',
    '--max-total-tokens {max_total} 把 KV 池限制在 {kv_cap} 个 {L} token 的请求；状态池可容纳 {clamp} 个。' +
      '请先调高或去掉它。',
  ],
  'r.needs-rest-for-requests': [
    'How many requests that gives depends on the memory both pools share, which is not known.',
    '能得到多少并发取决于两池共享的显存，而这一数值未知。',
  ],
  'r.how-to-get-lines': [
    'Two lines of the boot log are enough: “Mamba Cache is allocated …” and “KV Cache is ' +
      'allocated …”. On the server: grep “Cache is allocated” in its log.',
    '只需启动日志中的两行：“Mamba Cache is allocated …” 与 “KV Cache is allocated …”。在服务器' +
      '日志中 grep “Cache is allocated” 即可。',
  ],
  'r.invalid-reason': [
    'The field says what it got and what it takes. Nothing else was lost.',
    '该字段已说明收到了什么、应填什么。其余内容均未丢失。',
  ],

  // why a result is not known
  'missing.needs-state-size': ['needs the state size', '需要状态池大小'],
  'missing.needs-kv-size': ['needs the KV size', '需要 KV 池大小'],
  'missing.needs-rest': ['needs the memory', '需要两池可用显存'],
  'missing.needs-log': ['not in the log', '日志中没有'],
  'missing.size-is-zero': ['a size is 0', '有一项大小为 0'],
  'missing.size-too-coarse': ['printed too coarsely', '日志数值精度不足'],
  'missing.invalid': ['correct the error first', '请先改正错误'],

  // messages: values
  'named': ['{label} ({field})', '{label}（{field}）'],
  'm.not-a-number': ['{named}: “{given}” is not a number.', '{named}：“{given}”不是数字。'],
  'm.not-a-number.do': ['Give {takes}.', '请填 {takes}。'],
  'm.out-of-range': ['{named}: “{given}” is out of range.', '{named}：“{given}”超出范围。'],
  'm.out-of-range.do': ['Give {takes}.', '请填 {takes}。'],
  'm.not-whole': ['{named}: “{given}” is not a whole number.', '{named}：“{given}”不是整数。'],
  'm.not-whole.do': ['Give {takes}, without a fraction.', '请填 {takes}，不带小数。'],
  'm.unknown-unit': [
    '{named}: “{given_unit}” in “{given}” is not a unit of it.',
    '{named}：“{given}”中的“{given_unit}”不是可用的单位。',
  ],
  'm.unknown-unit.do': ['Give {takes}.', '请填 {takes}。'],
  'takes.from': ['{unit}, {min} to {max}, like {like}', '{unit}，{min} 至 {max}，如 {like}'],
  'takes.above': [
    '{unit}, above 0 and up to {max}, like {like}',
    '{unit}，大于 0 且不超过 {max}，如 {like}',
  ],
  'takes.number': ['a number', '数字'],
  'like.count': ['257', '257'],
  'like.tokens': ['9216, 9k or 8192+1024', '9216、9k 或 8192+1024'],
  'like.gib': ['15.03', '15.03'],
  'like.bytes': ['56.4 MB', '56.4 MB'],
  'like.decimal': ['0.9', '0.9'],
  'm.not-a-choice': ['{named}: “{given}” is not a choice.', '{named}：“{given}”不是可选项。'],
  'm.not-a-choice.do': ['Choices: {choices}.', '可选：{choices}。'],
  'm.bad-list': ['{named}: “{given}” is not a list of settings.', '{named}：“{given}”不是设置列表。'],
  'm.bad-list.do': [
    'Give up to three, as in r:2.5;strategy:extra_buffer_lazy.',
    '至多三项，如 r:2.5;strategy:extra_buffer_lazy。',
  ],

  // messages: the link
  'm.link-key-twice': ['The link gives {given} twice.', '链接中 {given} 出现两次。'],
  'm.link-key-twice.do': ['The last one counts; check it.', '以最后一个为准，请核对。'],
  'm.link-unknown-key': [
    'The link has a key this page does not know: “{given}”.',
    '链接中有本页不认识的键：“{given}”。',
  ],
  'm.link-unknown-key.do': ['It was left out; check its spelling.', '已忽略，请检查拼写。'],
  'm.link-bad-encoding': [
    'Part of the link cannot be decoded: “{given}”.',
    '链接中有一部分无法解码：“{given}”。',
  ],
  'm.link-bad-encoding.do': ['It was left out; copy the link again.', '已忽略，请重新复制链接。'],
  'm.link-newer-version': [
    'The link is of a newer format, version {given}.',
    '链接来自更新的格式，版本 {given}。',
  ],
  'm.link-newer-version.do': [
    'What this page knows was applied; open it with a newer release to be sure.',
    '已应用本页认识的部分；请用新版本打开以确认。',
  ],
  'm.link-more-faults': [
    'The link has {count} more {count|fault|faults}.',
    '链接还有 {count} 处错误。',
  ],
  'm.link-more-faults.do': ['Ask for a fresh link.', '请索取新的链接。'],
  'm.key-not-built-yet': [
    '{field} is kept and passed on; it does not change the answer.',
    '{field} 会保留并随链接传递，不影响结果。',
  ],
  'm.key-not-built-yet.do': ['Read the answer as if it were not set.', '请把结果视为未设置该项。'],

  // messages: refused combinations
  'm.lazy-needs-overlap': [
    'SGLang refuses extra_buffer_lazy without the overlap schedule.',
    'SGLang 不接受没有 overlap 调度的 extra_buffer_lazy。',
  ],
  'm.lazy-needs-overlap.do': [
    'Drop --disable-overlap-schedule and keep --pp-size 1, or choose extra_buffer.',
    '请去掉 --disable-overlap-schedule 并保持 --pp-size 为 1，或改用 extra_buffer。',
  ],
  'm.no-buffer-needs-no-overlap': [
    'SGLang refuses no_buffer while the overlap schedule is on.',
    'SGLang 不接受在 overlap 调度开启时使用 no_buffer。',
  ],
  'm.no-buffer-needs-no-overlap.do': [
    'Turn the overlap schedule off, or choose another strategy.',
    '请关闭 overlap 调度，或改用其他策略。',
  ],
  'm.no-buffer-needs-page-1': [
    'SGLang refuses no_buffer with page size {page}.',
    'SGLang 不接受 page 大小为 {page} 的 no_buffer。',
  ],
  'm.no-buffer-needs-page-1.do': [
    'Set the page size to 1, or choose another strategy.',
    '请将 page 大小设为 1，或改用其他策略。',
  ],
  'm.lazy-not-disaggregated': [
    'SGLang refuses extra_buffer_lazy on a disaggregated {role} server.',
    'SGLang 不接受在分离式 {role} 服务器上使用 extra_buffer_lazy。',
  ],
  'm.lazy-not-disaggregated.do': [
    'Choose extra_buffer, or the role serve.',
    '请改用 extra_buffer，或把角色设为 serve。',
  ],

  // messages: missing and assumed
  'm.needs-state-size': ['The state pool’s size is not known.', '状态池大小未知。'],
  'm.needs-state-size.do': [
    'Paste the line “Mamba Cache is allocated. max_mamba_cache_size: …”, or type N, conv and SSM.',
    '请粘贴 “Mamba Cache is allocated. max_mamba_cache_size: …” 一行，或填写 N、conv 与 SSM。',
  ],
  'm.needs-kv-size': ['The KV pool’s size is not known.', 'KV 池大小未知。'],
  'm.needs-kv-size.do': [
    'Paste the line “KV Cache is allocated. … #tokens: …”, or type KV tokens and KV pool.',
    '请粘贴 “KV Cache is allocated. … #tokens: …” 一行，或填写 KV token 数与 KV 池。',
  ],
  'm.size-is-zero': [
    '{field} is 0: under 0.005 GiB, so nothing can be divided by it.',
    '{field} 为 0，即小于 0.005 GiB，无法相除。',
  ],
  'm.size-is-zero.do': [
    'Give the bytes directly under “Bytes and draft buffers”.',
    '请在“字节数与草稿缓冲”中直接给出。',
  ],
  'm.size-too-coarse': [
    '{field} is so small that two printed decimals leave it open by {share:percent}.',
    '{field} 太小，两位小数带来 {share:percent} 的误差。',
  ],
  'm.size-too-coarse.do': [
    'Give the bytes directly, or read them from a boot with larger pools.',
    '请直接给出字节数，或使用内存池更大的启动日志。',
  ],
  'm.size-coarse': [
    '{field} is known to {share:percent} only, from two printed decimals.',
    '{field} 只精确到 {share:percent}，因为日志只保留两位小数。',
  ],
  'm.size-coarse.do': ['Read the ratio as a range.', '请把比例看作一个范围。'],
  'm.needs-rest': [
    'The memory both pools share is not known, so requests cannot be counted.',
    '两池共享的显存未知，无法计算并发数。',
  ],
  'm.needs-rest.do': [
    'Paste the two pool lines, or type it under “Bytes and draft buffers”. The ratio holds ' +
      'without it.',
    '请粘贴两行内存池日志，或在“字节数与草稿缓冲”中填写。比例本身不受影响。',
  ],
  'm.needs-log': ['No boot log says what the server runs with now.', '没有启动日志说明当前设置。'],
  'm.needs-log.do': ['Paste one to compare.', '粘贴日志即可对比。'],
  'm.refused-at-flag': ['At this ratio the server would not start.', '用这个比例服务器无法启动。'],
  'm.refused-at-flag.do': ['Pin the slots instead, or lower L.', '请改为固定槽位数，或减小 L。'],
  'm.l-exceeds-context': [
    'L = {L} is longer than the context length of {context}.',
    'L = {L} 超过上下文长度 {context}。',
  ],
  'm.l-exceeds-context.do': [
    'No request can be that long: type what yours take.',
    '没有请求能达到这个长度：请填写实际长度。',
  ],
  'm.l-is-example': [
    'L = {L} is only the example’s; type yours.',
    'L = {L} 只是示例的值，请填写你的。',
  ],
  'm.l-is-example.do': [
    'It decides the ratio: average input + output of a request.',
    '它决定比例：请求的输入 + 输出平均总长。',
  ],
  'm.d-without-spec': [
    'D = {D} counts as 0, because no speculative algorithm is chosen.',
    '未选择投机算法，D = {D} 按 0 计。',
  ],
  'm.d-without-spec.do': [
    'Choose the algorithm under “Speculative decoding”.',
    '请在“投机解码”中选择算法。',
  ],
  'm.s-from-log-differs': [
    'S = {stated} counts here; the settings give {settings}.',
    '此处采用 S = {stated}，而设置推出 {settings} 个。',
  ],
  'm.s-from-log-differs.full': [
    'Line {line} of the log states {stated} slots per request; the settings give {settings}.',
    '日志第 {line} 行写明每请求 {stated} 个槽位，而设置推出 {settings} 个。',
  ],
  'm.s-from-log-differs.do': [
    'Check the strategy, overlap and the skip.',
    '请核对策略、overlap 与跳过锁。',
  ],
  'm.refused-but-ran': [
    'The log states {S} slots per request, so the engine ran; with the settings read it refuses to ' +
      'start ({why}).',
    '日志写明每请求 {S} 个槽位，说明引擎已启动；而按读到的设置它会拒绝启动（{why}）。',
  ],
  'm.refused-but-ran.do': ['Check {field}.', '请核对 {field}。'],
  'm.no-setting-serves': [
    'No setting serves one request of {L} tokens: the KV pool holds {tokens} at most.',
    '任何设置都容不下一个 {L} token 的请求：KV 池至多容纳 {tokens}。',
  ],
  'm.no-setting-serves.do': [
    'Lower L, or give the pools more memory.',
    '请减小 L，或为两池留出更多显存。',
  ],
  'm.prefixes-kept': [
    'Of both pools {idle} idle {idle|conversation keeps|conversations keep} {idle} ' +
      '{idle|slot|slots} and {tokens} tokens; r* does not count them.',
    '{idle} 个空闲会话占用两池的 {idle} 个槽位与 {tokens} 个 token；r* 未计入。',
  ],
  'm.prefixes-kept.do': ['See the requests beside each flag.', '请看各参数对应的并发数。'],
  'm.bytes-given-win': [
    '{field} was given directly and wins over the sizes.',
    '{field} 为直接给出，优先于日志大小。',
  ],
  'm.bytes-given-win.do': ['Clear it to use the sizes.', '清空即可改用日志大小。'],
  'm.sizes-win-over-model': [
    'The sizes of the log win over the model’s.',
    '日志大小优先于模型推算。',
  ],
  'm.sizes-win-over-model.do': ['Clear them to use the model.', '清空日志大小即可改用模型。'],
  'm.config-wins-over-model': [
    'The config.json counts, not the model chosen.',
    '以 config.json 为准，未采用所选模型。',
  ],
  'm.config-wins-over-model.do': [
    'Clear the config to use the model.',
    '清空 config 即可改用模型。',
  ],
  'm.what-if': [
    'The answer is for {changes}; the present row stays the log’s. By {model}’s geometry a slot ' +
      'takes {state:short} times and a KV token {kv:short} times the bytes.',
    '结果对应 {changes}；“当前”一行仍为日志所示。按 {model} 的几何，槽位字节为原来的 {state:short} 倍，' +
      'KV token 为 {kv:short} 倍。',
  ],
  'm.what-if.do': ['Put the log’s value back to undo it.', '改回日志中的值即可撤销。'],
  'm.what-if-by-dtype': [
    'The answer is for {changes}; the present row stays the log’s. By the width of an element a ' +
      'slot takes {state:short} times (conv keeps its own dtype) and a KV token {kv:short} times ' +
      'the bytes.',
    '结果对应 {changes}；“当前”一行仍为日志所示。按元素宽度，槽位字节为原来的 {state:short} 倍（conv ' +
      '保持自身 dtype），KV token 为 {kv:short} 倍。',
  ],
  'm.what-if-by-dtype.do': [
    'A KV layout with scales or an index part shrinks less: choose the model if it has one.',
    '带缩放或索引部分的 KV 布局缩小得更少：若是如此请选择模型。',
  ],
  'm.what-if-draft': [
    'The answer is for {changes}. What a draft model’s weights and KV take is not in this log and ' +
      'not counted.',
    '结果对应 {changes}。草稿模型的权重与 KV 占用不在此日志中，未计入。',
  ],
  'm.what-if-draft.do': [
    'Type draft_layers or draft_kv, and rest.',
    '请填写 draft_layers 或 draft_kv，以及 rest。',
  ],
  'm.what-if-needs-model': [
    '{changes} is not applied: no one model of the table prints these sizes.',
    '{changes} 未生效：表中没有唯一一个模型能得出这些大小。',
  ],
  'm.what-if-needs-model.do': [
    'Choose the model, or paste a log of that setting.',
    '请选择模型，或粘贴该设置下的日志。',
  ],
  'm.what-if-needs-rest': [
    'What {tp} GPUs leave for the pools beside the weights is not in this log, so requests are ' +
      'not computed.',
    '{tp} 张 GPU 装载权重后为两池留下多少显存，日志中没有，因此不计算并发数。',
  ],
  'm.what-if-needs-rest.do': [
    'Type rest, or the weights of one GPU.',
    '请填写 rest，或单卡权重大小。',
  ],
  'm.what-if-own-unknown': [
    'The log does not say its own {field}: {given} is taken as that, and the sizes stay.',
    '日志没有写明自己的 {field}：以 {given} 为准，大小不变。',
  ],
  'm.what-if-own-unknown.do': [
    'To ask for another one, paste the line with server_args too.',
    '若要假设另一个值，请连同 server_args 一行粘贴。',
  ],
  'm.decode-role-no-radix': [
    'A disaggregated decode server runs without a radix cache, so S is 1.',
    '分离式 decode 服务器没有 radix 缓存，因此 S 为 1。',
  ],
  'm.decode-role-no-radix.do': [
    'Set the radix cache on if it runs with --disaggregation-decode-enable-radix-cache.',
    '若使用了 --disaggregation-decode-enable-radix-cache，请开启 radix 缓存。',
  ],
  'm.buffer-needs-rest': [
    'The separate buffer needs the memory both pools share.',
    '“独立缓冲”需要知道两池共享的显存。',
  ],
  'm.buffer-needs-rest.do': [
    'Type it under “Bytes and draft buffers”, or count per request.',
    '请在“字节数与草稿缓冲”中填写，或改为按请求计。',
  ],
  'm.buffer-leaves-nothing': [
    'The draft buffer takes {buffer_gib:gib} of {rest_gib:gib}: nothing is left for the pools.',
    '草稿缓冲占用 {rest_gib:gib} 中的 {buffer_gib:gib}，两池没有剩余。',
  ],
  'm.buffer-leaves-nothing.do': [
    'Lower D or --max-running-requests.',
    '请减小 D 或 --max-running-requests。',
  ],

  // messages: advice
  'm.padding-row': [
    'The engine allocates {rows} rows and prints {N}.',
    '引擎分配 {rows} 行，日志只显示 {N}。',
  ],
  'm.padding-row.do': [
    'The other count gives token_equiv {token_equiv:tokens2} and r* {ratio:ratio}, ' +
      '{share:percent} apart. Choose under “Rows counted”.',
    '另一种计法得 token_equiv {token_equiv:tokens2}、r* {ratio:ratio}，相差 {share:percent}。可' +
      '在“计入的行数”中选择。',
  ],
  'm.padding-row-matters': [
    'With {N} slots the padding row matters: {rows} rows are allocated, {share:percent} apart.',
    '只有 {N} 个槽位时填充行不可忽略：实际分配 {rows} 行，相差 {share:percent}。',
  ],
  'm.padding-row-matters.do': [
    'The other count gives token_equiv {token_equiv:tokens2} and r* {ratio:ratio}. Choose ' +
      'under “Rows counted”.',
    '另一种计法得 token_equiv {token_equiv:tokens2}、r* {ratio:ratio}。可在“计入的行数”中选择。',
  ],
  'm.prefer-pin-small-ratio': [
    'Under 0.15 a digit of the ratio moves whole requests.',
    '比例低于 0.15 时，一位数字就会影响整个请求。',
  ],
  'm.prefer-pin-small-ratio.do': [
    'Pin the slots with the flag above.',
    '请用上面的参数固定槽位数。',
  ],
  'm.ratio-not-read': [
    'Without the radix cache SGLang makes one slot for each request that ' +
      '--max-running-requests {M} allows. It does not read the ratio.',
    '关闭 radix cache 后，SGLang 按 --max-running-requests {M} 允许的请求数各分一个槽位，不读取比例参数。',
  ],
  'm.ratio-not-read.do': [
    'For another split change --max-running-requests, leave it out, or pin the slots with ' +
      '--max-mamba-cache-size.',
    '想改变分配，请修改或去掉 --max-running-requests，或用 --max-mamba-cache-size 固定槽位数。',
  ],
  'm.prefer-pin-dcp': [
    'With DCP {dcp} the ratio is far above its usual range.',
    'DCP 为 {dcp} 时，比例远超常见范围。',
  ],
  'm.prefer-pin-dcp.do': [
    'Pin the slots with the flag above; it holds whatever the KV layout.',
    '请用上面的参数固定槽位数，它不受 KV 布局影响。',
  ],
  'm.prefer-pin-pool-too-small': [
    'At {ratio:ratio} the state pool could not hold one request.',
    '比例为 {ratio:ratio} 时状态池放不下一个请求。',
  ],
  'm.prefer-pin-pool-too-small.do': [
    'Pin the slots, lower L, or free memory.',
    '请固定槽位数、减小 L，或腾出显存。',
  ],
  'm.free-memory-first': [
    '{free_gib:gib} of GPU memory stay free after the pools.',
    '分配内存池后仍有 {free_gib:gib} 显存空闲。',
  ],
  'm.free-memory-first.do': [
    'Raise --mem-fraction-static before touching the ratio.',
    '请先调高 --mem-fraction-static，再考虑比例。',
  ],
  'missing.needs-target': ['type a target, C', '填写目标并发 C'],
  'm.needs-target': ['No target is given.', '未填写目标。'],
  'm.needs-target.do': ['Type C.', '请填写 C。'],
  'm.limit-above-use': [
    'Memory is kept for the requests of --max-running-requests, but {requests} fit.',
    '显存按 --max-running-requests 预留，实际只放得下 {requests} 个请求。',
  ],
  'm.limit-above-use.do': [
    'Set it to {limit}: {tokens} more KV tokens.',
    '设为 {limit}：多出 {tokens} 个 KV token。',
  ],
  'm.dp-remainder-lost': [
    '{dp} ranks share {field} with a floor: {lost} are lost.',
    '{dp} 个 rank 向下取整均分{field}：浪费 {lost}。',
  ],
  'm.dp-remainder-lost.do': ['Pass {next}.', '请填 {next}。'],
  'm.lazy-gains': [
    'extra_buffer_lazy holds {S} slots a request: {requests} in flight instead of {now}.',
    'extra_buffer_lazy 每请求占 {S} 个槽位：并发 {now} 变为 {requests}。',
  ],
  'm.lazy-gains.do': [
    'Pass --mamba-radix-cache-strategy extra_buffer_lazy with the ratio of the table.',
    '请加 --mamba-radix-cache-strategy extra_buffer_lazy，并用表中的比例。',
  ],
  'm.skip-lock-gains': [
    'Without the decode lock a request holds {S} slots: {requests} in flight instead of {now}.',
    '跳过 decode 锁后每请求占 {S} 个槽位：并发 {now} 变为 {requests}。',
  ],
  'm.skip-lock-gains.do': [
    'Set SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=1 and take the new ratio.',
    '请设 SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK=1，并采用新的比例。',
  ],
  'm.spiky-l': ['If L varies a lot, prefer a larger ratio.', '若 L 波动较大，宜取更大的比例。'],
  'm.spiky-l.do': [
    'A full state pool refuses requests; a full KV pool only retracts them.',
    '状态池满会拒绝请求；KV 池满只会暂时回退（retract）请求。',
  ],
  'm.draft-kv-replicated': [
    'A draft model’s KV is whole on every DCP rank, so the ratio grows less than dcp times.',
    '草稿模型的 KV 在每个 DCP rank 上都是全份，因此比例的增长小于 dcp 倍。',
  ],
  'm.draft-kv-replicated.do': ['Nothing to do: it is counted.', '无需处理，已计入。'],
  'm.accuracy-kv-dtype': ['Another KV dtype changes outputs.', '更换 KV 精度会改变输出。'],
  'm.accuracy-kv-dtype.do': ['Validate accuracy before production.', '上线前请验证精度。'],
  'm.accuracy-ssm-dtype': [
    'Another state dtype changes outputs; on SM100 and later the decode backend changes silently.',
    '更换状态精度会改变输出；在 SM100 及以后还会悄悄更换 decode 后端。',
  ],
  'm.accuracy-ssm-dtype.do': [
    'Validate accuracy, and pin --linear-attn-decode-backend triton.',
    '请验证精度，并固定 --linear-attn-decode-backend triton。',
  ],
  'm.heads-do-not-divide': [
    'The model’s {heads} heads or channels cannot be shared evenly by {tp} ranks: SGLang refuses.',
    '模型的 {heads} 个头（或通道）无法由 {tp} 个 rank 平分，SGLang 会拒绝启动。',
  ],
  'm.heads-do-not-divide.do': [
    'Choose a tensor parallel size that divides {heads}.',
    '请选择能整除 {heads} 的张量并行大小。',
  ],
  'm.kv-heads-do-not-divide': [
    'SGLang refuses {heads} KV heads on {tp} ranks: they can neither be shared out nor copied evenly.',
    '{heads} 个 KV 头在 {tp} 个 rank 上既不能平分也不能均匀复制，SGLang 会拒绝启动。',
  ],
  'm.kv-heads-do-not-divide.do': [
    'Choose a tensor parallel size that divides {heads} or is a multiple of it.',
    '请选择能整除 {heads} 或为其倍数的张量并行大小。',
  ],
  'm.stages-exceed-layers': [
    '{pp} pipeline stages are more than the model’s {layers} layers.',
    '{pp} 级流水线多于模型的 {layers} 层。',
  ],
  'm.stages-exceed-layers.do': ['Lower --pp-size.', '请减小 --pp-size。'],
  'm.geometry-too-large': [
    'The model’s sizes are beyond what can be counted.',
    '模型尺寸超出可计算范围。',
  ],
  'm.geometry-too-large.do': ['Check its config.json.', '请检查其 config.json。'],
  'm.kv-dtype-approximate': [
    '{dtype} keeps scales too, so the bytes are approximate.',
    '{dtype} 还需保存缩放因子，因此字节数为近似值。',
  ],
  'm.kv-dtype-approximate.do': [
    'Take them from a boot log where you can.',
    '条件允许时请以启动日志为准。',
  ],
  'm.stages-estimated': [
    'How layers spread over {pp} stages is estimated.',
    '层在 {pp} 级流水线上的分布为估计值。',
  ],
  'm.stages-estimated.do': [
    'Take the bytes from a boot log where you can.',
    '条件允许时请以启动日志的字节数为准。',
  ],

  // messages: the page's own
  'm.files-joined': [
    '{n} files were read as one log, in the order of their names.',
    '{n} 个文件按名称顺序合为一份日志读取。',
  ],
  'm.files-joined.do': ['Line numbers run on from file to file.', '行号跨文件连续计数。'],
  'm.reading-failed': ['The log could not be read to its end.', '日志未能读完。'],
  'm.reading-failed.do': [
    'The file may have changed or be packed in an unknown way. Try again, or paste the lines ' +
      'with “Cache is allocated”.',
    '文件可能已改动，或采用了未知的压缩格式。请重试，或粘贴含 “Cache is allocated” 的行。',
  ],

  // facts
  'f.max_mamba_cache_size': ['State slots', '状态槽位'],
  'f.conv_state_gb': ['Conv state', 'Conv 状态'],
  'f.ssm_state_gb': ['SSM state', 'SSM 状态'],
  'f.intermediate_ssm_gb': ['Draft SSM buffer', '草稿 SSM 缓冲'],
  'f.intermediate_conv_gb': ['Draft conv buffer', '草稿 conv 缓冲'],
  'f.kv_tokens': ['KV tokens', 'KV token 数'],
  'f.kv_gb': ['KV pool', 'KV 池'],
  'f.kv_dtype': ['KV dtype', 'KV 精度'],
  'f.avail_mem_after_weights_gb': ['Free after weights', '加载权重后空闲'],
  'f.memory_pool_end_avail_gb': ['Free after pools', '分配内存池后空闲'],
  'f.max_running_requests': ['Requests granted', '获准并发数'],
  'f.max_total_num_tokens': ['Token limit', 'token 上限'],
  'f.slots_per_request': ['Slots per request, S', '每请求槽位数 S'],
  'f.draft_kv_bytes': ['Draft KV of a token', '草稿模型每 token KV'],

  // steps of the derivation
  's.ratio': ['r*', 'r*'],
  's.clamp': ['state admits', '状态池可容纳'],
  's.kv_cap': ['KV holds', 'KV 池可容纳'],
  'formula.given': ['given', '直接给出'],
  'formula.slot-of-printed-rows': [
    '({conv:gb} + {ssm:gb}) GiB / {N}',
    '({conv:gb} + {ssm:gb}) GiB / {N}',
  ],
  'formula.slot-of-allocated-rows': [
    '({conv:gb} + {ssm:gb}) GiB / ({N} + 1)',
    '({conv:gb} + {ssm:gb}) GiB / ({N} + 1)',
  ],
  'formula.token-of-sizes': ['{kv:gb} GiB / {tokens}', '{kv:gb} GiB / {tokens}'],
  'formula.what-if': ['{measured:tokens2} × {factor:short}', '{measured:tokens2} × {factor:short}'],
  'formula.slots-of-settings': [
    'base {base} + track {track} ({strategy})',
    '基础 {base} + 跟踪 {track}（{strategy}）',
  ],
  'formula.slots-without-radix': ['radix cache off', 'radix 缓存关闭'],
  'formula.drafts-of-algorithm': ['{spec}', '{spec}'],
  'formula.state-over-kv': [
    'state_bytes / kv_bytes = {state_bytes} / {kv_bytes}',
    'state_bytes / kv_bytes = {state_bytes} / {kv_bytes}',
  ],
  'formula.ratio': [
    '(S + D) × token_equiv × dcp / L = ({S} + {D}) × {token_equiv} × {dcp} / {L}',
    '(S + D) × token_equiv × dcp / L = ({S} + {D}) × {token_equiv} × {dcp} / {L}',
  ],
  'formula.ratio-with-draft-kv': [
    '(S + D) × state_bytes / (kv_bytes / dcp + draft_kv) / L = ({S} + {D}) × {state_bytes} / ' +
      '({kv_bytes} / {dcp} + {draft_kv}) / {L}',
    '(S + D) × state_bytes / (kv_bytes / dcp + draft_kv) / L = ({S} + {D}) × {state_bytes} / ' +
      '({kv_bytes} / {dcp} + {draft_kv}) / {L}',
  ],
  'formula.ratio-with-buffer': [
    'r_pool + fixed × (1 + r_pool) / (rest − fixed), with r_pool = S × token_equiv × dcp / L = ' +
      '{r_pool:ratio}, fixed = {fixed_bytes} bytes, rest = {rest_gib:gib}',
    'r_pool + fixed × (1 + r_pool) / (rest − fixed)，其中 r_pool = S × token_equiv × dcp / L = ' +
      '{r_pool:ratio}，fixed = {fixed_bytes} 字节，rest = {rest_gib:gib}',
  ],
  'formula.sum-of-pools': ['{conv:gb} + {ssm:gb} + {kv:gb}', '{conv:gb} + {ssm:gb} + {kv:gb}'],
  'formula.sum-of-pools-and-drafts': [
    '{conv:gb} + {ssm:gb} + {kv:gb} + draft buffers {spec_ssm:gb} + {spec_conv:gb} + draft KV ' +
      '{draft_kv} B × {tokens}',
    '{conv:gb} + {ssm:gb} + {kv:gb} + 草稿缓冲 {spec_ssm:gb} + {spec_conv:gb} + 草稿 KV ' +
      '{draft_kv} B × {tokens}',
  ],
  'formula.slots-over-S': ['{slots} // {S}', '{slots} // {S}'],
  'formula.tokens-over-L': ['{kv_tokens} × {dcp} // {L}', '{kv_tokens} × {dcp} // {L}'],

  // the glossary
  'term.token_equiv': [
    'How many KV tokens one state slot costs: bytes of a slot over bytes of a token, both on ' +
      'one GPU. A slot is one whole copy of the recurrent layers’ state.',
    '一个状态槽位相当于多少个 KV token：单卡上每槽字节数除以每 token 字节数。槽位是循环层状态的' +
      '一份完整副本。',
  ],
  'term.S': [
    'State slots one running request holds: its own, those it locks in the radix cache (prefix ' +
      'reuse), and a track buffer that depends on strategy and overlap schedule.',
    '一个运行中请求占用的状态槽位：自身的、在 radix 缓存（前缀复用）中锁住的，以及取决于策略与 ' +
      'overlap 调度的跟踪缓冲。',
  ],
  'term.D': [
    'Draft states a request carries while speculated tokens wait to be verified; 0 without ' +
      'speculative decoding.',
    '投机 token 等待验证期间请求携带的草稿状态；未用投机解码时为 0。',
  ],
  'term.ratio': [
    'State memory over KV memory at which neither pool runs out first for requests of L ' +
      'tokens. The state pool limits how many requests run; the KV pool holds their tokens. DCP ' +
      'spreads those over ranks.',
    '对长度为 L 的请求，使两池同时用尽的“状态显存 : KV 显存”。状态池限制并发数，KV 池存放 token；' +
      'DCP 把 token 分摊到多个 rank。',
  ],

  'term.requests': [
    'The most requests that one data-parallel rank runs at once, max_running_requests. Without DP ' +
      'attention there is one rank, for all of them.',
    '单个数据并行 rank 最多同时运行的请求数，即 max_running_requests。未用 DP attention 时只有一个 ' +
      'rank，承担全部请求。',
  ],
  'term.generation': [
    'How SGLang splits the memory changed over time. These are the rules of that month: those the ' +
      'log fits, else the newest.',
    'SGLang 划分显存的规则随版本变化。此处为该月的规则：取与日志相符者，否则为最新。',
  ],

  // other lengths and strategies
  'tables.none': ['Needs the sizes of both pools.', '需要两个池的大小。'],
  'lengths': ['If requests were longer or shorter', '若请求更长或更短'],
  'lengths.L': ['Tokens per request', '每请求 token 数'],
  'lengths.flag': ['To pass', '应传参数'],
  'lengths.now': ['Now, {r}', '当前 {r}'],
  'lengths.then': ['After', '改后'],
  'lengths.yours': ['yours', '当前'],
  'lengths.ratio': ['ratio {value}', '比例 {value}'],
  'lengths.pin': ['pin {value}', '固定 {value}'],
  'lengths.none': ['does not fit', '放不下'],
  'lengths.foot': [
    'The mark shows the pool that binds now. Below ratio 0.15 a pin is safer, so the pin is ' +
      'printed.',
    '标记表示当前先满的池。比例低于 0.15 时固定槽位更稳妥，因此给出固定值。',
  ],
  'matrix': ['Other strategies and precisions', '其他策略与精度'],
  'matrix.say': [
    'requests of {L} tokens, each at its best ratio',
    '每请求 {L} token 时的并发数，各取最佳比例',
  ],
  'matrix.target': ['shaded: reaches the {target} you asked for', '阴影：达到你要的 {target} 个'],
  'matrix.state': ['state {dtype}', '状态 {dtype}'],
  'matrix.kv': ['KV {dtype}', 'KV {dtype}'],
  'matrix.refused': ['refused with these settings', '与当前设置冲突'],
  'matrix.foot': [
    'Outlined: yours. † changes outputs: validate accuracy before production.',
    '方框：你的设置。† 会改变输出：上线前请验证精度。',
  ],

  // messages: the config of a model
  'm.config-too-large': [
    'The config has {given} bytes; at most {max} are read.',
    'config 有 {given} 字节，最多读取 {max}。',
  ],
  'm.config-too-large.do': ['Paste the model’s own config.json.', '请粘贴模型自己的 config.json。'],
  'm.config-empty': ['The config is empty.', 'config 为空。'],
  'm.config-empty.do': ['Paste all of config.json.', '请粘贴完整的 config.json。'],
  'm.config-not-json': [
    'The config is not JSON at column {column}: “{found}”.',
    'config 在第 {column} 列不是 JSON：“{found}”。',
  ],
  'm.config-not-json.do': ['Paste it again from the file.', '请从文件重新粘贴。'],
  'm.config-has-comment': [
    'The config has a comment, which JSON does not allow.',
    'config 中有注释，JSON 不允许。',
  ],
  'm.config-has-comment.do': ['Remove it.', '请删除注释。'],
  'm.config-cut': ['The config ends in the middle.', 'config 在中途结束。'],
  'm.config-cut.do': ['Paste it to its last brace.', '请粘贴到最后一个括号。'],
  'm.config-too-deep': ['The config is nested more than {max} deep.', 'config 嵌套超过 {max} 层。'],
  'm.config-too-deep.do': ['Paste the model’s own config.json.', '请粘贴模型自己的 config.json。'],
  'm.config-not-object': ['The config is no JSON object.', 'config 不是 JSON 对象。'],
  'm.config-not-object.do': [
    'Paste all of it, from brace to brace.',
    '请从左括号到右括号完整粘贴。',
  ],
  'm.config-no-architecture': [
    'The config names no model_type and no architectures.',
    'config 没有 model_type 或 architectures。',
  ],
  'm.config-no-architecture.do': ['Known: {known}.', '已知：{known}。'],
  'm.config-unknown-architecture': ['“{given}” is not known here.', '不认识“{given}”。'],
  'm.config-unknown-architecture.do': [
    'Known: {known}. A boot log works for any model.',
    '已知：{known}。启动日志适用于任何模型。',
  ],
  'm.config-not-hybrid': [
    '{linear} recurrent and {attention} attention layers: no hybrid model.',
    '{linear} 个循环层、{attention} 个注意力层：不是混合模型。',
  ],
  'm.config-not-hybrid.do': [
    'The ratio applies to models with both.',
    '该比例只适用于两种层都有的模型。',
  ],
  'm.config-missing-key': ['The config lacks {field}.', 'config 缺少 {field}。'],
  'm.config-missing-key.do': [
    'Expected is {expected}. Paste the whole file.',
    '此处应为{expected}。请粘贴整个文件。',
  ],
  'expected.number': ['a whole number', '整数'],
  'expected.layers': ['what says which layers are recurrent', '说明哪些层为循环层的内容'],
  'expected.section': ['a section in braces', '花括号中的对象'],
  'm.config-not-whole': ['{field} is {given}.', '{field} 为 {given}。'],
  'm.config-not-whole.do': [
    'It must be a whole number, {min} to {max}.',
    '应为整数，{min} 至 {max}。',
  ],
  'm.config-not-word': ['{field} is not a word.', '{field} 不是字符串。'],
  'm.config-not-word.do': ['It must be a word in quotes.', '应为引号中的字符串。'],
  'm.config-not-section': [
    '{field} is {given}, not a section.',
    '{field} 为 {given}，不是对象。',
  ],
  'm.config-not-section.do': ['It must be a section in braces.', '应为花括号中的对象。'],
  'm.config-not-layer-words': ['{field} is not a list of layer names.', '{field} 不是层名列表。'],
  'm.config-not-layer-words.do': ['It must be a list of words in quotes.', '应为引号字符串的列表。'],
  'm.config-not-layer-numbers': [
    '{field} is not a list of layer numbers.',
    '{field} 不是层号列表。',
  ],
  'm.config-not-layer-numbers.do': ['It must be a list of whole numbers.', '应为整数列表。'],
  'm.config-bad-layer': [
    '{field} holds “{given}”, which is no layer.',
    '{field} 中的“{given}”不是有效的层。',
  ],
  'm.config-bad-layer.do': ['Compare it with the published file.', '请对照公开的文件。'],
  'm.config-too-many-layers': ['{field} lists too many layers.', '{field} 列出的层过多。'],
  'm.config-too-many-layers.do': ['Compare it with the published file.', '请对照公开的文件。'],
  'm.config-heads-mismatch': [
    '{heads} heads of {head_dim} are not the inner size {inner}.',
    '{heads} 个头 × {head_dim} 不等于内部宽度 {inner}。',
  ],
  'm.config-heads-mismatch.do': ['Compare them with the published file.', '请对照公开的文件。'],
  'm.config-key-twice': ['The config gives {field} twice.', 'config 中 {field} 出现两次。'],
  'm.config-key-twice.do': ['The last one counts.', '以最后一个为准。'],
  'm.config-layers-disagree': [
    '{field} lists {given} layers, {other} says {other_given}.',
    '{field} 列出 {given} 层，{other} 为 {other_given}。',
  ],
  'm.config-layers-disagree.do': ['The list counts.', '以列表为准。'],
  'm.config-dtype-unknown': ['{field} “{given}” is not known.', '不认识 {field} “{given}”。'],
  'm.config-dtype-unknown.do': ['Choose the dtype by hand.', '请手动选择精度。'],

  // the chart, the repairs, the memory
  'chart': ['Requests in flight against the ratio', '并发请求数随比例的变化'],
  'chart.say': [
    'The lower line is what you get. They cross at the balance. Ratio on a log scale.',
    '较低的线就是实得并发，交点即平衡点。比例为对数刻度。',
  ],
  'chart.data': ['The same data as a table', '以表格查看相同数据'],
  'chart.now': ['now', '当前'],
  'repairs': ['Every one-flag repair', '每一种单参数修复'],
  'repairs.say': ['the first keeps most', '第一项损失最小'],
  'repairs.flag': ['Add or change', '添加或修改'],
  'repairs.costs': ['What it costs', '代价'],
  'repairs.tokens': ['{n} KV tokens', '{n} 个 KV token'],
  'repairs.outputs': ['changes outputs: validate accuracy', '改变输出：请验证精度'],
  'repairs.prefixes': ['no prefix reuse', '不再复用前缀'],
  'repairs.nothing': ['nothing', '无'],
  'memory.where': ['Where the memory of one GPU went', '单张 GPU 的显存去向'],
  'memory': [' {gib:gib} ({share:percent})', ' {gib:gib}（{share:percent}）'],
  'memory.weights': ['weights', '权重'],
  'memory.state': ['state', '状态'],
  'memory.draft_states': ['draft buffers', '草稿缓冲'],
  'memory.kv': ['KV', 'KV'],
  'memory.draft_kv': ['draft KV', '草稿 KV'],
  'memory.graphs': ['graphs', 'CUDA Graph'],
  'memory.left_over': ['left over', '剩余'],
  'memory.pools': ['for both pools', '供两池使用'],
  'memory.kept': ['kept by --mem-fraction-static', 'mem-fraction-static 预留'],
  'memory.other': ['not said', '日志未说明'],
  'compare.repair': ['Repair', '修复'],
  'compare.also.sub': ['your row', '自选对比'],

  // messages: the engine model beside the log
  'm.more-granted-than-slots': [
    'The log grants {granted} requests, but {slots} slots at S = {S} admit fewer.',
    '日志允许 {granted} 个请求，但 {slots} 个槽位在 S = {S} 时容纳不了这么多。',
  ],
  'm.more-granted-than-slots.full': [
    'The log grants {granted} requests of {slots} slots. That is {shown} slots a request, while the ' +
      'settings known here give {S}: the figures do not fit this server yet.',
    '日志的 {slots} 个槽位允许 {granted} 个请求，即每请求 {shown} 个槽位；而此处已知的设置推出 {S} 个，' +
      '因此下面的数字还不符合这台服务器。',
  ],
  'm.more-granted-than-slots.do': [
    'S can be at most {most}: check the strategy, overlap and SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK.',
    'S 至多为 {most}：请核对策略、overlap 与 SGLANG_OPT_MAMBA_SKIP_DECODE_LOCK。',
  ],
  'S.use': ['Use S = {shown}', '采用 S = {shown}'],
  'm.limit-below-pool': [
    'The log grants {granted} requests although {slots} slots admit {clamp}.',
    '{slots} 个槽位可容纳 {clamp} 个请求，日志却只允许 {granted} 个。',
  ],
  'm.limit-below-pool.do': [
    'Another limit binds: raise --max-running-requests.',
    '受其他上限约束：请调高 --max-running-requests。',
  ],
  'm.best-gains': [
    'The exact best serves {best} requests, r* {ratio_requests}.',
    '精确最优可容纳 {best} 个请求，r* 为 {ratio_requests} 个。',
  ],
  'm.best-gains.do': ['Take it where each request counts.', '在意每个请求时请采用。'],
  'm.draft-buffers-dwarf-pool': [
    'Draft buffers take {buffer_gib:gib}, more than the state pool’s {state_gib:gib}.',
    '草稿缓冲占 {buffer_gib:gib}，超过状态池的 {state_gib:gib}。',
  ],
  'm.draft-buffers-dwarf-pool.do': [
    'They take {share:percent} of the pools’ memory: lower D or --max-running-requests, or use ReplaySSM.',
    '缓冲占两池显存的 {share:percent}：请减小 D 或 --max-running-requests，或使用 ReplaySSM。',
  ],
  'm.log-lacks-ratio': [
    'At ratio 0.9 none of SGLang’s known sizing rules gives {slots} slots, the newest {low} to {high}: the ratio or pin of this boot is not in the log.',
    '比例 0.9 时 SGLang 已知的分配规则都得不出 {slots} 个槽位（最新版为 {low} 至 {high} 个）：日志里缺这次启动的比例或固定槽位数。',
  ],
  'm.log-lacks-ratio.do': [
    'Type it: the pools stand at about {ratio:ratio} to 1, or {slots} slots were pinned.',
    '请填写：两池之比约为 {ratio:ratio}，或固定了 {slots} 个槽位。',
  ],
  'm.log-lacks-speculation': [
    'Draft memory is printed, but the log does not name the speculative algorithm and D, so {slots} slots cannot be explained.',
    '日志印有草稿显存，却没有投机算法与 D，因此无法解释 {slots} 个槽位。',
  ],
  'm.log-lacks-speculation.do': ['Choose the algorithm and type D.', '请选择算法并填写 D。'],
  'm.no-generation-fits': [
    'None of SGLang’s known sizing rules gives {slots} slots; the newest gives {low} to {high}.',
    'SGLang 已知的分配规则都得不出 {slots} 个槽位；最新版为 {low} 至 {high} 个。',
  ],
  'm.no-generation-fits.do': [
    'Check ratio, pin and memory against the log.',
    '请对照日志核对比例、固定槽位数与显存。',
  ],

  // messages: a model recognised from its sizes
  'm.conv-dtype-set': [
    'SGLANG_MAMBA_CONV_DTYPE is set, so the sizes name no model.',
    '设置了 SGLANG_MAMBA_CONV_DTYPE，无法由大小识别模型。',
  ],
  'm.conv-dtype-set.do': [
    'Nothing to do: the sizes of the log count.',
    '无需处理：以日志大小为准。',
  ],
  'm.model-recognised': [
    'This is {models} at TP {tp}{also}, {ssm_dtype} state, {kv_dtype} KV: exact bytes ' +
      '{state_bytes} a slot and {kv_bytes} a token.',
    '这是 {models}，TP {tp}{also}，{ssm_dtype} 状态，{kv_dtype} KV：精确字节数为每槽位 {state_bytes}、' +
      '每 token {kv_bytes}。',
  ],
  'exact.use': ['Use the exact bytes', '使用精确字节数'],
  'm.model-recognised.do': [
    'Public logs that agree: {public_logs}.',
    '与之一致的公开日志：{public_logs} 份。',
  ],
  'm.model-candidates': ['The sizes fit {models}; no digit decides.', '大小符合 {models}，位数不足以断定。'],
  'm.model-candidates.do': [
    'Choose yours to use its exact bytes.',
    '选择你的模型即可使用精确字节数。',
  ],
  'm.config-fits': [
    'The config.json gives these sizes at TP {tp}, {ssm_dtype} state, {kv_dtype} KV: exact bytes ' +
      '{state_bytes} a slot and {kv_bytes} a token.',
    '该 config.json 在 TP {tp}、{ssm_dtype} 状态、{kv_dtype} KV 下正好得到这些大小：精确字节数为每槽位 ' +
      '{state_bytes}、每 token {kv_bytes}。',
  ],
  'm.config-fits.do': [
    'Use them to be exact: printed sizes are rounded.',
    '如需精确可使用它们：日志中的大小经过舍入。',
  ],
  'm.config-does-not-fit': [
    'The config.json does not give these sizes at the TP and precisions known.',
    '按已知的 TP 与精度，该 config.json 得不到这些大小。',
  ],
  'm.config-does-not-fit.do': [
    'The sizes count. Is it another model’s, or another TP?',
    '以这些大小为准。是否粘贴了别的模型的 config，或 TP 有误？',
  ],
  'm.model-named': [
    'The log names {model}: the bytes that it does not print are known.',
    '日志写明模型为 {model}：日志未给出的字节数是已知的。',
  ],
  'm.model-named.do': ['Use them to get the answer.', '使用后即可得到结果。'],
  'm.model-not-recognised': ['The sizes fit no known model.', '大小不符合任何已知模型。'],
  'm.model-not-recognised.do': [
    'Nothing to do: the sizes of the log count.',
    '无需处理：以日志大小为准。',
  ],

  // models and configs
  'kicker.config': ['From a config.json: {architecture}', '来自 config.json：{architecture}'],
  'kicker.model': ['From the model', '来自模型'],
  'model.hint': [
    'Exact bytes of a known model, or of its config.json, where no log gives the sizes. ' +
      'Requests need the memory too: see “GPU memory without a log”.',
    '没有日志时，可用已知模型或其 config.json 的精确字节数。要得出并发数还需显存：见“无日志时的' +
      '显存”。',
  ],
  'r.cap-from-slots-lazy': [
    'The state pool has {slots} slots and each request holds {S}, so it admits {clamp}. With ' +
      '--mamba-radix-cache-strategy extra_buffer_lazy a request holds {lazy_S}: {lazy_requests} fit. ' +
      'Or type a target, C, to pin enough slots.',
    '状态池有 {slots} 个槽位，每个请求占 {S} 个，因此可容纳 {clamp} 个。用 --mamba-radix-cache-strategy ' +
      'extra_buffer_lazy 每个请求占 {lazy_S} 个：可容纳 {lazy_requests} 个。也可填写目标 C 以固定足够的槽位。',
  ],
  'formula.slot-of-model': [
    'conv {conv_bytes} + SSM {ssm_bytes} ({ssm_dtype}), tp {tp}',
    'conv {conv_bytes} + SSM {ssm_bytes}（{ssm_dtype}），tp {tp}',
  ],
  'formula.token-of-model': [
    'target {target_bytes} ({kv_dtype}), tp {tp}',
    '目标模型 {target_bytes}（{kv_dtype}），tp {tp}',
  ],
  'formula.rest-of-gpu': [
    '{free:gb} GiB free, less weights and reserve',
    '空闲 {free:gb} GiB 减去权重与预留',
  ],
  'model.search': ['Find a model', '查找模型'],
  'model.unconfirmed': ['unproven', '未经日志验证'],
  'm.unknown-model': ['“{given}” is not in the table of models.', '模型表中没有“{given}”。'],
  'm.unknown-model.do': [
    'Choose one of the list, or paste its config.json.',
    '请从列表选择，或粘贴其 config.json。',
  ],
  'm.weights-leave-nothing': [
    'Weights and reserve take more than there is: {missing_gib:gib} too little.',
    '权重与预留超过可用显存，还差 {missing_gib:gib}。',
  ],
  'm.weights-leave-nothing.do': [
    'Raise tp, lower the weights’ precision, or raise --mem-fraction-static.',
    '请增大 tp、降低权重精度，或调高 --mem-fraction-static。',
  ],
  'm.weights-scaled': [
    'Weights of {was_gib:gib} on {was_ranks} {was_ranks|GPU|GPUs} are taken as {weights_gib:gib} ' +
      'on {ranks}.',
    '{was_ranks} 卡时每卡权重 {was_gib:gib}，按 {ranks} 卡均分为 {weights_gib:gib}。',
  ],
  'm.weights-scaled.do': [
    'An even share: type the true weights once it boots.',
    '此为均分估计：启动后请填写实际权重。',
  ],
  'm.weights-estimated.full': [
    'The weights are estimated at {weights_gib:gib} a GPU, ± {off_gib:gib}: {billions} billion ' +
      'parameters at {bytes} bytes over {ranks} {ranks|GPU|GPUs}. So {low} to {high} requests.',
    '权重估计为每卡 {weights_gib:gib}，误差 ± {off_gib:gib}：{billions} B（十亿）参数，每个 {bytes} 字节，分布' +
      '于 {ranks} 卡。因此为 {low} 至 {high} 个请求。',
  ],
  'm.weights-estimated': [
    'The weights are estimated at {weights_gib:gib} a GPU, ± {off_gib:gib}: {billions} billion ' +
      'parameters at {bytes} bytes over {ranks} {ranks|GPU|GPUs}.',
    '权重估计为每卡 {weights_gib:gib}，误差 ± {off_gib:gib}：{billions} B（十亿）参数，每个 {bytes} 字节，分布' +
      '于 {ranks} 卡。',
  ],
  'm.weights-estimated.do': [
    'Type what “Load weight end” prints as mem usage.',
    '请填写 “Load weight end” 显示的 mem usage。',
  ],
  'm.weights-unknown': [
    'The weights are not known: neither typed nor to be told from the model’s name.',
    '权重未知：既未填写，也无法由模型名称得知。',
  ],
  'm.weights-unknown.do': [
    'Type their memory on one GPU.',
    '请填写单卡上的权重显存。',
  ],
  'm.mem-fraction-assumed': [
    'The static memory fraction is taken as {mem_fraction}.',
    '静态显存占比按 {mem_fraction} 计。',
  ],
  'm.mem-fraction-assumed.do': ['Type yours.', '请填写你的值。'],
  'm.model-not-confirmed': [
    'No public boot log has confirmed the bytes of {model} yet.',
    '尚无公开启动日志验证 {model} 的字节数。',
  ],
  'm.model-not-confirmed.do': [
    'Compare them with a boot log where you can.',
    '条件允许时请与启动日志对照。',
  ],

  // messages: how the boot ended
  'm.boot-too-small': [
    'The engine refused to start: the state pool is too small to serve a request.',
    '引擎拒绝启动：状态池太小，放不下一个请求。',
  ],
  'm.boot-too-small.do': [
    'Raise the ratio, or pin one request’s slots and one more with --max-mamba-cache-size.',
    '请增大比例，或用 --max-mamba-cache-size 固定比单个请求多一个的槽位数。',
  ],
  'm.boot-not-enough-memory': [
    'The engine refused to start: not enough memory for the state pool.',
    '引擎拒绝启动：状态池显存不足。',
  ],
  'm.boot-not-enough-memory.full': [
    'The engine refused to start: from {total_rest_memory_gib:gib} for both pools it computed ' +
      '{computed_slots} {computed_slots|slot|slots} of {state_mib} MiB.',
    '引擎拒绝启动：两池可用显存 {total_rest_memory_gib:gib}，每槽 {state_mib} MiB，算得槽位数 {computed_slots}。',
  ],
  'm.boot-not-enough-memory.do': [
    'Raise the ratio or --mem-fraction-static, or choose extra_buffer_lazy.',
    '请增大比例或 --mem-fraction-static，或改用 extra_buffer_lazy。',
  ],
  'm.boot-weights-leave-no-room': [
    'The engine refused to start: the weights leave no memory for the pools.',
    '引擎拒绝启动：权重没有给内存池留下显存。',
  ],
  'm.boot-weights-leave-no-room.do': [
    'Raise --mem-fraction-static or tp.',
    '请调高 --mem-fraction-static 或增大 tp。',
  ],
  'm.boot-out-of-memory': [
    'The GPU ran out of memory after the pools were allocated.',
    '分配内存池之后显存耗尽。',
  ],
  'm.boot-out-of-memory.do': [
    'Lower --mem-fraction-static; the ratio does not decide this.',
    '请调低 --mem-fraction-static；这与比例无关。',
  ],
  'm.boot-out-of-memory-loading': [
    'The GPU ran out of memory while the weights were loaded.',
    '加载权重时显存耗尽。',
  ],
  'm.boot-out-of-memory-loading.do': [
    'Raise tp or take smaller weights.',
    '请增大 tp 或使用更小的权重。',
  ],
  'm.boot-capped-to-zero': [
    'The state pool admits no request: the boot is capped to 0.',
    '状态池放不下任何请求：并发上限为 0。',
  ],
  'm.boot-capped-to-zero.do': ['Raise the ratio or pin more slots.', '请增大比例或固定更多槽位。'],
  'm.state-slots-ran-out': [
    'The server ran out of state slots while serving.',
    '服务运行中状态槽位耗尽。',
  ],
  'm.state-slots-ran-out.do': [
    'Pin one slot more than requests × S, or raise the ratio.',
    '固定的槽位数应比请求数 × S 多一个，或增大比例。',
  ],
  'm.boot-stopped': ['The boot failed for another reason.', '启动因其他原因失败。'],
  'm.boot-stopped.do': ['Read the traceback there.', '请查看该处的错误信息。'],
  'm.boot-stops-before-pools': [
    'The boot stops before the pools were allocated.',
    '启动在分配内存池之前就停止了。',
  ],
  'm.boot-stops-before-pools.do': [
    'Paste the log further on, or choose the model.',
    '请粘贴后续日志，或选择模型。',
  ],

  // messages: what was read and what not
  'm.log-other-engine': [
    'This looks like a log of {engine}; this page reads SGLang’s.',
    '这像是 {engine} 的日志；本页只读 SGLang 的日志。',
  ],
  'm.log-other-engine.do': [
    'Paste a boot log of SGLang, or type the sizes.',
    '请粘贴 SGLang 启动日志，或填写大小。',
  ],
  'm.log-nothing-read': ['No line of an SGLang boot was found.', '没有找到 SGLang 启动日志的行。'],
  'm.log-nothing-read.do': [
    'Paste the lines with “Cache is allocated”.',
    '请粘贴含 “Cache is allocated” 的行。',
  ],
  'm.log-no-state-pool': [
    'The log has a KV pool but no state pool.',
    '日志里有 KV 池但没有状态池。',
  ],
  'm.log-no-state-pool.do': [
    'A model without recurrent layers needs no ratio; else paste the “Mamba Cache” line.',
    '没有循环层的模型不需要该比例；否则请粘贴 “Mamba Cache” 一行。',
  ],
  'm.log-unified-pool': [
    'The server uses the unified memory pool: no fixed split.',
    '服务器使用统一内存池：没有固定划分。',
  ],
  'm.log-unified-pool.do': ['The ratio does not apply there.', '该比例不适用。'],
  'm.log-zero': ['{field} is printed as 0.', '日志中 {field} 为 0。'],
  'm.log-zero.do': ['The other messages say what follows.', '后果见其他提示。'],
  'm.log-other-engine-line': ['A line of {engine} was left out.', '已忽略 {engine} 的一行。'],
  'm.log-other-engine-line.do': [
    'Nothing to do if it is not yours.',
    '若不是你的服务器则无需处理。',
  ],
  'm.log-negated-line': [
    'A line that says what must not appear was left out.',
    '已忽略一行说明“不应出现”的文字。',
  ],
  'm.log-negated-line.do': ['Nothing to do if it is a remark.', '若只是说明则无需处理。'],
  'm.log-quoted-failure': [
    'A line quotes an error of the engine without its figures: taken for words about it.',
    '有一行引用了引擎的报错但没有其中的数字，视为说明文字。',
  ],
  'm.log-quoted-failure.do': [
    'If it is your boot’s, paste the error as the log prints it.',
    '若这是你的启动报错，请按日志原样粘贴。',
  ],
  'm.log-number-cut': [
    '“{given}” stands at the very end and may be cut, so it was not taken.',
    '“{given}”位于末尾，可能被截断，因此未采用。',
  ],
  'm.log-number-cut.do': ['Paste the line to its end.', '请把该行粘贴完整。'],
  'm.later-boot-failed': [
    'Boot {boot} of this log failed later; this answer is for an earlier one.',
    '此日志中之后的第 {boot} 次启动失败；当前结果对应较早的一次。',
  ],
  'm.later-boot-failed.do': [
    'Choose it under “What was read” to see why.',
    '可在“读到的数据”中选择它查看原因。',
  ],
  'm.log-several-boots': [
    'The log holds {boots} boots; number {chosen} is shown.',
    '日志包含 {boots} 次启动，显示第 {chosen} 次。',
  ],
  'm.log-several-boots.do': [
    'Choose another under “What was read”.',
    '可在“读到的数据”中选择其他启动。',
  ],
  'm.log-reversed': [
    'The newest line stands first, so the log was read from its end.',
    '日志按时间倒序，已从末尾读起。',
  ],
  'm.log-reversed.do': ['Nothing to do.', '无需处理。'],
  'm.log-unread-lines': [
    '{lines} {lines|line looks|lines look} relevant but could not be read.',
    '有 {lines} 行看似相关但未能读懂。',
  ],
  'm.log-unread-lines.do': [
    'See them under “What was read” and type what is missing.',
    '请在“读到的数据”中查看，并填写缺少的值。',
  ],
  'm.ranks-differ': [
    '{field}: rank {rank} has {value}, rank {other_rank} {other} (line {other_line:plain}).',
    '{field}：rank {rank} 为 {value}，rank {other_rank} 为 {other}（第 {other_line:plain} 行）。',
  ],
  'm.ranks-differ.do': [
    'The tightest rank counts; choose another under “What was read”.',
    '以最紧的 rank 为准；可在“读到的数据”中另选。',
  ],
  'm.fact-from-other-rank': ['{field} comes from rank {rank}.', '{field} 取自 rank {rank}。'],
  'm.fact-from-other-rank.do': ['The chosen rank does not print it.', '所选 rank 没有显示该值。'],
  'm.draft-pool-ignored': [
    'A later KV pool ({value} GiB) is the draft model’s: counted as memory, not as tokens.',
    '后面的 KV 池（{value} GiB）属于草稿模型：计入显存，不计入 token 数。',
  ],
  'm.draft-pool-ignored.do': [
    'Its bytes count as “Draft KV of a token”.',
    '其字节数计入“草稿模型每 token KV”。',
  ],
  'm.window-pool-ignored': [
    'A sliding-window pool ({value} GiB) is shown but not used.',
    '滑动窗口池（{value} GiB）仅显示，未采用。',
  ],
  'm.window-pool-ignored.do': ['Nothing to do: the full pool counts.', '无需处理：以完整池为准。'],
  'm.draft-weights-only': [
    'Only a draft model’s weights are in this log.',
    '日志中只有草稿模型的权重。',
  ],
  'm.draft-weights-only.do': ['Paste the log from its start.', '请从头粘贴日志。'],
  'm.int8-checkpoints-outside': [
    'The int8 checkpoint pool lies outside both budgets.',
    'int8 检查点池不在两池预算之内。',
  ],
  'm.int8-checkpoints-outside.do': ['Nothing to do: it is not counted.', '无需处理：不计入。'],
  'm.check-requests': [
    '{slots} slots at {slots_per_request} each admit {admitted}, but the log prints {printed} ' +
      '(line {other_line:plain}).',
    '{slots} 个槽位、每请求 {slots_per_request} 个，应容纳 {admitted} 个，日志却印 {printed}（' +
      '第 {other_line:plain} 行）。',
  ],
  'm.check-requests.do': [
    'Another limit may bind; check --max-running-requests.',
    '可能受其他上限约束；请核对 --max-running-requests。',
  ],
  'm.check-tokens': [
    'The pool prints {value} tokens, the ready line {other} (line {other_line:plain}).',
    '内存池印 {value} 个 token，就绪行印 {other}（第 {other_line:plain} 行）。',
  ],
  'm.check-tokens.do': ['The pool’s own figure counts.', '以内存池的数值为准。'],
  'm.check-slots-asked': [
    '{asked} slots were asked for (line {other_line:plain}), {granted} granted.',
    '要求 {asked} 个槽位（第 {other_line:plain} 行），实际分配 {granted} 个。',
  ],
  'm.check-slots-asked.do': ['What was granted counts.', '以实际分配为准。'],
  'm.speculation-unknown': [
    'This page does not know the speculative algorithm {given}.',
    '本页不认识投机算法 {given}。',
  ],
  'm.speculation-unknown.do': [
    'Its draft states are counted as given; check D.',
    '草稿状态数按给出的值计算，请核对 D。',
  ],
  'm.check-page': [
    '{tokens} tokens are no whole number of pages of {page} (line {other_line:plain}).',
    '{tokens} 个 token 不是每页 {page} 个（第 {other_line:plain} 行）的整数倍。',
  ],
  'm.check-page.do': [
    'This boot had another page size; the one asked for is left out.',
    '这次启动用的是另一个页大小，上面要求的值不采用。',
  ],
  'm.check-kv-dtype': [
    'KV dtype {asked} was asked for (line {other_line:plain}), {printed} is printed.',
    '要求 KV 精度 {asked}（第 {other_line:plain} 行），日志印 {printed}。',
  ],
  'm.check-kv-dtype.do': ['What is printed counts.', '以日志显示的为准。'],

  // messages: the workload
  'm.l-from-decode-lines': [
    'L is the mean context held in {lines} decode lines.',
    'L 取自 {lines} 条 decode 行的平均上下文。',
  ],
  'm.l-from-decode-lines.do': [
    'It is below input + output while requests still grow; type L to override it.',
    '请求仍在增长时它低于输入 + 输出；可手填 L 覆盖。',
  ],
  'm.workload-has-zeros': [
    '{lines} decode {lines|line shows|lines show} a request that just ended.',
    '{lines} 条 decode 行显示的是刚结束的请求。',
  ],
  'm.workload-has-zeros.do': [
    'The mean without zeros is the better L.',
    '去零平均值更适合作为 L。',
  ],
  'm.workload-from-histogram': [
    'Median and p90 of {lines} lines come from a histogram, within 0.1 %.',
    '{lines} 行的中位数与 p90 由直方图得出，误差 0.1 % 以内。',
  ],
  'm.workload-from-histogram.do': ['Nothing to do.', '无需处理。'],
  'm.workload-preallocated': [
    'On a disaggregated decode server the tokens include pre-allocated ones.',
    '分离式 decode 服务器的 token 数包含预分配部分。',
  ],
  'm.workload-preallocated.do': ['Read L as an upper bound.', '请把 L 看作上限。'],

  // facts of the workload and further ones
  'f.decode_lines': ['Decode lines', 'decode 行数'],
  'f.tokens_per_running_mean': ['Tokens per request, mean', '每请求 token，平均'],
  'f.tokens_per_running_mean_nonzero': ['Mean without zeros', '去零平均'],
  'f.tokens_per_running_median': ['Median', '中位数'],
  'f.tokens_per_running_p90': ['90th percentile', '第 90 百分位'],
  'f.slots_per_running_mean': ['Slots held per request', '每请求实占槽位'],
  'f.peak_full_usage': ['Peak KV usage', 'KV 用量峰值'],
  'f.peak_mamba_usage': ['Peak state usage', '状态用量峰值'],
  'f.queue_share': ['Lines with a queue', '有排队的行占比'],
  'f.workload_binding': ['Bound in practice', '实际先满'],
  'f.retracted_requests': ['Retracted requests', '回退（retract）的请求'],
  'f.avail_mem_before_weights_gb': ['Free before weights', '加载权重前空闲'],
  'f.weights_gb': ['Weights', '权重'],
  'f.draft_weights_gb': ['Draft weights', '草稿权重'],
  'f.left_over_gb': ['Free at last', '最终空闲'],
  'f.replay_ring_gb': ['Replay ring', 'ReplaySSM 环形缓冲'],
  'f.multimodal_reserve_gb': ['Multimodal reserve', '多模态预留'],
  'f.int8_checkpoint_slots': ['int8 checkpoint slots', 'int8 检查点槽位'],
  'u.lines': ['lines', '行'],
  'f.context_len': ['Context length', '上下文长度'],
};
