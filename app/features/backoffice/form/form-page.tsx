import { holdTag } from '~/embedded/backoffice/commands/fields'
import { type FormField, fieldsOf, payloadFrom } from '~/embedded/backoffice/commands/form-fields'
import { type CommandName, commands, mayNeedSecondPerson } from '~/embedded/backoffice/commands/table'
import { config } from '~/platform/settings/config.server'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { stack } from '~/ui/layout/layout.css'
import { parseSigned } from '~/values/amount'
import { joinParts } from '~/values/parts'
import type { Refusal } from '../command-client.server'
import { factsText, isOnHold, marksCell, RequestDetails } from '../marks'
import { buttonTo, Commands, Hidden, type Lead, line, messagePage, note, soft, Ticked, titledPage } from '../parts'
import { approvalsOf } from '../payment-leads.server'
import { type BackofficeRequest, ownAddressOf, type Page, type Row, read } from '../screen'
import { Rows } from '../table'
import { backofficeTexts } from '../texts'
import { fieldName, textOf, transactionCells } from '../values'
import { accountText, Fields, RefusalNote, refusalText, staffCodeField } from './form'
import type { CommandForm } from './outcomes'
import * as previews from './preview-results'
import { requestIdOf } from './stored-forms.server'

export function formOf(backoffice: BackofficeRequest, command: CommandName, sent: URLSearchParams): CommandForm {
  const { t, word, operator } = backoffice
  const { each = '' } = commands[command]
  // The holder's name is prefilled, so without a bank and a number no account was entered.
  if (!sent.get('bank.name') && !sent.get('bank.number')) sent.delete('bank.owner')
  const ids = [...new Set(sent.getAll(each))].slice(0, 50)
  const first = sent.get('first')
  // The screens pay only withdrawals that the operator has claimed, so that no two people send the money.
  if (command === 'approve' && sent.get('kind')?.trim() === 'withdrawal') sent.set('onlyClaimed', 'on')
  const payload = { ...payloadFrom(fieldsOf(command), sent), ...(first && mayNeedSecondPerson(command) && { first }) }
  if (command === 'close' && sent.has('requestId') && !('closed' in payload && payload.closed)) sent.set('used', 'y')
  const used = sent.has('change') ? 'n.change' : sent.get('used')
  const about = sent.get('change') || (sent.get('place') ?? sent.get('kind') ?? used ?? '')
  const name = `command.${command}.${about}`
  const isTakeOver = command === 'claim' && sent.get('reason')
  const title = isTakeOver ? t('claim.take') : word(name, word(`command.${command}`, command))
  return {
    ...{ operator: operator.name, command, sent },
    title: ids.length > 1 ? title : word(`${name}.one`, title),
    back: ownAddressOf(sent.get('back')),
    requestId: requestIdOf(sent),
    payload: { ...payload, [each]: undefined },
    keys: ids.length > 0 ? ids : [''],
    payloads: ids.length > 1 ? ids.map((id) => ({ ...payload, [each]: id })) : [payload],
  }
}

