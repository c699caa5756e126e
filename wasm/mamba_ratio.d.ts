/** Typed face of the WebAssembly module: what the page, its worker, Node and other pages call. */

/** Where a value comes from. `computed` stands only in answers. */
export type Origin = 'hand' | 'log' | 'link' | 'model' | 'example' | 'default' | 'computed';

export type Level = 'error' | 'warning' | 'note';

/** What is put into a sentence: numbers at full precision, words as they are. */
export type Arguments = Record<string, number | string>;

/** One thing to tell a person; the sentence stands under `code` in the table of texts. */
export interface Message {
  code: string;
  level: Level;
  /** Key of the parameter or name of the fact; '' where it is about none. */
  field: string;
  /** 1-based line of the pasted text. */
  line: number | null;
  args: Arguments;
}

/** A sentence of the answer area: `code` is looked up like a message's. */
export interface Sentence {
  code: string;
  args: Arguments;
}

/** One row of the table of parameters. */
export interface Parameter {
  key: string;
  name: string;
  flag: string;
  server_arg: string;
  kind: 'count' | 'tokens' | 'gib' | 'bytes' | 'decimal' | 'choice' | 'model' | 'list';
  unit: string;
  default_text: string;
  min: number;
  above_min: boolean;
  max: number;
  choices: string[];
  group: 'workload' | 'pools' | 'bytes' | 'model' | 'slots' | 'speculation' | 'parallelism'
    | 'target' | 'engine' | 'memory';
  built: boolean;
}

/**
 * One field of the form as given: `text` is what was typed, linked or read. The last of a key
 * counts; one by hand after one that came with the sizes asks for another setting than theirs.
 */
export interface Entry {
  key: string;
  text: string;
  origin: Origin;
  /** 1-based line of the pasted text, for origin `log`. */
  line?: number | null;
}

/** What a parameter counts as, given or not. */
export interface Value {
  /** Canonical text, e.g. `131072` for `128K`; '' where there is none. */
  text: string;
  value: number | string | null;
  origin: Origin;
  line: number | null;
  /** Stands in the field but is not used, e.g. D without an algorithm. */
  unused: boolean;
}

/** A result. `value` is null where unknown; then `missing` is the code of what is missing. */
export interface Result {
  value: number | string | null;
  low: number | null;
  high: number | null;
  missing: string | null;
}

/** What one setting gives. Numbers are null where they cannot be known. */
export interface Outcome {
  /** `present`, `changed` (its flags under the settings asked for, or a refused boot that would start
   *  under those of now), `default`, `ratio` (r*, the flag), `best`, `pin`, `also` (one for each row
   *  to compare; `flag` then is its settings). */
  id: string;
  /** The text to pass, '' for the present setting. */
  flag: string;
  r: number | null;
  slots: number | null;
  kv_tokens: number | null;
  clamp: number | null;
  kv_cap: number | null;
  /** Requests of length L in flight: the smaller of clamp, KV cap and M. */
  requests: number | null;
  binding: 'state' | 'kv' | 'balanced' | 'refused' | null;
}

/** A change of one flag that makes a refused boot start. */
export interface Repair {
  flag: string;
  slots: number;
  /** null, as the next: the log does not tell the KV pool. */
  requests: number | null;
  kv_tokens: number | null;
  tokens_lost: number | null;
  keeps_outputs: boolean;
  keeps_prefix_reuse: boolean;
}

/** One part of the GPU's memory that is known; `share` is of all that is known to be there. */
export interface MemoryPart {
  id: 'weights' | 'state' | 'draft_states' | 'kv' | 'draft_kv' | 'graphs' | 'left_over' | 'other'
    | 'pools' | 'kept';
  gib: number;
  share: number;
}

/** Both lines are steps: a point's values hold up to the next point's ratio. */
export interface ChartPoint {
  r: number;
  clamp: number;
  kv_cap: number;
  requests: number;
}

/** One length of the table over L. */
export interface LengthRow {
  tokens_per_request: number;
  yours: boolean;
  /** The ratio, or the pin where r is under 0.15; '' where no request fits. */
  flag: string;
  ratio: number | null;
  now_requests: number | null;
  now_binding: 'state' | 'kv' | 'balanced' | 'refused' | null;
  then_requests: number | null;
}

/** Strategies (rows) against precisions (columns), the present precisions first. */
export interface Matrix {
  columns: { ssm_dtype: string; kv_dtype: string; changes_outputs: boolean }[];
  rows: {
    /** extra_buffer, extra_buffer_lazy, no_buffer, radix_off */
    strategy: string;
    slots_per_request: number;
    /** One a column; empty where the engine refuses the row. */
    cells: { requests: number | null; ratio: number | null; yours: boolean;
      reaches_target: boolean }[];
  }[];
  target: number | null;
}

/** One line of "how this is computed": `formula` names a template, `args` are put into it. */
export interface Step {
  id: string;
  formula: string;
  args: Arguments;
  value: number | string | null;
  unit: string;
  origin: Origin;
  /** Lines of the log the numbers come from. */
  lines: number[];
}

