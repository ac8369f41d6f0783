import { type CommandName, type CommandResult, commands, mayBeForTwo } from '~/embedded/desk/commands'
import { fieldsOf, payloadFrom } from '~/embedded/desk/commands/form-fields'
import { parseJson } from '~/values/parse-json'
import { formatSeoulMinute } from '~/values/seoul'
import { csvOf, isList } from '../csv.server'
import type { Refusal } from '../door.server'
import { filtersOf, listScreen } from '../list.server'
import { A, Hidden, messagePage, Note, Press } from '../parts'
import { type DeskRequest, deskAddressOf, NotDone, type Page, seeOther } from '../screen'
import type { DeskTexts } from '../texts'
import { Details, fieldName } from '../values'
import { movementPage } from '../waiting/waiting.server'
import { doneHref, findDone, keepDone } from './done.server'
import { answerFields, CodeField, Fields } from './form'
import { forgetForm, keepForm, openRehearsal, readKeptForm, requestIdOf, sealRehearsal } from './kept.server'
import { isUnchanged, type Outcome, Outcomes, SeveralSum, shownOf, shownOutcome } from './outcomes'
import { RefusalNote, ruleText } from './refusal'

/**
 * The screen of one command. A form that was sent is kept and answered with the address of what would come of it, so that
 * Back and loading again ask nothing; the press there does it, and leads to what was done.
 */
export async function commandScreen(desk: DeskRequest, command: CommandName): Promise<Page | Response> {
  const { form, url, texts } = desk
  const { kind } = commands[command]
  if (kind === 'read') return readPage(desk, command)
  if (form && kind === 'download') return download(desk, command, form)
  if (form) return form.has('confirm') ? press(desk, command, form) : keep(desk, command, form)
  const id = url.searchParams.get('form')
  if (id === null) return formPage(desk, command, url.searchParams)
  const kept = await readKeptForm(desk, id)
  const { t, word } = texts
  if (!kept && (await findDone(desk, id))) return seeOther(doneHref(id))
  if (kept?.path !== url.pathname)
    return messagePage(texts, 410, word(`command.${command}`), t('form.over'), '/desk/log')
  const isForm = kind === 'download' || url.searchParams.has('edit')
  return isForm ? formPage(desk, command, kept.fields) : preview(desk, command, kept.fields)
}

/** Fields that say what a command is about: where it was opened with them, its form says them and does not ask. */
const subjects = ['member', 'kind', 'id', 'session', 'provider', 'used', 'place', 'idx', 'approval']
const fixedOf = (sent: URLSearchParams) =>
  sent.has('requestId') ? (sent.get('fixed') ?? '').split(' ') : subjects.filter((name) => sent.get(name))

/** The form of a command. @param refusal why what was sent was not done. */
async function formPage(
  desk: DeskRequest,
  command: CommandName,
  sent: URLSearchParams,
  refusal?: Refusal,
): Promise<Page> {
  const { texts, url } = desk
  const { t, word } = texts
  const fields = fieldsOf(command)
  const title = titleOf(desk, command, sent)
  const ids = idsOf(command, sent)
  const { wrong = [] } = refusal ?? {}
  const about = await beforeOf(desk, command, payloadsOf(command, sent))
  const asFixed = fixedOf(sent)
  const fixed = fields.filter(({ name }) => asFixed.includes(name) && !wrong.some(({ field }) => field === name))
  const asked = command === 'answer' && about ? answerFields(about) : fields
  const names = fields.flatMap(({ name, inner }) => [name, ...inner.map((field) => field.name)])
  return {
    title,
    from: backOf(sent),
    status: refusal ? 422 : 200,
    body: (
      <section className="narrow">
        <h1>{title}</h1>
        {word(`about.${command}`, '') && <p className="soft">{word(`about.${command}`)}</p>}
        {refusal && !['invalid', 'code_again'].includes(refusal.status) && (
          <RefusalNote texts={texts} refusal={refusal} />
        )}
        {wrong
          .filter(({ field }) => !names.includes(field))
          .map(({ field, message }) => (
            <Note
              key={field}
              tone="bad"
              isAlert
              text={[fieldName(texts, field), ruleText(texts, message)].filter(Boolean).join(': ')}
            />
          ))}
        {ids.length > 1 ? (
          <Note text={t('form.several', { count: ids.length })} />
        ) : (
          fixed.length > 0 && (
            <Details
              texts={texts}
              values={about ?? Object.fromEntries(fixed.map(({ name }) => [name, sent.get(name)]))}
            />
          )
        )}
        <form method="post" action={url.pathname}>
          <Hidden
            fields={[
              ['requestId', requestIdOf(sent)],
              ['fixed', asFixed.join(' ')],
              ...[...sent].filter(
                ([name]) => name === 'back' || name === 'first' || fixed.some((field) => field.name === name),
              ),
            ]}
          />
          <Fields texts={texts} fields={asked.filter((field) => !fixed.includes(field))} sent={sent} wrong={wrong} />
          <CodeField desk={desk} command={command} isAsked={refusal?.status === 'code_again'} />
          <div className="row acts">
            <Press
              className="primary"
              text={t(commands[command].kind === 'download' ? 'form.download' : 'form.rehearse')}
            />
            <a href={backOf(sent)}>{t('form.leave')}</a>
          </div>
        </form>
      </section>
    ),
  }
}

