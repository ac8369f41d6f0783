import { matchPath } from 'react-router'
import { each } from '~/embedded/backoffice/commands/definition'
import { type CommandName, commands, isCommandName, mayNeedSecondPerson } from '~/embedded/backoffice/commands/table'
import { parseSigned } from '~/values/amount'
import { hours } from '~/values/durations'
import { flatFields } from '~/values/flat-fields'
import { seeOther } from '~/values/request'
import { parseJson } from '~/values/strict-json'
import { typedOf } from '../closures.server'
import type { Refusal } from '../command-client.server'
import { buttonTo, Commands, messagePage, NoteText, titledPage } from '../parts'
import { followed } from '../payment-leads.server'
import { inquiryPage, readPage } from '../records.server'
import { type BackofficeRequest, backText, NotDone, ownAddressOf, type Page, type Row, read } from '../screen'
import { type BackofficeTexts, textsOf } from '../texts'
import { fieldName, isObject, textOf, unbroken, withName } from '../values'
import { isCancellation } from './cancel.server'
import { accountText } from './form'
import { creditMessage, formOf, formPage } from './form-page'
import { type CommandForm, changedOf, Outcomes, recordedBy, sumOf } from './outcomes'
import { preview, runDirectly, showPreview, showResults, submitCommand } from './preview.server'
import { isFilledIn, loadValuesBefore, noteExample, ofKind } from './preview-results'
import { readStoredForm, replaceForm, type ShownOutcome, storeForm } from './stored-forms.server'

/** Shows a command. A submitted form is stored and redirected to its preview, so that Back and reload send nothing. */
export async function commandScreen(asked: BackofficeRequest, command: CommandName): Promise<Page | Response> {
  const backoffice = textsOf(asked, command)
  const { url, query, t, word } = backoffice
  const { kind, secret, isDirect } = commands[command]
  if (kind === 'read') return readPage(backoffice, command)
  if (backoffice.form) {
    const sent = new URLSearchParams([...url.searchParams, ...backoffice.form])
    if (command === 'answer') await setAccount(backoffice, sent)
    if (command === 'credit') await addMessage(backoffice, sent)
    const form = formOf(backoffice, command, sent)
    const template = ['cancel', 'answer'].includes(command) && sent.get('template')
    if (template) {
      sent.delete('template')
      const to = await storeForm(backoffice, url.pathname, sent)
      return seeOther(`${to}&edit&template=${encodeURIComponent(template)}`)
    }
    const isChosen = command === 'send-account' && form.payloads.length === 1 && form.sent.get('account')
    const isAnswer = command === 'answer' && form.sent.get('id') && !('account' in form.payload)
    if (command === 'claim' && (await lacksReason(backoffice, form)))
      return formPage(backoffice, form, without('reason'))
    if (await mustChooseAccount(backoffice, form))
      return formPage(backoffice, form, sent.has('account') ? without('account') : undefined)
    if (isDirect || isAnswer || (isChosen && !backoffice.form.has('confirm'))) return runDirectly(backoffice, form)
    if (kind === 'download') return download(backoffice, form)
    return backoffice.form.has('confirm') ? submitCommand(backoffice, form) : showPreview(backoffice, form)
  }
  const { form: id } = query
  if (id === undefined) {
    const opened = await openedWith(backoffice, command)
    if (command === 'credit') await addMessage(backoffice, opened)
    const form = formOf(backoffice, command, opened)
    const asked = command === 'answer' && form.sent.get('id')
    if (asked) return inquiryPage(backoffice, asked)
    const hasPreview = query.preview || isCancellation(form) || (kind === 'change' && isFilledIn(form))
    const isPreview = hasPreview && !(await mustChooseAccount(backoffice, form))
    return isPreview ? showPreview(backoffice, form) : formPage(backoffice, form)
  }

  const { path, fields = new URLSearchParams(), outcomes, sealed } = await readStoredForm(backoffice, id)
  if (path !== url.pathname)
    return messagePage(backoffice, 410, word(`command.${command}`), t('form.over'), '/backoffice/log')
  const form = formOf(backoffice, command, fields)
  const inquiry = command === 'answer' && query.edit && form.sent.get('id')
  if (inquiry) return inquiryPage(backoffice, inquiry, form)

  const isEdited = kind === 'download' || (query.edit && !isCancellation(form))
  if (!outcomes) return isEdited ? formPage(backoffice, form) : preview(backoffice, form)
  const [given = ''] = secret
  const withoutSecret = omitFields(outcomes, given)
  const isGiven = outcomes.some((row) => 'result' in row && given in row.result)
  // Only one of several concurrent requests gets the secret.
  const isFirst = isGiven && (await replaceForm(backoffice, id, sealed, { path, fields, outcomes: withoutSecret }))
  return donePage(backoffice, form, isFirst ? outcomes : withoutSecret, secret[0])
}

