import { randomUUID } from 'node:crypto'
import { type CommandName, commands, mayBeForTwo } from '~/embedded/desk/commands'
import { parseJson } from '~/values/parse-json'
import { csvOf, isList } from '../csv.server'
import type { CommandOutcome, Refusal } from '../door.server'
import { csvHref } from '../links'
import { codeField, type DeskRequest, NotDone, type Page, seeOther } from '../screen'
import { Details, Pages, Rows } from '../values'
import { CodeField } from './code-field'
import { type Done, doneCookie } from './done.server'
import { fieldsOf, payloadFrom } from './fields'
import { Fields } from './form'
import { Outcomes, type Rehearsed, shownOf, sumOf } from './outcomes'
import { RefusalNote } from './refusal'
import { openRehearsal, sealRehearsal } from './seal.server'

const requestIdPattern = /^[A-Za-z0-9_-]{8,36}$/

/** The screen of one command: its form, what it would do, and the press that does it. */
export async function commandScreen(desk: DeskRequest, command: CommandName): Promise<Page | Response> {
  const { form, url } = desk
  const { kind } = commands[command]
  if (kind === 'change') return form ? change(desk, command, form) : formPage(desk, command, url.searchParams)
  if (kind === 'download') return form ? download(desk, command, form) : formPage(desk, command, url.searchParams)
  return readPage(desk, command)
}

/** The form of a command. @param refusal why what was sent was not done. */
export function formPage(desk: DeskRequest, command: CommandName, sent: URLSearchParams, refusal?: Refusal): Page {
  const { texts, url } = desk
  const { t, word } = texts
  const fields = fieldsOf(command)
  const title = word(`command.${command}`, command)
  const ids = forSeveral.has(command) ? sent.getAll('id').slice(0, maxRows) : []
  const isKnown = (field: string) =>
    fields.some(({ name, inner }) => name === field || inner.some((innerField) => innerField.name === field))
  const elsewhere = (refusal?.wrong ?? []).filter(({ field }) => !isKnown(field))
  return {
    title,
    status: refusal ? 422 : 200,
    body: (
      <section>
        <h1>{title}</h1>
        {word(`about.${command}`, '') && <p className="soft">{word(`about.${command}`)}</p>}
        {refusal && !['invalid', 'code_again'].includes(refusal.status) && (
          <RefusalNote texts={texts} refusal={refusal} />
        )}
        {elsewhere.map(({ field, message }) => (
          <p key={field} className="note bad" role="alert">
            {field} {word(message, message)}
          </p>
        ))}
        <form method="post" action={url.pathname}>
          <input type="hidden" name="requestId" value={requestIdOf(sent)} />
          <Kept sent={sent} names={['back', 'first']} />
          {ids.length > 1 && ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)}
          {ids.length > 1 && <p>{t('form.several', { count: ids.length })}</p>}
          <Fields
            texts={texts}
            fields={ids.length > 1 ? fields.filter(({ name }) => name !== 'id') : fields}
            sent={sent}
            wrong={refusal?.wrong}
          />
          <CodeField desk={desk} command={command} isAsked={refusal?.status === 'code_again'} />
          <div className="row">
            <button type="submit" className="primary">
              {t(commands[command].kind === 'download' ? 'form.download' : 'form.rehearse')}
            </button>
            <a href={backOf(sent)}>{t('form.leave')}</a>
          </div>
        </form>
      </section>
    ),
  }
}

/** Fields that go with a form unseen. */
function Kept({ sent, names }: { sent: URLSearchParams; names: readonly string[] }) {
  return names.map(
    (name) => sent.has(name) && <input key={name} type="hidden" name={name} value={sent.get(name) ?? ''} />,
  )
}

/** The request id of a form: its own, or a new one. */
function requestIdOf(sent: URLSearchParams): string {
  const given = sent.get('requestId') ?? ''
  return requestIdPattern.test(given) ? given : randomUUID()
}

/** Where a form came from: an address of the desk. */
function backOf(sent: URLSearchParams): string {
  const given = sent.get('back') ?? ''
  return /^\/desk(?:[/?]|$)/.test(given) && URL.canParse(given, 'http://localhost') ? given : '/desk'
}

/** Commands whose press is not taken back by another. */
const takesAway: ReadonlySet<CommandName> = new Set([
  ...(['cancel', 'erase', 'restrict', 'end-token', 'end-play-money', 'pay-out', 'close'] as const),
])

/** Commands that a list ticks rows for, of one page at most. */
const forSeveral: ReadonlySet<CommandName> = new Set(['approve', 'cancel'])
const maxRows = 50

