import { Children, type ReactNode } from 'react'
import { ofRecipient } from '~/embedded/backoffice/commands/fields'
import { fieldsOf } from '~/embedded/backoffice/commands/form-fields'
import { isAlike } from '~/embedded/backoffice/commands/results'
import { type CommandResult, commands } from '~/embedded/backoffice/commands/table'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import { stack } from '~/ui/layout/layout.css'
import { formatSeoulMinute } from '~/values/seoul'
import { readStatus } from '~/values/status'
import { outcomeOf, type Refusal } from '../command-client.server'
import { isOnHold, marksCell, RequestDetails } from '../marks'
import { Hidden, note, tickBoxes, titledPage, unfold } from '../parts'
import { approvalsOf } from '../payment-leads.server'
import { addQuery, type BackofficeRequest, NotDone, type Row, read } from '../screen'
import { Rows } from '../table'
import { type BackofficeTexts, textsOf } from '../texts'
import { type Signs, textOf, transactionCells, unbroken } from '../values'
import { DirectForm } from './form'
import { type CommandForm, type Outcome, settledText, shownOf } from './outcomes'

export const resultOf = (row: Outcome | undefined): Row => (row && 'result' in row.outcome ? row.outcome.result : {})

export const isUnclaimed = (row: Outcome | undefined) =>
  row !== undefined && 'refusal' in row.outcome && row.outcome.refusal.status === 'unclaimed'

/** Returns the texts of an approval. With two people, the first sends nothing: whoever completes a withdrawal pays it. */
export function approvalOf(changed: readonly Row[], isOne: boolean, isPayout: boolean, isSecond: boolean) {
  const waiting = changed.filter(({ state }) => state === 'first').length
  const isPaying = isPayout && waiting < changed.length
  const isFirst = waiting > 0 && (isOne || (isPayout && !isPaying))
  const unpaid = isPayout ? 'rehearsal.second.unsent' : isOne ? 'rehearsal.second' : 'rehearsal.second.several'
  return {
    isPaying,
    isFirst,
    title: isFirst ? 'approvals.give.one' : isSecond ? 'approvals.follow.one' : 'rehearsal.title',
    doing: isPaying ? 'approve.sent' : isFirst ? 'approvals.give' : isSecond ? 'approvals.follow' : 'rehearsal.do',
    waitingNote: waiting > 0 ? (isPaying ? 'approve.send.some' : unpaid) : isPaying && !isOne && 'approve.send.several',
  } as const
}

export function exclusionOf(row: Outcome) {
  const { limits }: Partial<CommandResult<'restrict'>> = resultOf(row)
  const length = (['exclude', 'break'] as const).find((field) => field in row.payload)
  const at = length === 'exclude' ? limits?.excludedUntil : length && limits?.breakUntil
  return length && at ? { length, at: formatSeoulMinute(at) } : undefined
}

export function balanceBefore(previewed: Outcome | undefined): Row | undefined {
  const { after, won } = resultOf(previewed)
  if (after === undefined || won === undefined) return undefined
  return { after: String(BigInt(String(after)) - BigInt(String(won))) }
}

export async function noteExample(backoffice: BackofficeRequest, { command, payload }: CommandForm) {
  const { to, tagged, title, contents } = payload as Row
  if (!command.startsWith('note') || `${title} ${contents}`.search(ofRecipient) < 0) return undefined
  const some = Array.isArray(to) ? { ids: to.slice(0, 1) } : tagged ? { tagged } : {}
  const [found] = (await read(backoffice, 'members', { ...some, size: 1 })).rows
  const { member = '', nick = '' } = found ?? {}
  const fill = (text: unknown) => String(text).replace(ofRecipient, (_, name) => (name === 'member' ? member : nick))
  return { member, title: fill(title), contents: fill(contents) }
}

/** Fields that identify a command's target. If the URL sets one, it is shown as text instead of an input. */
export const subjects = ['member', 'kind', 'id', 'session', 'provider', 'used', 'place', 'idx', 'approval', 'name']

