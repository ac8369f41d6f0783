export function isNameIn<Table extends object>(table: Table, word: string): word is Extract<keyof Table, string> {
  return Object.hasOwn(table, word)
}