/** What a form or its result is called, of a deposit or withdrawal, a notice or a pop-up by its kind. */
function titleOf({ texts: { word } }: DeskRequest, command: string, sent: URLSearchParams): string {
  const of = sent.get('place') ?? sent.get('kind') ?? sent.get('used') ?? ''
  return word(`command.${command}.${of}`, word(`command.${command}`, command))
}

/** Where a form came from. */
const backOf = (sent: URLSearchParams) => deskAddressOf(sent.get('back'))

/** The rows that a list ticked for a command, of one page at most. */
function idsOf(command: CommandName, sent: URLSearchParams): string[] {
  const { each } = commands[command]
  return each ? [...new Set(sent.getAll(each))].slice(0, 50) : []
}

/** What one press asks of a command: one payload, or one for each of the rows that were ticked. */
function payloadsOf(command: CommandName, sent: URLSearchParams): object[] {
  const first = sent.get('first')
  const payload = { ...payloadFrom(fieldsOf(command), sent), ...(first && mayBeForTwo(command) ? { first } : {}) }
  const { each = '' } = commands[command]
  const ids = idsOf(command, sent)
  return ids.length < 2 ? [payload] : ids.map((id) => ({ ...payload, [each]: id }))
}

/** Keeps a form, and goes on to what would come of it. @param more of the address */
async function keep(desk: DeskRequest, command: CommandName, sent: URLSearchParams, more = ''): Promise<Response> {
  const { each } = commands[command]
  if (each && !sent.has(each) && sent.has('back')) {
    const back = new URL(backOf(sent), 'http://localhost')
    back.searchParams.set('none', '')
    return seeOther(back.pathname + back.search)
  }
  const address = await keepForm(desk, { path: desk.url.pathname, fields: sent })
  return seeOther(address + more + (desk.isCodeWrong ? '&code=wrong' : ''))
}

/**
 * Runs a command for each row. One after the other: the second of two withdrawals may not be covered any more, and PGlite
 * has one connection.
 *
 * @param fieldsFor the fields of a change beside the payload of a row.
 */
async function runAll(
  { door }: DeskRequest,
  command: CommandName,
  payloads: readonly object[],
  fieldsFor: (index: number) => object,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, payload] of payloads.entries()) {
    const outcome = await door.call(command, { ...payload, ...fieldsFor(index) })
    if (outcome.kind === 'ended' || outcome.kind === 'unavailable') throw new NotDone(outcome)
    outcomes.push({ payload, outcome })
  }
  return outcomes
}