export async function formPage(backoffice: BackofficeRequest, form: CommandForm, refusal?: Refusal): Promise<Page> {
  const { client, url, query, t, word, operator } = backoffice
  const { command, back, payloads, keys } = form
  const sent = new URLSearchParams(form.sent)
  const { each = '', isDirect, kind } = commands[command]
  const eitherNames = eithers[command]?.names.map((name) => word(`group.${name}`, fieldName(backoffice, name)))
  const fields = fieldsOf(command)
  const wrong = refusal?.wrong?.filter(({ field }, at) => at === 0 || field !== 'tell' || sent.get(field)) ?? []
  const before = await previews.loadValuesBefore(backoffice, form)
  const [row] = before
  const isOne = payloads.length === 1
  if (isOne && row?.settledAt) return settledPage(backoffice, form, t('done.unchanged'), row)
  const about = row && summaryOf(command, row)
  const title = command === 'claim' && row?.claimedBy ? t('claim.take') : form.title
  const subject = each === 'member' ? each : 'number'
  const member = sent.get('member')
  // A button that runs a command without a form sends no `fixed`. If it is refused, its target must not become editable.
  const named = sent.get('fixed')?.split(' ') ?? previews.subjects.filter((name) => sent.get(name))
  // An account is reopened by a link of its own, so this form only closes it.
  if (command === 'close' && !sent.has('closed')) sent.set('closed', 'on')
  const asFixed = command === 'close' ? [...named, 'closed'] : named
  const fixed = fields.filter(({ name }) => asFixed.includes(name) && !wrong.some(({ field }) => field === name))
  const isFixed = (name: string) => fixed.some((field) => field.name === name)
  const isWithdrawal = sent.get('kind') === 'withdrawal'
  const notAsked = [
    'onlyClaimed',
    ...(command === 'save-template' ? ['id'] : []),
    ...(command === 'change-notice' && !sent.has('startsAt') ? ['startsAt'] : []),
    ...(sent.get('used') === 'y' ? ['closedUntil', 'contents'] : []),
    // Only deposits have a payment page, so only they can be unpaid.
    ...(isWithdrawal ? ['unpaid'] : []),
  ]
  const toFill = fields.filter(({ name }) => !notAsked.includes(name))
  const rows = before.map((row, index): Row => {
    const status = previews.leftOut(form, row)
    return { [subject]: keys[index], ...row, key: keys[index], refusal: status && refusalText(backoffice, { status }) }
  })
  const asked = await withOffers(backoffice, command, toFill, about)
  const sentOf = Object.fromEntries(
    fixed.flatMap(({ name }) => (['used', 'closed', 'idx'].includes(name) ? [] : [[name, sent.get(name)]])),
  )
  // When the form closes, its texts stay in view, so that they can be copied.
  const texts = Object.fromEntries(['tell', 'reason'].map((name) => [name, sent.get(name)]))
  const isCredit = command === 'credit'
  // The message about an amount is written again for the next amount.
  const written =
    isCredit && row && creditMessage(backoffice, row, backoffice.number(parseSigned(sent.get('won') ?? '') ?? 0))
  if (sent.get('tell') === written) sent.delete('tell')
  const isFound = isOne && member !== null && asFixed.includes('member')
  const found = isFound && (await client.call('member', { member, masked: true }))
  const known = found && found.kind === 'done' ? found.result : undefined
  const { nick, cash, phone, bank } = (known?.member ?? {}) as Row
  const ofContact = command === 'change-member' ? known : undefined
  // While a withdrawal is pending, the account can't change.
  const count = ofContact?.waiting.withdrawals.count ?? 0
  const provider =
    sentOf.provider && (await read(backoffice, 'providers')).rows.find(({ code }) => code === sentOf.provider)
  if (provider) sentOf.provider = provider.name
  const toWaiting = <a href={`/backoffice/waiting?kind=withdrawal&member=${member}`}>{t('queue.withdrawal')}</a>
  if (ofContact && count === 0 && !sent.get('bank.owner')) sent.set('bank.owner', ofContact.member.bank.owner)
  const names = fields.flatMap(({ name, inner }) => [name, ...inner.map((field) => field.name)])
  const elsewhere = wrong.filter(({ field }) => !names.includes(field))
  const open = asked.filter(({ name }) => !isFixed(name) && (count === 0 || name !== 'bank'))
  const isHidden = (name: string) => ['back', 'first', 'change'].includes(name) || isFixed(name)
  const unseen = [...sent].filter(([name]) => isHidden(name) && (isOne || name !== each))
  const stop = isOne && commands[command].showsTransaction ? refusal?.status : undefined
  const isTheirs = stop === 'claimed' && !isDirect
  const isShut = isTheirs || stop === 'on_hold' || stop === 'own_approval'
  // A second approver needs no limit, because nobody approves after them.
  const limit = isCredit && !sent.get('first') ? operator.secondPersonFrom : null
  const isRun = isDirect || (command === 'send-account' && isOne)
  const press = isRun ? title : t(kind === 'download' ? 'form.download' : 'form.rehearse')
  const afterTaking = isWithdrawal && command === 'approve' ? previews.previewHref(form) : back
  const payer = command === 'claim' && isWithdrawal && row?.claimedBy !== operator.name && row?.claimedBy
  const paymentKind = isWithdrawal ? 'withdrawal' : 'deposit'
  const takeOver: Lead = ['claim', { kind: paymentKind, id: sent.get('id') }, t('claim.take')]
  const lift: Lead = ['lift-hold', { member: row?.member, fixed: 'member' }]
  const next = (stop === 'claimed' || isShut) && row ? await nextUnclaimed(backoffice, form, row.number) : []
  const ways = stop === 'on_hold' ? [lift, ...next] : next
  const further = <Commands backoffice={{ ...backoffice, url: new URL(back, url) }} leads={ways} />
  const page = { from: back, status: refusal ? 422 : 200, live: previews.liveText(backoffice, form, before) }
  return titledPage(backoffice, title, { ...page, box: isOne ? 'narrow' : 'wide' })(
    !isShut && soft(word(`about.${command}.${sent.get('place') ?? sent.get('kind')}`, word(`about.${command}`, ''))),
    query.otherwise && <Alert kind="warning">{t('rehearsal.otherwise')}</Alert>,
    refusal?.status !== 'code_again' && !(count > 0 && refusal?.status === 'waiting') && (
      <RefusalNote texts={backoffice} refusal={refusal} elsewhere={elsewhere} />
    ),
    isOne && (about || Object.keys(sentOf).length > 0) && (
      <RequestDetails
        texts={previews.ofKind(backoffice, form)}
        values={
          about
            ? { ...about, ...(isShut && texts) }
            : { ...sentOf, nick, cash, phone, bank, ...(command === 'lift-hold' && { hold: known?.hold }) }
        }
        isCopied={isWithdrawal && !isShut && command !== 'cancel'}
      />
    ),
    isShut && (
      <div className="row">
        {isTheirs && <Commands backoffice={{ ...backoffice, url: new URL(afterTaking, url) }} leads={[takeOver]} />}
        {further}
        <a href={previews.backHref(form)}>{t('form.leave')}</a>
      </div>
    ),
    Boolean(payer) && note(t('claim.sent', { by: String(payer) })),
    count > 0 && note(t('change.waiting', { count }), 'warning', toWaiting),
    !isShut && (
      <form className={stack} method="post" action={url.pathname} noValidate data-command={command}>
        <Hidden fields={[['requestId', form.requestId], ['fixed', asFixed.join(' ')], ...unseen]} />
        {eitherNames?.[1] && count === 0 && soft(t('form.either', { names: eitherNames.join(', ') }))}
        <Fields {...{ texts: backoffice, sent, wrong }} fields={open.slice(0, 1)} />
        {isCredit && row && (
          <output className="soft" data-credit={JSON.stringify(creditScriptData(backoffice, row, limit))}>
            {limit !== null && t('credit.limit', { won: textOf(backoffice, 'won', limit) })}
          </output>
        )}
        <Fields {...{ texts: backoffice, sent, wrong }} fields={open.slice(1)} />
        {staffCodeField(backoffice, command, refusal?.status === 'code_again')}
        <previews.Excluded texts={backoffice} rows={rows.filter(({ refusal }) => refusal)} />
        {!isOne && (
          <Rows
            texts={backoffice}
            columns={each === 'member' ? ['member'] : ['member', 'won', 'bank', 'number', 'marks']}
            rows={rows.filter(({ refusal }) => !refusal)}
            cells={{ ...transactionCells(backoffice), ...marksCell(backoffice) }}
            pick={previews.pickOf(backoffice, form)}
          />
        )}
        <div className={isOne ? 'row' : 'row sticky'}>
          <Button variant="primary">{press}</Button>
          {further}
          {buttonTo(previews.backHref(form), t('form.leave'))}
          {!isOne && <Ticked texts={backoffice} isOfMembers={each === 'member'} />}
        </div>
      </form>
    ),
  )
}

