import type { ReactNode } from 'react'
import { type CommandName, type CommandResult, commands, isCommandName } from '~/embedded/backoffice/commands/table'
import { Badge } from '~/ui/badge/badge'
import { wrapRow } from '~/ui/layout/layout.css'
import { formatSeoulMinute } from '~/values/seoul'
import { stored } from '~/values/status'
import { logCells } from './log'
import { type Lead, line, soft } from './parts'
import type { BackofficeRequest } from './screen'
import type { BackofficeTexts } from './texts'
import { hrefOfSum, nameOfSum, type Sum, SumBars } from './today/bars'
import { Details, memberHref, type Row, type Shown, textOf, transactionCells, transactionHref } from './values'

export type Look = Shown & {
  columns?: readonly string[]
  tools?: ((row: Row) => readonly Lead[]) | undefined
  /** Commands that add a row, at the head of the list. */
  leads?: readonly Lead[]
  join?: (rows: readonly Row[]) => readonly Row[]
  around?: (rows: ReactNode, list: readonly Row[]) => ReactNode
}

/** How each list is displayed. @param payload the subject of the list, regardless of its filters */
export const looks: { readonly [A in CommandName]?: (backoffice: BackofficeRequest, payload: Row) => Look } = {
  movements: (backoffice, payload) => {
    const state = payload.state ?? backoffice.query.state ?? stored.pending
    // The current balance is irrelevant for settled transactions.
    const unread = state === stored.pending ? 'state' : 'cash'
    const cells = transactionCells(backoffice)
    const place = payload.member === undefined ? 'member' : 'state'
    return {
      columns: (commands.movements.columns ?? []).filter((field) => field !== unread),
      cells: {
        ...cells,
        [place]: (row: Row) =>
          line(cells[place](row), firstApprovalNotes(backoffice, row.firstApprovals as FirstApprovals)),
      },
      tools: (row) => (row.state === stored.pending ? transactionLeads(backoffice, row) : []),
    }
  },
  ledger: (backoffice, { member }) => ({
    // The balance after a transfer belongs to one of the two accounts.
    columns: ['cause', 'won', 'account', 'at', ...(backoffice.query.member !== undefined ? ['after'] : [])],
    cells: transferCells(backoffice, member !== undefined),
    join: transfersOf,
  }),
  requests: ({ t }) => ({
    cells: {
      title: ({ id, title, asksAccount }) => {
        const mark = asksAccount === true && <Badge>{t('queue.account')}</Badge>
        return line(<a href={`/backoffice/inquiries?id=${String(id)}`}>{String(title)}</a>, ' ', mark)
      },
    },
  }),
  'reset-requests': () => ({ tools: ({ member }) => [['reset-code', { member: String(member) }]] }),
  acts: (backoffice) => ({ columns: ['sentence', 'at', 'members'], ...logCells(backoffice) }),
  logins: (_, { member }) => ({
    tools: ({ live, session }) =>
      live === true ? [['end-session', { member: String(member), session: String(session) }]] : [],
  }),
  'limit-changes': (texts) => ({
    columns: ['change', 'by', 'at'],
    cells: { change: (row) => <Details texts={texts} values={changeOf(row)} /> },
  }),
  notices: () => ({
    cells: { title: ({ title, contents }) => line(<b>{String(title)}</b>, soft(contents)) },
    tools: ({ shown, place, idx }) => (shown ? [['end-notice', { place: String(place), idx: String(idx) }]] : []),
  }),
  providers: ({ word }) => ({
    tools: ({ code, used }) => {
      const of = { provider: String(code) }
      return used === 'y'
        ? [['maintenance', { ...of, used: 'n' }, word('command.maintenance.n')]]
        : [['maintenance', { ...of, used: 'y', fixed: 'provider used', preview: '' }, word('command.maintenance.y')]]
    },
  }),
  alerts: (texts) => ({ cells: { number: transactionCells(texts).number } }),
  'referral-codes': () => ({
    leads: [['add-referral-code']],
    tools: ({ removedAt, code }) => (removedAt ? [] : [['remove-referral-code', { code: String(code) }]]),
  }),
  tags: ({ t }) => ({
    cells: {
      tag: ({ tag }) => <a href={`/backoffice/member?tagged=${encodeURIComponent(String(tag))}`}>{String(tag)}</a>,
    },
    tools: ({ tag }) => [['note-tagged', { tagged: String(tag) }, t('note.tag')]],
  }),
  'pay-accounts': () => ({
    leads: [['add-pay-account']],
    tools: ({ id }) => [['end-pay-account', { id: String(id) }]],
  }),
  templates: ({ t }) => ({
    leads: [['save-template']],
    cells: { contents: ({ contents }) => Array.from(String(contents)).slice(0, 100).join('') },
    tools: (row) => [
      ['save-template', { template: String(row.id) }, t('template.change')],
      ['delete-template', { id: String(row.id) }],
    ],
  }),
  'first-approvals': (backoffice) => ({
    cells: {
      act: ({ act, kind }) => backoffice.word(`command.${act}.${kind}.one`, textOf(backoffice, 'act', act)),
      number: transactionCells(backoffice).number,
      // The number identifies the transaction; unticked boxes are left out.
      request: ({ request }) => {
        const { id: _, kind: _kind, unpaid, ...asked } = request as Row
        return textOf(backoffice, 'request', unpaid ? { ...asked, unpaid } : asked)
      },
    },
    tools: (row) => [
      ...followed(backoffice, row as FirstApprovals[number]),
      ['end-first-approval', { id: String(row.id) }],
    ],
  }),
  tokens: ({ t, time, query, operator }) => ({
    columns: ['name', 'role', 'state', 'secondFactor', 'madeAt', 'madeBy', 'endedBy'],
    cells: {
      name: ({ name, isBuiltIn }) => line(<b>{String(name)}</b>, isBuiltIn === true && soft(t('token.builtIn'))),
      state: ({ endedAt: at }) =>
        at ? `${t('state.revoked')} ${time(String(at))}` : <Badge kind="good">{t('live.true')}</Badge>,
    },
    // The setup token belongs to a person of its own, who is in no row of the list.
    join: (rows) => ((query.page ?? '1') === '1' ? [{ name: 'owner', role: 'owner', isBuiltIn: true }, ...rows] : rows),
    tools: ({ endedAt, name, secondFactor, isBuiltIn }) => {
      const of = { name: String(name) }
      if (endedAt || isBuiltIn) return []
      const mayReset = secondFactor === true && name !== operator.name
      return [...(mayReset ? [['reset-factor', of] as const] : []), ['end-token', of, t('token.revoke')]]
    },
  }),
  queue: (backoffice) => ({
    columns: ['what', 'member', 'won', 'waits'],
    cells: {
      what: (row) => {
        const { what, title, number, member, by } = row as Queued
        const about = <a href={hrefOfQueued(row as Queued)}>{title ?? number ?? member ?? by}</a>
        const approvals = firstApprovalNotes(backoffice, row.firstApprovals as FirstApprovals)
        return line(<Badge>{backoffice.word(`what.${what}`)}</Badge>, ' ', about, approvals)
      },
      member: transactionCells(backoffice).member,
      waits: ({ at }) => waitsFor(backoffice, Date.parse(String(at))),
    },
    join: (rows) => rows.map((row) => ({ ...row, key: `${row.what}-${row.id ?? row.member}` })),
    tools: ({ what, ...row }) => {
      const [kind, method] = what === 'return' ? ['deposit', 'payment'] : [what, 'bank']
      return kind === 'deposit' || kind === 'withdrawal' ? transactionLeads(backoffice, { ...row, kind, method }) : []
    },
  }),
  sums: (backoffice, { by = backoffice.query.by ?? 'day' }) => ({
    columns: ['at', 'deposits', 'withdrawals'],
    cells: {
      at: (row) => <a href={hrefOfSum(row as Sum)}>{nameOfSum(row as Sum, by)}</a>,
      deposits: ({ deposits }) => textOfSum(backoffice, deposits as Sum['deposits']),
      withdrawals: ({ withdrawals }) => textOfSum(backoffice, withdrawals as Sum['withdrawals']),
    },
    join: (rows) => rows.map((row) => ({ ...row, key: row.from })),
    around: (table, rows) => (
      <SumBars texts={backoffice} sums={rows as readonly Sum[]} by={by}>
        {table}
      </SumBars>
    ),
  }),
  handling: ({ number }) => ({
    cells: { deposits: (row) => number(Number(row.deposits)), withdrawals: (row) => number(Number(row.withdrawals)) },
  }),
  'desk-sessions': () => ({ tools: ({ id }) => [['end-desk-session', { id: String(id) }]] }),
}