const omitFields = (outcomes: readonly ShownOutcome[], ...fields: readonly string[]) =>
  outcomes.map((row) => ('result' in row ? { ...row, result: { ...row.result, ...each(undefined, ...fields) } } : row))

async function donePage(backoffice: BackofficeRequest, form: CommandForm, all: ShownOutcome[], secret?: string) {
  const { t } = backoffice
  const { title: command, command: act, back } = form
  const example = await noteExample(backoffice, form)
  const outcomes = example ? omitFields(all, 'title', 'contents') : all
  const [done, count] = [changedOf(outcomes).length, outcomes.length]
  const refusals = outcomes.flatMap((outcome) => ('refusal' in outcome ? [outcome.refusal.status] : []))
  const asked = refusals.filter((status) => status === 'second_person').length
  // A page with one row says that nothing changed, so it counts none.
  const unchanged = count > 1 ? count - done - refusals.length : 0
  const refused = refusals.length - asked + unchanged
  const title = [
    t(asked === count ? 'done.first' : done === count ? 'done.title' : done === 0 ? 'done.not' : 'done.some', {
      ...{ command, done, count },
    }),
    ...(refused > 0 ? [t('done.refused', { count: refused })] : []),
    ...(asked > 0 && count > 1 ? [t('done.asked', { count: asked })] : []),
  ].join(', ')
  const [first] = outcomes
  const { member: of = null, ...request } = (form.payloads[0] ?? {}) as Row
  // Claims that were made for an approval lead back to it, which has the list's URL.
  const list = act === 'claim' && count > 1 ? new URL(back, backoffice.url).searchParams.get('back') : null
  const isNext = list !== null && done > 0
  const about = { act, member: of === null ? null : String(of), openedBy: null, request }
  // If another person has given the first approval in the meantime, this person can give the second.
  const leads =
    count === 1 && first && 'refusal' in first && asked > 0
      ? followed(backoffice, { ...about, id: String(first.refusal.id), by: String(first.refusal.by) })
      : []
  return titledPage(backoffice, title, { from: back, box: count > 1 ? 'wide' : 'narrow' })(
    <Outcomes {...{ texts: ofKind(backoffice, form), outcomes, secret }} />,
    example && <NoteText label={t('note.example', example)} {...example} />,
    act === 'make-token' && first && 'result' in first && first.result.role !== 'machine' && (
      <p>{t('token.next', { name: String(first.result.name), address: `${backoffice.url.origin}/backoffice` })}</p>
    ),
    <div className={count > 1 ? 'row sticky' : 'row'}>
      <Commands backoffice={backoffice} leads={leads} variant="primary" />
      {isNext && buttonTo(back, t('claim.next'), { variant: 'primary' })}
      {buttonTo(list ? ownAddressOf(list) : back, count > 1 ? t('keys.close') : backText(backoffice, back), {
        variant: leads.length > 0 || isNext ? 'quiet' : 'primary',
      })}
      {asked > 0 && buttonTo('/backoffice/people#first-approvals', backoffice.word('title.first-approvals'))}
    </div>,
  )
}

export async function doneNotice(backoffice: BackofficeRequest, id: string): Promise<string | undefined> {
  const { path = '', fields, outcomes } = await readStoredForm(backoffice, id)
  const command = matchPath('/backoffice/command/:name', path)?.params.name ?? ''
  if (!fields || !outcomes || !isCommandName(command)) return undefined
  const texts = textsOf(backoffice, command)
  const rows = changedOf(outcomes)
  const recorded = recordedBy(backoffice.operator.name, outcomes)
  const form = formOf(texts, command, fields)
  const example = await noteExample(backoffice, form)
  const title = example && `${texts.t('note.example', example)} ${example.title}`
  const [first] = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []))
  const row: Row = { ...withName(texts, rows[0] ?? recorded ?? first ?? {}), ...(title && { title }) }
  const named = ['bank', 'number', 'member', 'name', 'title', 'sent', 'provider', 'closedUntil', 'startsAt', 'won']
  const about = named.filter((field) => (row[field] ?? null) !== null && !isObject(row[field]))
  const toText = (field: string) =>
    (/^closed|^sent|^starts/.test(field) ? `${fieldName(texts, field)} ` : '') +
    (field === 'number' && row.won ? unbroken : String)(textOf(texts, field, row[field]))
  const text = texts.t(recorded ? 'done.first' : 'done.title', { command: form.title })
  return [
    texts.word(
      `done.${command}.${row.takenFrom ? 'taken' : row.extended && 'extended'}`,
      texts.word(`done.${command}`, text),
    ),
    ...(rows.length <= 1
      ? about.map(toText)
      : [row.won === undefined ? texts.t('rehearsal.count', { count: rows.length }) : sumOf(texts, rows)]),
    ...(row.credited ? [creditText(texts, row)] : []),
  ].join(' · ')
}