/** What one press asks of a command: one payload, or one for each of the rows that were ticked. */
function payloadsOf(command: CommandName, sent: URLSearchParams): object[] {
  const fields = fieldsOf(command)
  const ids = forSeveral.has(command) ? [...new Set(sent.getAll('id'))].slice(0, maxRows) : []
  if (ids.length < 2) return [payloadFrom(fields, sent)]
  return ids.map((id) => ({ ...payloadFrom(fields, sent), id }))
}

async function change(desk: DeskRequest, command: CommandName, sent: URLSearchParams): Promise<Page | Response> {
  const { door, operator, now } = desk
  if (forSeveral.has(command) && !sent.has('id') && sent.has('back')) {
    const back = new URL(backOf(sent), 'http://localhost')
    back.searchParams.set('none', '')
    return seeOther(back.pathname + back.search)
  }
  const approval = sent.get('first')
  const more = approval && mayBeForTwo(command) ? { first: approval } : {}
  const payloads = payloadsOf(command, sent).map((payload) => ({ ...payload, ...more }))
  const requestId = requestIdOf(sent)
  const about = { operator: operator.name, command, payloads, requestId }
  const digests = await openRehearsal(sent.get('confirm'), about, now)
  // One after the other: the second of two withdrawals may not be covered any more, and PGlite has one connection.
  const outcomes: Rehearsed[] = []
  for (const [index, payload] of payloads.entries()) {
    // What was refused when it was shown is not tried again.
    if (digests && digests[index] === null) continue
    const own = digests ? { requestId: `${requestId}-${index}`, expects: digests[index] } : { dryRun: true }
    const outcome = await door.call(command, { ...payload, ...own })
    if (outcome.kind === 'ended' || outcome.kind === 'unavailable') throw new NotDone(outcome)
    outcomes.push({ payload, outcome })
  }
  const [first, ...further] = outcomes
  const isOtherwise = outcomes.some(
    ({ outcome }) => outcome.kind === 'refused' && outcome.refusal.status === 'otherwise',
  )
  if (digests && isOtherwise && further.length === 0) {
    const again = new URLSearchParams(sent)
    again.delete('confirm')
    again.set('otherwise', '')
    return change(desk, command, again)
  }
  if (first?.outcome.kind === 'refused' && further.length === 0)
    return formPage(desk, command, sent, first.outcome.refusal)
  if (digests) return seeDone(desk, command, sent, outcomes)
  const seal = await sealRehearsal(
    about,
    outcomes.map(({ outcome }) => digestOf(outcome)),
    now,
  )
  return rehearsalPage(desk, command, sent, outcomes, seal, requestId)
}

/** The digest that the door gives of what a dry run came to; null: it was refused. */
function digestOf(outcome: CommandOutcome<CommandName>): string | null {
  return outcome.kind === 'done' ? ((outcome.result as { digest?: string }).digest ?? null) : null
}

