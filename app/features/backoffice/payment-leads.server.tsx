import type { ReactNode } from 'react'
import { type CommandResult, commands, isCommandName } from '~/embedded/backoffice/commands/table'
import { Badge } from '~/ui/badge/badge'
import { flatFields } from '~/values/flat-fields'
import { claimMs } from '~/values/transaction'
import { isOnHold, isSentBefore } from './marks'
import { Commands, type Lead } from './parts'
import { type BackofficeRequest, mayRun, type Row } from './screen'
import { textOf } from './values'

export type FirstApproval = CommandResult<'first-approvals'>['rows'][number]
export const approvalsOf = (row: Row) => (row.firstApprovals ?? []) as FirstApproval[]
type Followed = Pick<FirstApproval, 'act' | 'id' | 'by' | 'member' | 'openedBy' | 'request'>

/** Returns a second person's actions on a first approval, and the first person's actions on a file that was opened. */
export function followed({ operator, t }: BackofficeRequest, approval: Followed): readonly Lead[] {
  const { act, id, by, member, openedBy, request } = approval
  if (!isCommandName(act)) return []
  const isFile = commands[act].kind === 'download'
  const isPayment = act === 'approve'
  const fixed = { approve: 'kind id', correct: 'member account won reason', credit: 'id won' }[act as string]
  const straight = fixed && { ...(isPayment && Object.fromEntries(flatFields(request))), fixed, preview: '' }
  const again = { first: id, ...(member !== null && { member }), ...straight }
  if (by === operator.name) return openedBy === null ? [] : [[act, again, t('approvals.open')]]
  return isFile ? [['open-download', { approval: id }]] : [[act, again, t('approvals.follow')]]
}

export function waitingMarks(backoffice: BackofficeRequest, row: Row): ReactNode[] {
  const { t, time, operator } = backoffice
  const { id, accountRequest, accountSentAt: sentAt = null, claimedBy: by } = row
  const approvals = approvalsOf(row)
  const at = by ? time(new Date(Date.parse(String(row.claimedAt)) + claimMs).toISOString()) : ''
  const name = t('field.firstApprovals')
  const isAccountAsked = Boolean(accountRequest)
  const send: Lead = ['send-account', { id, fixed: 'id', preview: '' }]
  return [
    Boolean(by) && by === operator.name && <Badge kind="good">{t('claim.yours', { at })}</Badge>,
    Boolean(by) && by !== operator.name && <Badge kind="warn">{t('claim.theirs', { by: String(by), at })}</Badge>,
    ...approvals.map(({ act, won, ...approval }) => {
      const amount = act === 'credit' ? `${textOf(backoffice, 'won', won)}, ` : ''
      return <Badge key={approval.id}>{`${name}: ${amount}${textOf(backoffice, 'firstApproval', approval)}`}</Badge>
    }),
    isAccountAsked && operator.hasPayAccount && !isOnHold(row) && (
      <Commands key="send" {...{ backoffice, leads: [send], isOfRow: true }} />
    ),
    isAccountAsked && !operator.hasPayAccount && mayRun(backoffice, 'answer') && (
      <a key="answer" href={`/backoffice/inquiries?id=${accountRequest}`}>
        <Badge kind="warn">{t('account.unsent')}</Badge>
      </a>
    ),
    !isAccountAsked && sentAt !== null && (
      <span key="sent">
        {t(isSentBefore(row) ? 'account.sent.earlier' : 'account.sent', { at: time(String(sentAt)) })}
      </span>
    ),
  ]
}

/** Returns the actions on a pending transaction. If nothing has to be entered, the link leads to the preview. */
export function transactionLeads(backoffice: BackofficeRequest, row: Row): readonly Lead[] {
  const { operator, t } = backoffice
  const { kind, id, claimedBy } = row
  const isOther = kind === 'deposit' && row.method === 'bank'
  const approvals = approvalsOf(row)
  const isTheirs = Boolean(claimedBy) && claimedBy !== operator.name
  const own = approvals.filter(({ by }) => by === operator.name).map(({ id }) => revoking(backoffice, id))
  const cancel: Lead = ['cancel', { kind, id }]
  const release: Lead[] = claimedBy ? [['release', { kind, id }]] : []
  if (isOnHold(row))
    return [['lift-hold', { member: row.member, fixed: 'member' }], ...(isTheirs ? [] : [...release, cancel])]
  const second = approvals.flatMap((approval) => followed(backoffice, approval))
  // Another person's claim blocks everything except a deposit's second approval and taking over the claim.
  const takeOver: Lead[] = own.length > 0 ? [] : [['claim', { kind, id }, t('claim.take')]]
  if (isTheirs) return kind === 'deposit' ? [...second, ...takeOver] : takeOver
  const { secondPersonFrom: limit } = operator
  const isLarge = limit !== null && BigInt(String(row.won)) >= BigInt(limit)
  const paying = kind === 'withdrawal' ? t(claimedBy ? 'approve.sent' : 'claim.pay.short') : undefined
  const text = isLarge ? t('approvals.first') : paying
  const approve: Lead = ['approve', { kind, id, fixed: 'kind id', preview: '' }, text]
  return [
    // A first approval may be of another amount, so only the second one is offered beside it.
    ...(approvals.length > 0 ? [...second, ...own] : [approve]),
    ...(claimedBy || own.length > 0 ? release : [['claim', { kind, id }] as const]),
    ...(isOther && own.length === 0 ? [['credit', { id }] as const] : []),
    cancel,
  ]
}

export const revoking = ({ t }: BackofficeRequest, id: unknown): Lead => [
  'end-first-approval',
  { id },
  t('approvals.revoke'),
]
