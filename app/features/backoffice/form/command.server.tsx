import { type CommandName, type CommandResult, commands, mayBeForTwo } from '~/embedded/backoffice/commands'
import { fieldsOf, payloadFrom } from '~/embedded/backoffice/commands/form-fields'
import { formatSeoulMinute } from '~/values/seoul'
import { parseJson } from '~/values/strict-json'
import type { Refusal } from '../door.server'
import { A, Hidden, messagePage, Note, Press, Ticked, tickBoxes, titledPage } from '../parts'
import { readPage } from '../records.server'
import { type BackofficeRequest, backofficeAddressOf, NotDone, type Page, seeOther } from '../screen'
import { textsOf } from '../texts'
import { Details, fieldName, type Row, Rows, textOf, transactionCells } from '../values'
import { answerFields, CodeField, Fields } from './form'
import { keepDone, keepForm, openRehearsal, readKeptForm, replaceForm, requestIdOf, sealRehearsal } from './kept.server'
import { changedOf, donePage, type Outcome, Outcomes, shownOf, shownOutcome } from './outcomes'
import { RefusalNote, ruleText } from './refusal'

type CommandForm = {
  operator: string
  command: CommandName
  sent: URLSearchParams
  title: string
  back: string
  requestId: string
  /** What a press asks of the command, whatever row it is of. */
  payload: object
  /** The rows that were ticked, of one page at most, and the payload of each; one of no name where none is ticked. */
  keys: readonly string[]
  payloads: readonly object[]
}

function formOf({ word, operator }: BackofficeRequest, command: CommandName, sent: URLSearchParams): CommandForm {
  const { each = '' } = commands[command]
  const ids = [...new Set(sent.getAll(each))].slice(0, 50)
  const first = sent.get('first')
  const payload = { ...payloadFrom(fieldsOf(command), sent), ...(first && mayBeForTwo(command) && { first }) }
  // What it is of, a deposit or withdrawal, a notice or a pop-up, is a part of its name.
  const name = `command.${command}.${sent.get('place') ?? sent.get('kind') ?? sent.get('used') ?? ''}`
  const title = word(name, word(`command.${command}`, command))
  return {
    ...{ operator: operator.name, command, sent },
    title: ids.length > 1 ? title : word(`${name}.one`, title),
    back: backofficeAddressOf(sent.get('back')),
    requestId: requestIdOf(sent),
    payload: { ...payload, [each]: undefined },
    keys: ids.length > 0 ? ids : [''],
    payloads: ids.length > 1 ? ids.map((id) => ({ ...payload, [each]: id })) : [payload],
  }
}

/**
 * The screen of one command. A form that was sent is kept and answered with the address of what would come of it, so that
 * Back and loading again ask nothing; the press there does it, and the address then shows what was done.
 */
export async function commandScreen(asked: BackofficeRequest, command: CommandName): Promise<Page | Response> {
  const backoffice = textsOf(asked, command)
  const { url, t, word } = backoffice
  const { kind, secret } = commands[command]
  if (kind === 'read') return readPage(backoffice, command)
  if (backoffice.form) {
    const form = formOf(backoffice, command, backoffice.form)
    if (kind === 'download') return download(backoffice, form)
    return backoffice.form.has('confirm') ? press(backoffice, form) : keep(backoffice, form)
  }
  const id = url.searchParams.get('form')
  if (id === null) return formPage(backoffice, formOf(backoffice, command, url.searchParams))
  const kept = await readKeptForm(backoffice, id)
  if (kept?.path !== url.pathname)
    return messagePage(backoffice, 410, word(`command.${command}`), t('form.over'), '/backoffice/log')
  const form = formOf(backoffice, command, kept.fields)
  const { outcomes, sealed, ...done } = kept
  if (!outcomes)
    return kind === 'download' || url.searchParams.has('edit') ? formPage(backoffice, form) : preview(backoffice, form)
  const [given = ''] = secret
  const without = outcomes.map((row) => ('result' in row ? { ...row, result: omit(row.result, given) } : row))
  const isGiven = outcomes.some((row) => 'result' in row && given in row.result)
  // Of several readings at the same time, one shows the secret.
  const isFirst = isGiven && (await replaceForm(backoffice, id, sealed, { ...done, outcomes: without }))
  return donePage(backoffice, { ...form, outcomes: isFirst ? outcomes : without, secret: secret[0] })
}

function omit(fields: Row, name: string): Row {
  const { [name]: _omitted, ...others } = fields
  return others
}

/** Fields that say what a command is about: where it was opened with them, its form says them and does not ask. */
const subjects = ['member', 'kind', 'id', 'session', 'provider', 'used', 'place', 'idx', 'approval']