/** What a press would do, before the press. */
function rehearsalPage(
  desk: DeskRequest,
  command: CommandName,
  sent: URLSearchParams,
  outcomes: readonly Rehearsed[],
  seal: string,
  requestId: string,
): Page {
  const { texts, url } = desk
  const { t, word, number } = texts
  const title = word(`command.${command}`, command)
  const possible = outcomes.filter(({ outcome }) => outcome.kind === 'done')
  const needsSecond = possible.some(({ outcome }) => 'result' in outcome && 'needsSecondPerson' in outcome.result)
  const asked = [...sent].filter(([name]) => !['requestId', 'confirm', 'otherwise', 'back', codeField].includes(name))
  return {
    title: t('rehearsal.title', { command: title }),
    status: sent.has('otherwise') ? 409 : 200,
    body: (
      <section>
        <h1>{t('rehearsal.title', { command: title })}</h1>
        {sent.has('otherwise') && (
          <p className="note warn" role="alert">
            {t('rehearsal.otherwise')}
          </p>
        )}
        <p>{t('rehearsal.text')}</p>
        {needsSecond && <p className="note warn">{t('rehearsal.second')}</p>}
        {possible.length > 1 && (
          <p>
            <b>{t('rehearsal.several', { count: possible.length, won: number(String(sumOf(possible))) })}</b>
          </p>
        )}
        <Outcomes desk={desk} outcomes={outcomes} />
        <form method="post" action={url.pathname} className="row">
          {asked.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may be there twice.
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="back" value={backOf(sent)} />
          <input type="hidden" name="requestId" value={requestId} />
          <input type="hidden" name="confirm" value={seal} />
          {possible.length > 0 && (
            <button type="submit" className={takesAway.has(command) ? 'danger' : 'primary'}>
              {t('rehearsal.do', { command: title })}
            </button>
          )}
          <a className="button" href={`${url.pathname}?${new URLSearchParams([...asked, ['back', backOf(sent)]])}`}>
            {t('rehearsal.edit')}
          </a>
          <a href={backOf(sent)}>{t('form.leave')}</a>
        </form>
      </section>
    ),
  }
}

/** Goes to the page that says what was done. */
async function seeDone(
  desk: DeskRequest,
  command: CommandName,
  sent: URLSearchParams,
  outcomes: readonly Rehearsed[],
): Promise<Response> {
  const done = outcomes.map(({ outcome }): Done['rows'][number] =>
    'refusal' in outcome
      ? { refusal: outcome.refusal }
      : { values: Object.fromEntries(Object.entries(shownOf('result' in outcome ? outcome.result : {})).slice(0, 14)) },
  )
  const response = seeOther('/desk/done')
  response.headers.append('Set-Cookie', await doneCookie({ command, back: backOf(sent), rows: done }, desk))
  return response
}

/** A list or a record that a command reads, by the fields of its address. */
async function readPage(desk: DeskRequest, command: CommandName): Promise<Page | Response> {
  const { door, texts, url } = desk
  const { t, word } = texts
  const fields = fieldsOf(command)
  const title = word(`command.${command}`, command)
  const payload = { ...payloadFrom(fields, url.searchParams), ...pageOf(command, url) }
  if (url.searchParams.get('format') === 'csv' && isList(command))
    return csvOf(desk, command, payloadFrom(fields, url.searchParams))
  const isAsked = fields.every(({ required, name }) => !required || url.searchParams.has(name))
  const outcome = isAsked ? await door.call(command, payload) : undefined
  if (outcome?.kind === 'ended' || outcome?.kind === 'unavailable') throw new NotDone(outcome)
  const refusal = outcome && 'refusal' in outcome ? outcome.refusal : undefined
  const result = outcome?.kind === 'done' ? (outcome.result as Record<string, unknown>) : undefined
  return {
    title,
    status: refusal ? 422 : 200,
    body: (
      <section>
        <h1>{title}</h1>
        {fields.length > 0 && (
          <form action={url.pathname} className="row">
            <Fields texts={texts} fields={fields} sent={url.searchParams} wrong={refusal?.wrong} />
            <button type="submit">{t('form.show')}</button>
          </form>
        )}
        {refusal && refusal.status !== 'invalid' && <RefusalNote texts={texts} refusal={refusal} />}
        {result && <Result texts={texts} url={url} result={result} />}
        {result && isList(command) && (
          <p>
            <a href={csvHref(command, url.searchParams)}>{t('list.csv')}</a>
          </p>
        )}
      </section>
    ),
  }
}

/** The page of a list that an address asks for; a command without pages has none. */
export function pageOf(command: CommandName, { searchParams }: URL): { page?: number } {
  const page = Number(searchParams.get('page') ?? 1)
  return 'page' in commands[command].payload.shape && Number.isInteger(page) && page > 0 ? { page } : {}
}

/** The result of a command that reads: its rows with the pages, or its fields. */
function Result({ texts, url, result }: { texts: DeskRequest['texts']; url: URL; result: Record<string, unknown> }) {
  const { rows, page, pages, total, status: _, approvalMs: _ms, ...fields } = result
  const list = Array.isArray(rows) ? (rows as Record<string, unknown>[]) : undefined
  return (
    <>
      {Object.keys(fields).length > 0 && <Details texts={texts} values={shownOf(fields)} />}
      {list && <Rows texts={texts} columns={Object.keys(list[0] ?? {})} rows={list} />}
      {list && typeof page === 'number' && (
        <Pages texts={texts} url={url} page={page} pages={Number(pages)} total={Number(total)} />
      )}
    </>
  )
}

async function download(desk: DeskRequest, command: CommandName, sent: URLSearchParams): Promise<Page | Response> {
  const first = sent.get('first')
  const payload = { ...payloadFrom(fieldsOf(command), sent), ...(first && mayBeForTwo(command) ? { first } : {}) }
  const response = await desk.door.download(command, payload)
  if (response.headers.has('content-disposition')) return response
  const refusal = parseJson(await response.text()) as Refusal | undefined
  if (response.status === 401) throw new NotDone({ kind: 'ended' })
  if (refusal?.status === 'second_person')
    return seeDone(desk, command, sent, [{ payload, outcome: { kind: 'first-approval', refusal } }])
  return formPage(desk, command, sent, refusal ?? { status: String(response.status) })
}