/** Does what was shown, or shows it again where it would come out otherwise by now. */
async function press(desk: DeskRequest, command: CommandName, sent: URLSearchParams): Promise<Page | Response> {
  const payloads = payloadsOf(command, sent)
  const requestId = requestIdOf(sent)
  const about = { operator: desk.operator.name, command, payloads, requestId }
  const digests = await openRehearsal(sent.get('confirm'), about, desk.now)
  if (!digests) return keep(desk, command, sent, '&otherwise')
  // What was refused when it was shown is not done, but stands refused among the others.
  const tried = await runAll(desk, command, payloads, (index) =>
    digests[index] === null ? { dryRun: true } : { requestId: `${requestId}-${index}`, expects: digests[index] },
  )
  const outcomes = tried.map(
    (outcome, index): Outcome =>
      digests[index] === null && 'result' in outcome.outcome
        ? { ...outcome, outcome: { kind: 'refused', refusal: { ...outcome.outcome.result, status: 'otherwise' } } }
        : outcome,
  )
  const [first, ...further] = outcomes
  if (first?.outcome.kind === 'refused' && further.length === 0) {
    const { refusal } = first.outcome
    return refusal.status === 'otherwise'
      ? keep(desk, command, sent, '&otherwise')
      : formPage(desk, command, sent, refusal)
  }
  await forgetForm(requestId)
  return seeDone(desk, command, sent, outcomes)
}

/** What a press would do, before the press. */
async function preview(desk: DeskRequest, command: CommandName, sent: URLSearchParams): Promise<Page> {
  const { texts, url, operator, now } = desk
  const { t } = texts
  const payloads = payloadsOf(command, sent)
  const requestId = requestIdOf(sent)
  const before = await beforeOf(desk, command, payloads)
  const outcomes = await runAll(desk, command, payloads, () => ({ dryRun: true }))
  const [first] = outcomes
  if (first?.outcome.kind === 'refused' && outcomes.length === 1)
    return formPage(desk, command, sent, first.outcome.refusal)
  const seal = await sealRehearsal(
    { operator: operator.name, command, payloads, requestId },
    // The door's digest of what a dry run came to.
    outcomes.map(({ outcome }) =>
      outcome.kind === 'done' ? String((outcome.result as { digest?: string }).digest) : null,
    ),
    now,
  )
  const title = titleOf(desk, command, sent)
  const possible = outcomes.filter(({ outcome }) => outcome.kind === 'done' && !isUnchanged(outcome.result))
  const needsSecond = possible.some(({ outcome }) => 'result' in outcome && 'needsSecondPerson' in outcome.result)
  const isOtherwise = url.searchParams.has('otherwise')
  return {
    title: t('rehearsal.title', { command: title }),
    from: backOf(sent),
    status: isOtherwise ? 409 : 200,
    body: (
      <section className={outcomes.length > 1 ? undefined : 'narrow'}>
        <h1>{t('rehearsal.title', { command: title })}</h1>
        {possible.length > 0 && isOtherwise && <Note tone="warn" isAlert text={t('rehearsal.otherwise')} />}
        {possible.length > 0 && !isOtherwise && <Note text={t('rehearsal.text')} />}
        {possible.length === 0 && outcomes.length > 1 && <Note text={t('rehearsal.none')} />}
        {first && <Exclusion texts={texts} outcome={first} />}
        {needsSecond && <Note tone="warn" text={t('rehearsal.second')} />}
        {outcomes.length > 1 && <SeveralSum texts={texts} outcomes={outcomes.map(shownOutcome)} />}
        <Outcomes
          texts={texts}
          outcomes={outcomes.map(shownOutcome)}
          isPreview
          before={before ?? (first && balanceBefore(first))}
        />
        <form method="post" action={url.pathname} className="row acts">
          <Hidden fields={[...sent, ['confirm', seal]]} />
          {possible.length > 0 && (
            <Press
              className={commands[command].isDestructive ? 'danger' : 'primary'}
              text={t('rehearsal.do', { command: title })}
            />
          )}
          <A className="button" to={`${url.pathname}?form=${requestId}&edit`} text={t('rehearsal.edit')} />
          <a href={backOf(sent)}>{t('form.leave')}</a>
        </form>
      </section>
    ),
  }
}

