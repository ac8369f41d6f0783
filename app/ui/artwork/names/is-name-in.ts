/** Whether a word, such as a part of a path, is a name in a table. */
export function isNameIn<Table extends object>(table: Table, word: string): word is Extract<keyof Table, string> {
  return Object.hasOwn(table, word)
}