/** The form of a command. @param refusal why what was sent was not done. */
async function formPage(backoffice: BackofficeRequest, form: CommandForm, refusal?: Refusal): Promise<Page> {
  const { url, t, word } = backoffice
  const { command, sent, title, back, payloads, keys } = form
  const { each } = commands[command]
  const fields = fieldsOf(command)
  const { wrong = [] } = refusal ?? {}
  const before = await beforeOf(backoffice, command, payloads)
  const [about] = before
  const isOne = payloads.length === 1
  const { member, bank } = transactionCells(backoffice)
  const asFixed = sent.has('requestId')
    ? (sent.get('fixed') ?? '').split(' ')
    : subjects.filter((name) => sent.get(name))
  const fixed = fields.filter(({ name }) => asFixed.includes(name) && !wrong.some(({ field }) => field === name))
  const asked = command === 'answer' && about ? answerFields(about) : fields
  const names = fields.flatMap(({ name, inner }) => [name, ...inner.map((field) => field.name)])
  const elsewhere = wrong.filter(({ field }) => !names.includes(field))
  const unseen = [...sent].filter(
    ([name]) =>
      (name === 'back' || name === 'first' || fixed.some((field) => field.name === name)) && (isOne || name !== each),
  )
  return titledPage(
    title,
    { from: back, status: refusal ? 422 : 200, box: isOne ? 'narrow' : 'wide' },
    word(`about.${command}`, '') && <p className="soft">{word(`about.${command}`)}</p>,
    url.searchParams.has('otherwise') && <Note tone="warn" isAlert text={t('rehearsal.otherwise')} />,
    refusal && !['invalid', 'code_again'].includes(refusal.status) && (
      <RefusalNote texts={backoffice} refusal={refusal} />
    ),
    elsewhere.map(({ field, message }) => {
      const text = [fieldName(backoffice, field), ruleText(backoffice, message)].filter(Boolean).join(': ')
      return <Note key={field} tone="bad" isAlert text={text} />
    }),
    isOne && fixed.length > 0 && (
      <Details
        texts={backoffice}
        values={about ?? Object.fromEntries(fixed.map(({ name }) => [name, sent.get(name)]))}
      />
    ),
    <form method="post" action={url.pathname}>
      <Hidden fields={[['requestId', form.requestId], ['fixed', asFixed.join(' ')], ...unseen]} />
      <Fields texts={backoffice} fields={asked.filter((field) => !fixed.includes(field))} sent={sent} wrong={wrong} />
      <CodeField backoffice={backoffice} command={command} isAsked={refusal?.status === 'code_again'} />
      {!isOne && (
        <Rows
          texts={backoffice}
          columns={['member', 'won', 'bank', 'number']}
          rows={before.map((row, index) => ({ number: keys[index], ...row, key: keys[index] }))}
          cells={{ member, bank }}
          pick={pickOf(backoffice, form)}
        />
      )}
      <div className={isOne ? 'row acts' : 'row acts sticky'}>
        <Press
          className="primary"
          text={t(commands[command].kind === 'download' ? 'form.download' : 'form.rehearse')}
        />
        <a href={wayBack(form)}>{t('form.leave')}</a>
        {!isOne && <Ticked {...backoffice} />}
      </div>
    </form>,
  )
}

/** Where a form leads back to that changed nothing: to a list with the same rows ticked. */
function wayBack({ back, keys }: CommandForm): string {
  if (keys[0] === '') return back
  const { pathname, searchParams } = new URL(back, 'http://localhost')
  for (const key of keys) searchParams.append('tick', key)
  return `${pathname}?${searchParams}`
}

async function keep(backoffice: BackofficeRequest, { command, sent, back }: CommandForm, more = ''): Promise<Response> {
  const { each } = commands[command]
  if (each && !sent.has(each) && sent.has('back')) {
    const { pathname, searchParams } = new URL(back, 'http://localhost')
    searchParams.set('none', '')
    return seeOther(`${pathname}?${searchParams}`)
  }
  return seeOther(
    (await keepForm(backoffice, backoffice.url.pathname, sent)) + more + (backoffice.isCodeWrong ? '&code=wrong' : ''),
  )
}

/** Runs a command of one row. @throws NotDone */
async function run(
  { door }: BackofficeRequest,
  { command }: CommandForm,
  payload: object,
  fields: object,
): Promise<Outcome> {
  const outcome = await door.call(command, { ...payload, ...fields })
  if (outcome.kind === 'ended' || outcome.kind === 'unavailable') throw new NotDone(outcome)
  return { payload, outcome }
}