type Queued = CommandResult<'queue'>['rows'][number]

function hrefOfQueued({ what, id, number, member }: Queued): string {
  if (what === 'approval') return '/backoffice/people#first-approvals'
  if (what === 'reset') return memberHref(member ?? '')
  return number === null ? `/backoffice/inquiries?id=${id}` : transactionHref(number)
}

function waitsFor({ t, now }: BackofficeRequest, since: number) {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000))
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)]
  const unit = days > 0 ? 'waits.days' : hours > 0 ? 'waits.hours' : 'waits.minutes'
  const text = t(unit, { days, hours: hours % 24, minutes: minutes % 60 })
  return <time className={hours > 0 ? 'late' : undefined}>{text}</time>
}

const textOfSum = (texts: BackofficeTexts, { count, won }: Sum['deposits']) =>
  count > 0 && `${textOf(texts, 'won', won)} (${texts.number(count)})`

/** The actions on a pending transaction. If nothing has to be typed, the link leads straight to the preview. */
export function transactionLeads(backoffice: BackofficeRequest, row: Row): readonly Lead[] {
  const { operator, t } = backoffice
  const [kind, id] = [String(row.kind), String(row.id)]
  const previewed = { kind, id, fixed: 'kind id', preview: '' }
  const isOther = kind === 'deposit' && row.method === 'bank'
  const approvals = (row.firstApprovals ?? []) as FirstApprovals
  const isApproved = approvals.some(({ act }) => act === 'approve')
  return [
    ...(isApproved ? [] : [['approve', previewed] as const]),
    ...approvals.flatMap((approval) => followed(backoffice, approval)),
    [row.claimedBy === operator.name ? 'release' : 'claim', previewed],
    ...(isOther ? [['credit', { id }, t('waiting.credit')] as const] : []),
    ['cancel', { kind, id }],
  ]
}

