/** Files that come together: the ranks of one start, each with a log of its own. */

/** Rank 2 before rank 10. @param {File[]} files */
export const inOrder = (files) =>
  [...files].sort((a, b) => a.name.localeCompare(b.name, 'en', {numeric: true}));

/** What may be a log, in a folder of many things. @param {string} name */
const mayBeLog = (name) => /^[^.][^.]*$|\.(log|txt|out|err|gz|json|\d+)$/i.test(name);

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function within(entry) {
  if (entry.isFile) {
    const single = /** @type {FileSystemFileEntry} */ (entry);
    return [await new Promise((resolve, reject) => single.file(resolve, reject))];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const files = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return files;
    for (const one of some) {
      if (one.isDirectory || mayBeLog(one.name)) files.push(...(await within(one)));
    }
  }
}

/**
 * The files dropped, those within folders too. Must be called from inside the event.
 * @param {DataTransfer} transfer
 * @returns {Promise<File[]>}
 */
export async function filesOf({items, files}) {
  const plain = [...files];
  const entries = [...items].map((item) => item.webkitGetAsEntry?.());
  const folders = entries.filter((entry) => entry?.isDirectory);
  if (folders.length === 0) return plain;
  const all = entries.filter((entry) => entry != null).map(within);
  return Promise.all(all).then(
    (found) => found.flat(),
    () => plain,
  );
}