/**
 * Tries a command of one row. What another person approved first is tried as the second approval; what this person did
 * waits for another.
 */
async function tryOut(
  backoffice: BackofficeRequest,
  form: CommandForm,
  payload: object,
): Promise<Outcome & { first?: string }> {
  const tried = await run(backoffice, form, payload, { dryRun: true })
  const { pendingApproval: pending } = ('result' in tried.outcome ? tried.outcome.result : {}) as Tried
  if (!pending) return tried
  if (pending.by === backoffice.operator.name)
    return { payload, outcome: { kind: 'first-approval', refusal: { ...pending, status: 'second_person' } } }
  return { ...(await run(backoffice, form, payload, { dryRun: true, first: pending.id })), first: pending.id }
}

/** What a dry run comes to besides what its command answers. */
type Tried = { digest?: string; pendingApproval?: { id: string; by: string } }

async function press(backoffice: BackofficeRequest, form: CommandForm): Promise<Page | Response> {
  const { sent, requestId, command, keys, payloads } = form
  const shown = await openRehearsal(sent.get('confirm'), form, backoffice.now)
  const indices = keys.map((key) => shown?.findIndex((row) => row.key === key) ?? -1)
  if (indices.includes(-1)) return keep(backoffice, form, '&otherwise')
  const outcomes: Outcome[] = []
  // One after the other: the second of two withdrawals may not be covered any more.
  for (const [place, payload] of payloads.entries()) {
    const index = indices[place] ?? 0
    const { digest = null, first } = shown?.[index] ?? {}
    // What was refused when it was shown is not done, but stands refused among the others.
    const asShown = { requestId: `${requestId}-${index}`, expects: digest, ...(first && { first }) }
    const done = await (digest === null ? tryOut(backoffice, form, payload) : run(backoffice, form, payload, asShown))
    const isLate = digest === null && 'result' in done.outcome
    const outcome = isLate ? { kind: 'refused' as const, refusal: { status: 'otherwise' } } : done.outcome
    outcomes.push({
      payload,
      outcome: payloads.length > 1 ? await named(backoffice, command, payload, outcome) : outcome,
    })
  }
  const [first, ...further] = outcomes
  if (first?.outcome.kind !== 'refused' || further.length > 0) return seeDone(backoffice, form, outcomes)
  const { refusal } = first.outcome
  return refusal.status === 'otherwise' ? keep(backoffice, form, '&otherwise') : formPage(backoffice, form, refusal)
}

/** A refusal with what it is about, which not every refusal says. */
async function named(
  backoffice: BackofficeRequest,
  command: CommandName,
  payload: object,
  outcome: Outcome['outcome'],
) {
  if (!('refusal' in outcome) || outcome.refusal.movement) return outcome
  const [movement] = await beforeOf(backoffice, command, [payload])
  return { ...outcome, refusal: { ...outcome.refusal, movement: movement ?? { number: (payload as Row).id } } }
}

async function seeDone(
  backoffice: BackofficeRequest,
  { command, sent, requestId }: CommandForm,
  done: readonly Outcome[],
) {
  const form = { path: backoffice.url.pathname, fields: sent, outcomes: done.map(shownOutcome) }
  return seeOther(await keepDone(backoffice, requestId, form, commands[command].secret[0]))
}