/** Returns whether the URL sets all fields of a command, so that its form would be empty. A member's forms explain. */
export function isFilledIn({ command, sent }: CommandForm): boolean {
  const names = fieldsOf(command).map(({ name }) => name)
  return names.length > 0 && names.every((name) => name !== 'member' && subjects.includes(name) && sent.get(name))
}

type Target = Pick<CommandForm, 'command' | 'payloads'>

export async function loadValuesBefore({ client }: BackofficeRequest, { command, payloads }: Target) {
  const [{ kind = 'deposit', id, member } = {} as Row] = payloads as readonly Row[]
  if (commands[command].each === 'member' && member && payloads.length > 1) {
    const ids = payloads.map((payload) => String((payload as Row).member))
    const found = await client.call('members', { ids, size: ids.length })
    const rows = found.kind === 'done' ? found.result.rows : []
    return ids.map((id): Row => ({ member: id, nick: rows.find(({ member }) => member === id)?.nick }))
  }
  if (!commands[command].showsTransaction || !id) return payloads.map((): Row | undefined => undefined)
  if (payloads.length > 1) {
    const ids = payloads.map((payload) => (payload as Row).id)
    const found = await client.call('movements', { kind, state: 'all', ids })
    const rows = found.kind === 'done' ? found.result.rows : []
    return ids.map((id) => rows.find((row) => row.id === id)).map((row) => row && shownTransaction({ movement: row }))
  }
  const found = await client.call('movement', { number: id })
  if (found.kind !== 'done') return [undefined]
  // While a transaction is pending, `after` is only the current balance, so it is not shown.
  const { after: _, ...about } = shownTransaction(found.result)
  return [{ ...about, language: found.result.language }]
}

function shownTransaction(result: Pick<CommandResult<'movement'>, 'movement'>): Row {
  const { accountSentAt, accountSentBefore, ...shown } = shownOf({}, result)
  const { settledAt, settledBy, creditedWon } = result.movement
  return {
    ...shown,
    ...{ settledAt, settledBy, creditedWon },
    ...(result.movement.accountRequest ? { isUnsent: true } : { accountSentAt, accountSentBefore }),
  }
}

export async function run({ client }: BackofficeRequest, { command }: CommandForm, payload: object, fields: object) {
  const outcome = await client.call(command, { ...payload, ...fields })
  if (outcome.kind === 'ended' || outcome.kind === 'unavailable') throw new NotDone(outcome)
  return { payload, outcome }
}

export async function runPreviews(backoffice: BackofficeRequest, form: CommandForm): Promise<Previewed[]> {
  const { payload, payloads, keys } = form
  const [asked = {}, each] = payloads.length > 1 ? [payload, { each: keys }] : payloads
  const all = await run(backoffice, form, asked, { dryRun: true, ...each })
  const { results }: PreviewResult = resultOf(all)
  const previews: Previewed[] = []
  for (const [index, row] of payloads.entries()) {
    const outcome = results?.[index] ? outcomeOf(results[index]) : all.outcome
    previews.push(await followPending(backoffice, form, { payload: row, outcome }))
  }
  return previews
}

export type Previewed = Outcome & { first?: string }

export async function followPending(backoffice: BackofficeRequest, form: CommandForm, previewed: Outcome) {
  const { payload } = previewed
  const { pendingApproval: pending }: PreviewResult = resultOf(previewed)
  if (!pending) return previewed
  if (pending.by === backoffice.operator.name)
    return { payload, outcome: { kind: 'first-approval' as const, refusal: { ...pending, status: 'second_person' } } }
  return { ...(await run(backoffice, form, payload, { dryRun: true, first: pending.id })), first: pending.id }
}

export type PreviewResult = { digest?: string; pendingApproval?: { id: string; by: string }; results?: Refusal[] }