export async function settledPage(backoffice: BackofficeRequest, form: CommandForm, text: string, settled: Row) {
  const facts = joinParts(String(settled.number), factsText(backoffice, settled))
  const next = await nextUnclaimed(backoffice, form, settled.number)
  return endedPage(backoffice, form, backoffice.t('settled.title'), `${text} (${facts})`, next, settled)
}

/** Says why there is nothing left to confirm. After a status of 409, the script renews the list. */
export function endedPage(
  backoffice: BackofficeRequest,
  form: CommandForm,
  title: string,
  text: string,
  leads: Lead[] = [],
  settled?: Row,
): Page {
  const to = previews.backHref(form)
  const close = buttonTo(to, backoffice.t('keys.close'))
  const url = new URL(form.back, backoffice.url)
  const links = line(close, <Commands backoffice={{ ...backoffice, url }} leads={leads} variant="primary" />)
  const live = previews.liveText(backoffice, form, [settled])
  return { ...messagePage(backoffice, 409, title, text, to, links), live }
}

async function nextUnclaimed(backoffice: BackofficeRequest, form: CommandForm, number: unknown): Promise<Lead[]> {
  const kind = form.sent.get('kind') ?? 'deposit'
  const { rows } = await read(backoffice, 'movements', { kind })
  const { name } = backoffice.operator
  const at = rows.findIndex((row) => row.number === number)
  const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(
    (row) => (row.claimedBy ?? name) === name && !isOnHold(row) && approvalsOf(row).every(({ by }) => by !== name),
  )
  const text = next && backoffice.t('claim.another', { number: next.number })
  if (!next) return []
  const of = { kind, id: next.id }
  return [
    form.command === 'cancel' ? ['cancel', of, text] : ['approve', { ...of, fixed: 'kind id', preview: '' }, text],
  ]
}