async function preview(backoffice: BackofficeRequest, form: CommandForm): Promise<Page> {
  const { url, now, t } = backoffice
  const { command, sent, title: name, back, payloads, requestId } = form
  const { each = '' } = commands[command]
  const before = await beforeOf(backoffice, command, payloads)
  const tried: Awaited<ReturnType<typeof tryOut>>[] = []
  for (const payload of payloads) tried.push(await tryOut(backoffice, form, payload))
  const [first] = tried
  const isOne = tried.length === 1
  if (first?.outcome.kind === 'refused' && isOne) return formPage(backoffice, form, first.outcome.refusal)
  const rows = tried.map(({ outcome, first }, index) => {
    const digest = outcome.kind === 'done' ? String((outcome.result as Tried).digest) : null
    return { key: form.keys[index] ?? '', digest, first }
  })
  const seal = await sealRehearsal(form, rows, now)
  const outcomes = tried.map(shownOutcome)
  const isPossible = changedOf(outcomes).length > 0
  const needsSecond = tried.some(({ outcome }) => 'result' in outcome && 'needsSecondPerson' in outcome.result)
  const { firstApproval: by, firstApprovalAt } = (first && 'result' in first.outcome ? first.outcome.result : {}) as Row
  const followed = by ? { by: String(by), at: textOf(backoffice, 'at', firstApprovalAt) } : undefined
  const isOtherwise = url.searchParams.has('otherwise')
  const noReturn = first && exclusionOf(first)
  return titledPage(
    t('rehearsal.title', { command: name }),
    { from: back, status: isOtherwise ? 409 : 200, box: isOne ? 'narrow' : 'wide' },
    isPossible && isOtherwise && <Note tone="warn" isAlert text={t('rehearsal.otherwise')} />,
    isPossible && !isOtherwise && <Note text={t('rehearsal.text')} />,
    !isPossible && !isOne && <Note text={t('rehearsal.none')} />,
    noReturn && <Note tone="warn" text={t(`restrict.${noReturn.length}`, noReturn)} />,
    needsSecond && <Note tone="warn" text={t('rehearsal.second')} />,
    isOne && followed && <Note tone="warn" text={t('rehearsal.follow', followed)} />,
    <form method="post" action={url.pathname}>
      {/* A row that can be left out is a box; one that was refused goes along unseen. */}
      <Hidden fields={[...[...sent].filter(([name]) => isOne || name !== each), ['confirm', seal]]} />
      {!isOne && <Hidden fields={rows.flatMap(({ key, digest }) => (digest === null ? [[each, key]] : []))} />}
      <Outcomes
        texts={backoffice}
        outcomes={outcomes}
        before={before.map((row, index) => row ?? balanceBefore(tried[index]))}
        keys={form.keys}
        pick={pickOf(backoffice, form)}
      />
      <div className={isOne ? 'row acts' : 'row acts sticky'}>
        {isPossible && (
          <Press
            className={commands[command].isDestructive ? 'danger' : 'primary'}
            text={
              noReturn
                ? t(`restrict.${noReturn.length}.do`, noReturn)
                : t(isOne && followed ? 'approvals.follow' : 'rehearsal.do', { command: name })
            }
          />
        )}
        <A className="button" to={`${url.pathname}?form=${requestId}&edit`} text={t('rehearsal.edit')} />
        <a href={wayBack(form)}>{t('form.leave')}</a>
        {!isOne && <Ticked {...backoffice} />}
      </div>
    </form>,
  )
}

/** The boxes of rows that are ticked, each of which can be left out. */
const pickOf = (backoffice: BackofficeRequest, { command }: CommandForm) =>
  tickBoxes(backoffice, {
    name: commands[command].each ?? '',
    boxOf: ({ key, refusal }) => (refusal ? undefined : String(key)),
    isTicked: () => true,
    all: backoffice.url.pathname + backoffice.url.search,
  })

/** What is there before a press for each row: of a deposit, a withdrawal or an inquiry all of it. */
async function beforeOf({ door }: BackofficeRequest, command: CommandName, payloads: readonly object[]) {
  const { shows } = commands[command]
  const before: (Row | undefined)[] = []
  for (const payload of payloads) {
    const { id } = payload as Row
    const found = shows && id ? await door.call(shows, shows === 'movement' ? { number: id } : { id }) : undefined
    // While it waits, the balance after it is that of now.
    const { after: _, ...about } = found?.kind === 'done' ? shownOf({}, found.result) : {}
    before.push(found?.kind === 'done' ? about : undefined)
  }
  return before
}

/** The break or exclusion that a press begins, and until when it can't be ended. */
function exclusionOf({ payload, outcome }: Outcome) {
  const { limits } = ('result' in outcome ? outcome.result : {}) as Partial<CommandResult<'restrict'>>
  const length = (['exclude', 'break'] as const).find((field) => field in payload)
  const at = length === 'exclude' ? limits?.excludedUntil : length && limits?.breakUntil
  return length && at ? { length, at: formatSeoulMinute(at) } : undefined
}

function balanceBefore(tried: Outcome | undefined): Row | undefined {
  const { after, won } = (tried && 'result' in tried.outcome ? tried.outcome.result : {}) as Row
  return after === undefined || won === undefined
    ? undefined
    : { after: String(BigInt(String(after)) - BigInt(String(won))) }
}

async function download(backoffice: BackofficeRequest, form: CommandForm): Promise<Page | Response> {
  const [payload = {}] = form.payloads
  const response = await backoffice.door.download(form.command, payload)
  if (response.headers.has('content-disposition')) return response
  const refusal = parseJson(await response.text()) as Refusal | undefined
  if (response.status === 401) throw new NotDone({ kind: 'ended' })
  if (refusal?.status === 'second_person')
    return seeDone(backoffice, form, [{ payload, outcome: { kind: 'first-approval', refusal } }])
  return formPage(backoffice, form, refusal ?? { status: String(response.status) })
}