/** Returns why a deposit is left out when several members are sent the account: payments on hold, or already sent. */
export const leftOut = ({ command, payloads }: CommandForm, row: Row = {}): string | undefined => {
  if (command !== 'send-account' || payloads.length === 1) return undefined
  return isOnHold(row) ? 'on_hold' : (row.accountSentAt || row.accountSentBefore) && !row.isUnsent ? 'sent' : undefined
}

type Shown = { title: string; isOne: boolean; excluded: readonly Row[]; before: readonly (Row | undefined)[] } & {
  isRefused?: boolean
}

/** Returns who has settled or claimed each transaction of a form. If it may be paid twice, says not to pay it. */
export function liveText(backoffice: BackofficeRequest, form: CommandForm, before: readonly (Row | undefined)[]) {
  const { t, word, time, operator } = backoffice
  const lines = before.map((row = {}) => {
    const { settledAt, settledBy, creditedWon, claimedBy, claimedAt, number } = row
    const by = String(settledBy ?? claimedBy)
    const at = time(String(settledAt ?? claimedAt))
    const isTheirs = by !== operator.name && Boolean(settledAt ?? claimedBy)
    const isTaken = operator.takenClaims.some((claim) => claim.number === number && claim.by === by)
    const isPerson = word(`settledBy.${by}`, '') === ''
    const how = creditedWon ? 'credited' : readStatus(row.state as string) === 'done' ? 'done' : 'cancelled'
    const won = backoffice.number(String(creditedWon ?? 0))
    const settled = isPerson ? t(`live.${how}`, { by, at, won }) : settledText(backoffice, row)
    const pending = [
      isTheirs && t(isTaken ? 'live.taken' : 'live.claimed', { by, at }),
      isOnHold(row) && t('refused.on_hold'),
      ...approvalsOf(row).map((approval) => textOf(backoffice, 'firstApproval', approval)),
    ]
    const isPaid = isTheirs && form.sent.has('onlyClaimed')
    const stop = t(isPerson ? 'live.paid' : 'live.stop', { by })
    const texts = [...(settledAt ? [settled] : pending), isPaid && stop].filter(Boolean)
    return `${texts.length > 0 && before.length > 1 ? `${number}: ` : ''}${texts.join(' ')}`
  })
  return commands[form.command].showsTransaction ? lines.join('\n') : undefined
}

/** Creates the page of a preview. If it leaves rows out, its heading says how many. */
export function previewPage(backoffice: BackofficeRequest, form: CommandForm, shown: Shown) {
  const { title, isOne, excluded, before, isRefused } = shown
  const { t, query } = backoffice
  const total = form.keys.length
  const count = total - excluded.length
  const isSome = count < total && total > 1
  const more = isSome && (
    <small data-text={t('rehearsal.some', { total, count: '{count}', excluded: '{left}' })} data-total={total}>
      {t('rehearsal.some', { total, count, excluded: total - count })}
    </small>
  )
  const status = isRefused ? 422 : query.otherwise ? 409 : 200
  const page = { from: form.back, status, live: liveText(backoffice, form, before) }
  return titledPage(backoffice, title, { ...page, more, box: isOne ? 'narrow' : 'wide' })
}

type Notices = { texts: BackofficeTexts; rows: readonly Row[]; children?: ReactNode }

/** Lists the rows of a preview that can't be changed, by reason, and other warnings about it, in one box. */
export function Excluded({ texts, rows, children }: Notices) {
  const reasonOf = ({ reason, refusal }: Row) => String(reason ?? refusal)
  const reasons = [...new Set(rows.map(reasonOf))]
  if (reasons.length + Children.toArray(children).length === 0) return null
  return (
    <Alert kind="warning" silent>
      <ul className={stack}>
        {reasons.map((why) => {
          const same = rows.filter((row) => reasonOf(row) === why)
          const names = same.map(({ number, member, how }) =>
            [number && unbroken(String(number)), member, how].filter(Boolean).join(' '),
          )
          const text = `${texts.t('rehearsal.excluded', { count: same.length })} ${why}`
          return <li key={why}>{same.length > 3 ? unfold(text, names.join(', ')) : `${text} (${names.join(', ')})`}</li>
        })}
        {Children.map(children, (warning) => warning && <li>{warning}</li>)}
      </ul>
    </Alert>
  )
}