function summaryOf(command: CommandName, row: Row): Row {
  const { language: _, ...shown } = row
  const { won, number, appliedAt, member, nick, bank, bankBefore, bankChangedAt, memberClosedAt, sameWon } = row
  const marks = { bankBefore, bankChangedAt, memberClosedAt, sameWon }
  // On a phone, all of this form must be in view.
  return command === 'credit' ? { number, member, nick, appliedAt, requested: won, bank, ...marks } : shown
}

/** Returns the message about a credited amount, in the member's language. @param amount without its unit */
export function creditMessage({ now }: BackofficeRequest, { language, won }: Row, amount: string): string {
  const theirs = backofficeTexts(String(language), now)
  return theirs.t('credit.tell', { requested: textOf(theirs, 'won', won), credited: theirs.t('won', { amount }) })
}

/** Returns what `followAmount` in backoffice.js needs to show the result of an amount while it is typed. */
function creditScriptData(backoffice: BackofficeRequest, row: Row, limit: unknown) {
  const { t, number } = backoffice
  const [requested, cash] = [String(row.won), String(row.cash)]
  const known = { requested: number(requested), cash: number(cash) }
  const after = t('credit.after', { ...known, won: '{won}', change: '{change}', after: '{after}' })
  const tell = creditMessage(backoffice, row, '{won}')
  return { requested, cash, after, tell, limit, first: t('credit.first') }
}

export async function withOffers(
  asked: BackofficeRequest,
  command: CommandName,
  fields: readonly FormField[],
  about?: Row,
) {
  const names = fields.map(({ name }) => name)
  const isOthers = commands[command].isDirect && about?.claimedBy && about.claimedBy !== asked.operator.name
  const hasTags = names.includes('tags') || names.includes('tagged')
  const counted = hasTags ? (await read(asked, 'tags')).rows : []
  const all = counted.map(({ tag }) => tag)
  const tags = all.filter((tag) => tag !== holdTag)
  const counts = Object.fromEntries(counted.map(({ tag, members }) => [tag, members]))
  const isSent = command === 'send-account'
  const accounts = isSent ? (await read(asked, 'pay-accounts')).rows.map(accountText) : []
  const { banks } = config.embedded
  const offers: Partial<Record<string, readonly string[]>> = {
    ...{ bank: banks, 'bank.name': banks, tags, tagged: all, to: ['all'] },
    ...(isSent && { account: accounts }),
  }
  const needed = [
    ...['site-maintenance closedUntil', 'reset-factor reason'],
    ...(isOthers ? [`${command} reason`] : []),
    ...(accounts.length > 1 ? ['send-account account'] : []),
  ]
  const isTold = ({ name }: FormField) => name === 'tell'
  const isChoice = ({ name, kind }: FormField) => kind === 'text' && (offers[name] ?? []).length > 0
  const offered = (field: FormField): FormField => ({
    ...field,
    inner: field.inner.map(offered),
    kind: isChoice(field) ? 'choice' : isTold(field) ? 'long' : field.kind,
    choices: offers[field.name] ?? field.choices,
    ...(field.name === 'tagged' && { counts }),
    required: (field.required && !isTold(field)) || needed.includes(`${command} ${field.name}`),
    isEither: eithers[command]?.names.includes(field.name) ?? false,
  })
  return fields.map(offered)
}

/** Fields of which at least one is required. `rule` is the API's error text for that. */
export const eithers: { readonly [A in CommandName]?: { names: readonly [string, ...string[]]; rule: string } } = {
  cancel: { names: ['tell', 'reason'], rule: 'a message or a reason' },
  'change-member': { names: ['phone', 'bank'], rule: 'phone or bank' },
  // Programs that were written for 1.0.0 may close an account without a reason.
  close: { names: ['reason'], rule: 'some text' },
}