export function transfersOf(entries: readonly Row[]): readonly Row[] {
  const transfers = new Map<unknown, Row[]>()
  for (const entry of entries) transfers.set(entry.transfer, [...(transfers.get(entry.transfer) ?? []), entry])
  return [...transfers.values()].map((sides) => ({ ...(sides.find(({ member }) => member) ?? sides[0]), sides }))
}

function transferCells(texts: BackofficeTexts, isOfMember: boolean): Look['cells'] {
  const sidesOf = ({ sides }: Row) => sides as readonly Row[]
  const sum = ({ won }: Row) => (
    <b className={Number(won) > 0 ? 'short in' : 'short'}>
      {Number(won) > 0 && '+'}
      {textOf(texts, 'won', won)}
    </b>
  )
  return {
    won: sum,
    account: (row) =>
      sidesOf(row).map((side, _, { length }) => {
        const member = side.member && !isOfMember ? String(side.member) : ''
        const whose = member ? <a href={memberHref(member)}>{member}</a> : String(side.provider ?? '')
        const account = line(textOf(texts, 'account', side.account), whose && ' ', whose)
        return <div key={String(side.id)}>{length > 1 ? line(account, ' ', sum(side)) : account}</div>
      }),
    cause: (row) => {
      const { cause, causeId, member, at, reason } = row
      const whole = textOf(texts, 'cause', cause)
      const names = sidesOf(row).map(({ account }) => texts.word(`cause.${cause}.${account}`, whole))
      const text = [...new Set(names)].join(', ')
      if (/^(?:deposit|withdrawal)/.test(String(cause)) && causeId) return <a href={transactionHref(causeId)}>{text}</a>
      if (/^(?:bet|settlement|jackpot)/.test(String(cause)) && causeId)
        return <a href={`/backoffice/command/bets?id=${String(causeId)}`}>{text}</a>
      if (cause !== 'correction' || !member) return text
      const day = formatSeoulMinute(String(at)).slice(0, 10)
      const lines = new URLSearchParams({ act: 'correct', member: String(member), from: day, to: day })
      return line(<a href={`/backoffice/log?${lines}`}>{text}</a>, soft(reason))
    },
  }
}

type Limits = CommandResult<'limit-changes'>['rows'][number]['limits']

function changeOf(row: Row): object {
  const { change, limits } = structuredClone(row) as { change: Record<string, Record<string, unknown>>; limits: Limits }
  const pending = limits.pending.filter(({ name, value }) => {
    const [period = '', kind = 'deposit'] = name.split('_').reverse()
    const { [period]: raised, ...acted } = change[kind] ?? {}
    if (raised === value) change[kind] = acted
    return raised === value
  })
  return { ...change, pending }
}

type FirstApprovals = CommandResult<'first-approvals'>['rows']
type Followed = Pick<FirstApprovals[number], 'act' | 'id' | 'by' | 'member' | 'openedBy' | 'request'>

/** A second person's actions on a first approval, and the first person's actions on an opened file. */
export function followed({ operator, t }: BackofficeRequest, approval: Followed): readonly Lead[] {
  const { act, id, by, member, openedBy, request } = approval
  if (!isCommandName(act)) return []
  const isFile = commands[act].kind === 'download'
  const straight: Record<string, string> = act === 'approve' ? { fixed: 'kind id', preview: '' } : {}
  const again = { first: id, ...(member === null ? {} : { member }), ...textsOf(request), ...straight }
  if (by === operator.name) return openedBy === null ? [] : [[act, again, t('approvals.open')]]
  return isFile ? [['open-download', { approval: id }]] : [[act, again, t('approvals.follow')]]
}

export const firstApprovalNotes = (backoffice: BackofficeRequest, approvals: FirstApprovals) =>
  approvals.map((approval) => (
    <p key={approval.id} className={wrapRow}>
      <Badge kind="warn">
        {`${backoffice.t('field.firstApprovals')}: ${textOf(backoffice, 'firstApproval', approval)}`}
      </Badge>
    </p>
  ))

function textsOf(request: Readonly<Record<string, unknown>>, before = ''): Record<string, string> {
  const fields = Object.entries(request).map(([name, value]) =>
    typeof value === 'object' && value !== null
      ? textsOf(value as Record<string, unknown>, `${before}${name}.`)
      : { [before + name]: String(value) },
  )
  return Object.assign({}, ...fields)
}