export interface Answer {
  /** `invalid`: a value or a combination is refused, every result is null and every flag ''. */
  state: 'answered' | 'partial' | 'invalid';
  /** The memory figures are the worked example's. */
  example: boolean;
  /** Every parameter by key. */
  values: Record<string, Value>;
  /** token_equiv, S, D, ratio, state_bytes, kv_bytes, clamp, kv_cap, binding, pin, ratio_low,
   *  ratio_high, best_ratio, best_requests, now_slots, now_tokens, now_requests, now_clamp,
   *  now_kv_cap, now_binding, generation, rest, and the engine model's own figures of the present
   *  setting: model_slots, model_tokens, model_requests. */
  results: Record<string, Result>;
  /** The same headline with the other reading of the padding row. */
  other_rows: { rows: 'printed' | 'allocated'; state_bytes: number; token_equiv: number;
    ratio: number | null; difference: number } | null;
  /** The exact text to paste, '' where there is none. */
  flag: string;
  best_flag: string;
  pin_flag: string;
  repair_flag: string;
  /** Which of them belongs into the bar. */
  main: 'flag' | 'best' | 'pin' | 'repair';
  headline: Sentence;
  reason: Sentence;
  outcomes: Outcome[];
  /** Of a refused boot, first the one to take. */
  repairs: Repair[];
  memory: MemoryPart[];
  /** Rising ratios; empty where the ratio decides nothing. */
  chart: ChartPoint[];
  lengths: LengthRow[];
  matrix: Matrix;
  steps: Step[];
  /** Most important first. */
  messages: Message[];
  /** The link's fragment without '#'; in state `invalid` of what is valid alone. */
  link: string;
  /** The value of `also` with the settings typed by hand as its last row; '' where none is typed. */
  keep: string;
  /** What was typed by hand over a log and the flag alone does not set: `ssm_dtype bfloat16`. */
  beside: string;
}

/** A fact of a log. */
export interface Fact {
  name: string;
  unit: string;
  value: number | string;
  /** As it stands in the text. */
  printed: string;
  line: number;
  /** The message before, at and after the value. */
  excerpt: [string, string, string];
  rank: string;
  boot: number;
  role: 'chosen' | 'other_rank' | 'other_boot' | 'draft' | 'window';
}

export interface LoggedSetting {
  key: string;
  text: string;
  line: number;
  excerpt: [string, string, string];
  boot: number;
}

export interface Boot {
  boot: number;
  first_line: number;
  last_line: number;
  complete: boolean;
  facts: number;
  ranks: string[];
}

export interface Reading {
  facts: Fact[];
  settings: LoggedSetting[];
  boots: Boot[];
  chosen_boot: number;
  chosen_rank: string;
  /** What goes into the form, origin `log`. */
  inputs: Entry[];
  messages: Message[];
  /** Lines that look relevant and were not understood: the first thousand of `unread_count`. */
  unread: { line: number; text: string }[];
  unread_count: number;
  /** Those lines as a text to send by hand: numbers and masked excerpts; '' where there are none. */
  report: string;
  lines: number;
  bytes: number;
  usable: boolean;
  context: LogContext;
}

/** What a log says that is no field of the form: the memory of one GPU beside the pools in GiB, and
 *  the checkpoint. For `evaluate`. */
export interface LogContext {
  weights_gib: number | null;
  draft_weights_gib: number | null;
  /** Free then. */
  after_weights_gib: number | null;
  /** Free once the pools stand. */
  after_pools_gib: number | null;
  /** Free once the graphs are captured. */
  left_over_gib: number | null;
  /** Unified memory: the pools are one, and no ratio divides it. */
  one_arena: boolean;
  /** Id of the model that the checkpoint's name means; empty: none known. */
  model: string;
  /** `SGLANG_MAMBA_CONV_DTYPE` names a dtype not of 2 bytes. */
  other_conv_dtype: boolean;
}

/** Reads a log in chunks; `free` it when done. */
export interface Reader {
  push(bytes: Uint8Array): void;
  /** What is pushed next is another file; the files of one start's ranks become one boot. */
  next_file(): void;
  finish(): void;
  reading(choice?: { boot?: number; rank?: string }): Reading;
  free(): void;
}

/** A common GPU: what is free on it before the weights, an estimate from the total that nvidia-smi
 *  printed in `source` (repository#thread; empty: no thread to cite). */
export interface Gpu {
  name: string;
  usable_gib: number;
  source: string;
}

/** A model of the table; `public_logs` 0: no public boot log has confirmed its bytes. */
export interface Model {
  id: string;
  aliases: string;
  hf_repo: string;
  max_context_tokens: number;
  public_logs: number;
}

export interface ConfigReading {
  usable: boolean;
  architecture: string;
  quantization: string;
  messages: Message[];
}

export interface MambaRatio {
  version(): { release: string; commit: string; formula_revision: number };
  parameters(): Parameter[];
  /** All the arithmetic: pure, for every keystroke. The worked example stands in where no memory
   *  figure is given, unless a log was read. `log`: the `context` of its reading. */
  evaluate(entries: Entry[], context?: { log_read?: boolean; config?: string;
    log?: LogContext }): Answer;
  /** The table of models, in the order of the page's list. */
  models(): Model[];
  /** The id of the model that a checkpoint's name or path names; null: none of the table. */
  model_of(name: string): string | null;
  /** Common GPUs, smaller ones first. */
  gpus(): Gpu[];
  /** What a config.json says; its text then goes into `evaluate` as `config`. */
  read_config(json: string): ConfigReading;
  /** Whether a pasted text is a config.json rather than a log. */
  looks_like_config(text: string): boolean;
  /** Reads a fragment (with or without '#'). Values stay as given; `evaluate` judges them. */
  parse_link(fragment: string): { entries: Entry[]; messages: Message[] };
  /** The two log lines of the worked example. */
  example_text(): string;
  create_reader(): Reader;
}

/** Instantiates the module from its bytes or from a compiled module. Nothing is fetched. */
export function load(source: { wasmBinary?: ArrayBuffer | Uint8Array;
  wasmModule?: WebAssembly.Module }): Promise<MambaRatio>;
