import { type TableCare, tables } from '~/embedded/privacy/columns'
import { replaceMadePart } from './made-part'

/** Puts the class of every column of the database into docs/data-care.md. */
export function withColumnClasses(page: string): string {
  return replaceMadePart(page, 'app/embedded/privacy/columns.ts', columnClasses())
}

function columnClasses(): string {
  const rows = Object.entries(tables).flatMap(([table, { personal, ledger, technical, member }]) => {
    const last = member ? erasureWords(member) : ''
    const row = (cells: readonly string[]) => `| ${[table, ...cells, last].join(' | ')} |`.replace(/ {2,}/g, ' ')
    const classes = [personal, ledger, technical].map((columns = []) => columns)
    const whole = row(classes.map((columns) => columns.join(', ')))
    if (whole.length <= maxLineCharacters) return [whole]
    // A row for each class, or for half of one.
    return classes.flatMap((columns, index) =>
      halves(columns).map((half) => row(classes.map((_, column) => (column === index ? half.join(', ') : '')))),
    )
  })
  return ['| table | personal | ledger | technical | at an erasure |', '|---|---|---|---|---|', ...rows].join('\n')
}

const maxLineCharacters = 140
const maxColumnsInRow = 9

function halves(columns: readonly string[]): (readonly string[])[] {
  if (columns.length <= maxColumnsInRow) return columns.length === 0 ? [] : [columns]
  const half = Math.ceil(columns.length / 2)
  return [columns.slice(0, half), columns.slice(half)]
}

function erasureWords({ erasure }: NonNullable<TableCare['member']>): string {
  if (typeof erasure === 'object') return 'replaced'
  return { keep: 'stays', delete: 'deleted', redact: 'redacted' }[erasure]
}