/** What is there before the press: of a deposit, a withdrawal or an inquiry all of it. */
async function beforeOf({ door }: DeskRequest, command: CommandName, payloads: readonly object[]) {
  const [payload = {}, ...further] = payloads
  const { shows } = commands[command]
  if (!shows || !('id' in payload) || further.length > 0) return undefined
  const { id } = payload
  const found = await (shows === 'movement' ? door.call('movement', { number: id }) : door.call('request', { id }))
  if (found.kind !== 'done') return undefined
  // While it waits, the balance after it is that of now.
  const { after: _, ...about } = shownOf({}, found.result)
  return about
}

/** What a press would shut a member out of for good, and until when. */
function Exclusion({ texts, outcome: { payload, outcome } }: { texts: DeskTexts; outcome: Outcome }) {
  const { limits } = ('result' in outcome ? outcome.result : {}) as Partial<CommandResult<'restrict'>>
  const length = (['exclude', 'break'] as const).find((field) => field in payload)
  const at = length === 'exclude' ? limits?.excludedUntil : length && limits?.breakUntil
  return length && at && <Note tone="warn" text={texts.t(`restrict.${length}`, { at: formatSeoulMinute(at) })} />
}

/** What is there before a correction, by its result: the balance. */
function balanceBefore({ outcome }: Outcome): object | undefined {
  const { after, won } = ('result' in outcome ? outcome.result : {}) as { after?: number; won?: number }
  return after === undefined || won === undefined ? undefined : { after: String(BigInt(after) - BigInt(won)) }
}

/** Goes to the page that says what was done. */
async function seeDone(desk: DeskRequest, command: CommandName, sent: URLSearchParams, done: readonly Outcome[]) {
  const page = { title: titleOf(desk, command, sent), back: backOf(sent), secret: commands[command].secret[0] }
  return seeOther(await keepDone(requestIdOf(sent), { ...page, outcomes: done.map(shownOutcome) }, desk))
}

/** A list or a record that a command reads, by the fields of its address. */
async function readPage(desk: DeskRequest, command: CommandName): Promise<Page | Response> {
  const { door, texts, url } = desk
  const { t, word } = texts
  const title = word(`command.${command}`, command)
  const { fields, known, asked } = filtersOf({ command }, url)
  const isAsked = fields.every(({ required, name }) => !required || known.has(name))
  if (isAsked && isList(command))
    return url.searchParams.get('format') === 'csv'
      ? csvOf(desk, command, asked)
      : listScreen(desk, title, [{ command, title }])
  const outcome = isAsked ? await door.call(command, asked) : undefined
  if (outcome?.kind === 'ended' || outcome?.kind === 'unavailable') throw new NotDone(outcome)
  if (outcome?.kind === 'done' && 'movement' in outcome.result)
    return movementPage(desk, outcome.result as CommandResult<'movement'>)
  const refusal = outcome && 'refusal' in outcome ? outcome.refusal : undefined
  return {
    title,
    from: backOf(url.searchParams),
    status: refusal ? 422 : 200,
    body: (
      <section>
        <h1>{title}</h1>
        {fields.length > 0 && (
          <form action={url.pathname} className="row">
            <Fields texts={texts} fields={fields} sent={known} wrong={refusal?.wrong} />
            <button type="submit">{t('form.show')}</button>
          </form>
        )}
        {refusal && refusal.status !== 'invalid' && <RefusalNote texts={texts} refusal={refusal} />}
        {outcome?.kind === 'done' && <Details texts={texts} values={shownOf({}, outcome.result)} />}
      </section>
    ),
  }
}

async function download(desk: DeskRequest, command: CommandName, sent: URLSearchParams): Promise<Page | Response> {
  const [payload = {}] = payloadsOf(command, sent)
  const response = await desk.door.download(command, payload)
  if (response.headers.has('content-disposition')) return response
  const refusal = parseJson(await response.text()) as Refusal | undefined
  if (response.status === 401) throw new NotDone({ kind: 'ended' })
  if (refusal?.status === 'second_person')
    return seeDone(desk, command, sent, [{ payload, outcome: { kind: 'first-approval', refusal } }])
  return formPage(desk, command, sent, refusal ?? { status: String(response.status) })
}