/** Finds waiting deposits of the same amount by members who share details, as a bank transfer may be for either. */
export async function findSimilarDeposits(backoffice: BackofficeRequest, { signs, won }: Row): Promise<Row[]> {
  const { sharedWith = [] } = (signs ?? {}) as Partial<Signs>
  const alike = sharedWith.filter(isAlike).map(({ member }) => member)
  if (alike.length === 0) return []
  const { rows } = await read(backoffice, 'movements', { kind: 'deposit', atLeast: Number(won), atMost: Number(won) })
  return rows.filter(({ member }) => member !== null && alike.includes(member))
}

export const ofKind = (backoffice: BackofficeRequest, { command, sent }: CommandForm) =>
  textsOf(backoffice, ['credit', 'send-account'].includes(command) ? 'deposit' : (sent.get('kind') ?? ''))

export function previewHref({ command, sent }: CommandForm): string {
  const fields = [...sent].filter(([name]) => !['requestId', 'preview', 'confirm'].includes(name))
  return `/backoffice/command/${command}?${new URLSearchParams([...fields, ['preview', '']])}`
}

export const backHref = ({ back, keys }: CommandForm) => (keys[0] === '' ? back : addQuery(back, 'tick', keys))

export const pickOf = (backoffice: BackofficeRequest, form: CommandForm) =>
  tickBoxes(backoffice, {
    name: commands[form.command].each ?? '',
    all: backoffice.url.pathname + backoffice.url.search,
    boxOf: ({ key, refusal }) => (refusal ? undefined : key),
    isTicked: true,
  })

/** Asks to claim withdrawals, so that everybody sees who pays them before any money is sent. Leads to the preview. */
export function claimFirst(
  backoffice: BackofficeRequest,
  form: CommandForm,
  unclaimed: Row[],
  shown: Pick<Shown, 'excluded' | 'before'>,
) {
  const { query, t, operator } = backoffice
  const [{ key: _, language: __, ...about } = {} as Row, ...others] = unclaimed
  const isOne = others.length === 0
  const first = isOne && approvalsOf(about).find(({ by }) => by !== operator.name)
  const title = first ? t('approvals.follow.one', { command: form.title }) : form.title
  const cells = { ...transactionCells(backoffice), ...marksCell(backoffice) }
  return previewPage(backoffice, form, { ...shown, title, isOne })(
    <Excluded texts={backoffice} rows={shown.excluded} />,
    query.otherwise && <Alert kind="warning">{t('refused.unclaimed')}</Alert>,
    first && note(t('rehearsal.follow.pay', { by: first.by, at: textOf(backoffice, 'at', first.at) })),
    note(t(isOne ? 'approve.claim' : 'approve.claim.several', { count: unclaimed.length }), 'info'),
    isOne && <RequestDetails texts={ofKind(backoffice, form)} values={about} />,
    !isOne && <Rows texts={backoffice} columns={['member', 'won', 'number', 'marks']} rows={unclaimed} cells={cells} />,
    <ClaimForm form={form} rows={unclaimed} press={t(isOne ? 'claim.pay' : 'claim.ticked')} isFirst>
      <a href={backHref(form)}>{t('form.leave')}</a>
    </ClaimForm>,
  )
}

type Claiming = { form: CommandForm; rows: readonly Row[]; press: string; isFirst?: boolean; children: ReactNode }

export const ClaimForm = ({ form, rows, press, isFirst = false, children }: Claiming) => (
  <DirectForm command="claim" fields={{ kind: 'withdrawal', back: previewHref(form) }}>
    <Hidden fields={rows.map(({ key }) => ['id', String(key)])} />
    <Button {...{ autoFocus: isFirst, variant: isFirst ? 'primary' : 'quiet', children: press }} />
    {children}
  </DirectForm>
)