function creditText({ t, number }: BackofficeTexts, row: Row): string {
  const [requested = 0n, won = 0n, after = 0n] = [row.requested, row.credited, row.cash].map((sum) =>
    BigInt(String(sum)),
  )
  const sums = Object.entries({ requested, won, change: won - requested, cash: after - won, after })
  const signed = (name: string, sum: bigint) => (name === 'change' && sum > 0n ? '+' : '') + number(String(sum))
  return t('credit.after', Object.fromEntries(sums.map(([name, sum]) => [name, signed(name, sum)])))
}

async function addMessage(backoffice: BackofficeRequest, sent: URLSearchParams): Promise<void> {
  const won = parseSigned(sent.get('won') ?? '')
  if (sent.get('tell')?.trim() || won === undefined) return
  const [row] = await loadValuesBefore(backoffice, { command: 'credit', payloads: [{ id: sent.get('id') }] })
  if (row) sent.set('tell', creditMessage(backoffice, row, backoffice.number(won)))
}

const mustChooseAccount = async (backoffice: BackofficeRequest, { command, sent }: CommandForm): Promise<boolean> =>
  command === 'send-account' && !sent.get('account') && (await read(backoffice, 'pay-accounts')).rows.length > 1

const without = (field: string): Refusal => ({ status: 'invalid', wrong: [{ field, message: 'some text' }] })

async function lacksReason(backoffice: BackofficeRequest, form: CommandForm): Promise<boolean> {
  if (form.payloads.length > 1 || form.sent.get('reason')?.trim() !== '') return false
  const [row] = await loadValuesBefore(backoffice, form)
  return Boolean(row?.claimedBy) && row?.claimedBy !== backoffice.operator.name
}

async function setAccount(backoffice: BackofficeRequest, sent: URLSearchParams): Promise<void> {
  const chosen = sent.get('account')
  sent.delete('account')
  const parts = ['bank', 'number', 'holder'] as const
  if (!chosen || parts.some((part) => sent.get(`account.${part}`)?.trim())) return
  const { rows } = await read(backoffice, 'pay-accounts')
  const account = rows.find((row) => accountText(row) === chosen)
  // A choice that has been removed meanwhile becomes an incomplete account, which is refused.
  for (const part of parts) sent.set(`account.${part}`, account?.[part] ?? (part === 'bank' ? chosen : ''))
}

async function openedWith(backoffice: BackofficeRequest, command: CommandName): Promise<URLSearchParams> {
  const asked = Object.fromEntries(backoffice.url.searchParams)
  if (command === 'save-template' && asked.template) {
    const { rows } = await read(backoffice, 'templates')
    return new URLSearchParams({ ...asked, ...rows.find(({ id }) => id === asked.template) })
  }
  if (asked.first && mayNeedSecondPerson(command)) {
    // Addresses are logged, so the link to a first approval contains only its id.
    const { rows } = await read(backoffice, 'first-approvals', { member: asked.member })
    const { request = {}, reason = null } = rows.find(({ id }) => id === asked.first) ?? {}
    const first = command === 'correct' ? { ...request, reason } : request
    const fields = flatFields(first).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
    return new URLSearchParams({ ...asked, ...Object.fromEntries(fields) })
  }
  const inAnHour = typedOf(new Date(backoffice.now + hours(1)).toISOString())
  if (command === 'site-maintenance' && asked.used === 'n')
    return new URLSearchParams({ closedUntil: inAnHour, ...asked })
  if (command !== 'change-notice') return new URLSearchParams(backoffice.url.searchParams)
  const { rows } = await read(backoffice, 'notices', { place: asked.place, state: 'all', ids: [asked.idx] })
  const { title = '', contents = '', madeAt, endsAt = null, shown = true } = rows[0] ?? {}
  const toField = (at: string | null | undefined) => (at && Date.parse(at) > backoffice.now ? typedOf(at) : '')
  const notice = new URLSearchParams({ ...asked, title, contents, until: toField(endsAt) })
  // An ended notice may be posted again, with a new start.
  if (!shown) notice.set('startsAt', toField(madeAt))
  return notice
}

async function download(backoffice: BackofficeRequest, form: CommandForm): Promise<Page | Response> {
  const [payload = {}] = form.payloads
  const response = await backoffice.client.download(form.command, payload)
  if (response.headers.has('content-disposition')) return response
  const refusal = parseJson(await response.text()) as Refusal | undefined
  if (response.status === 401) throw new NotDone({ kind: 'ended' })
  if (refusal?.status === 'second_person')
    return showResults(backoffice, form, [{ payload, outcome: { kind: 'first-approval', refusal } }])
  return formPage(backoffice, form, refusal ?? { status: String(response.status) })
}
