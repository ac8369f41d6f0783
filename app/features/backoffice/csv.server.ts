import { rowFieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { type CommandName, commands } from '~/embedded/backoffice/commands/table'
import { streamBody } from '~/platform/stream-body.server'
import { toCsv } from '~/values/csv.server'
import { type Day, daysBefore, formatSeoulTime, isMoment, toSeoulDay } from '~/values/seoul'
import { type BackofficeRequest, type Row, read } from './screen'
import { type BackofficeTexts, textsOf } from './texts'
import { fieldName, textOf, wordOf } from './values'

type Asked = BackofficeTexts & Pick<BackofficeRequest, 'client' | 'now'>
type Listed = { rows?: Row[]; pages?: number; sums?: Row }

/** The number of rows per call. It is large, because each call adds an entry to the log. */
const size = 1_000

/** Returns all rows of a list as CSV, page by page, with escaped formulas. @throws NotDone if page 1 is refused */
export async function csvOf(asked: Asked, command: CommandName, payload: object): Promise<Response> {
  const texts = textsOf(asked, command)
  const isPaged = 'page' in commands[command].payload.shape
  const readPage = async (page: number, upTo: object = {}) =>
    (await read(asked, command, isPaged ? { ...payload, ...upTo, page, size } : payload)) as Listed
  const first = await readPage(1)
  // Reading the log adds entries, which would shift the following pages. `upTo` excludes them.
  const isLog = command === 'acts' && !('order' in payload && payload.order === 'oldest')
  const upTo = isLog && first.rows?.[0] ? { upTo: first.rows[0].id } : {}
  const { rows = [], sums } = first
  // A list that shows sums leaves most columns empty, so those columns are omitted.
  const isFilled = (field: string) => !sums || rows.length === 0 || rows.some((row) => (row[field] ?? null) !== null)
  const shown = commands[command].columns?.filter((field) => rowFieldsOf(command).includes(field)) ?? []
  const columns = [...new Set([...shown, ...rowFieldsOf(command)])].filter(isFilled)
  const linesOf = (rows: readonly Row[] = []) => {
    const cells = rows.map((row) => columns.map((field) => cellOf(texts, field, row[field])))
    return toCsv(cells, { isForReading: true })
  }
  async function* lines() {
    yield toCsv([columns.map((field) => fieldName(texts, field))], { bom: true })
    yield linesOf(rows)
    for (let page = 2; page <= (first.pages ?? 1); page += 1) yield linesOf((await readPage(page, upTo)).rows)
    const [, ...summed] = columns
    if (sums && rows.length > 0)
      yield toCsv([[texts.t('list.sum'), ...summed.map((field) => cellOf(texts, field, sums[field]))]])
  }
  return new Response(streamBody(lines()), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileNameOf(command, payload, toSeoulDay(asked.now))}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}

function fileNameOf(command: CommandName, payload: object, today: Day): string {
  const { kind, by, to = today, ...asked } = payload as Partial<Record<string, string>>
  const isReport = ['figures', 'handling'].includes(command)
  const from = asked.from ?? (isReport ? daysBefore(to, 27) : undefined)
  const month = to.slice(0, 7)
  const isMonth = from === `${month}-01` && (to === today || daysBefore(to, -1).endsWith('-01'))
  const period = isMonth ? [month] : [from, to]
  return [command === 'figures' ? 'revenue' : command, kind, by && `by-${by}`, ...period].filter(Boolean).join('-')
}

function cellOf(texts: BackofficeTexts, field: string, value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return textOf(texts, field, value)
  return isMoment(value) ? formatSeoulTime(new Date(value)) : wordOf(texts, field, value)
}
