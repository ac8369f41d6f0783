import type { ReactNode } from 'react'
import { ofRecipient, searchedDigits } from '~/embedded/backoffice/commands/fields'
import { type CommandName, type CommandResult, commands } from '~/embedded/backoffice/commands/table'
import { config } from '~/platform/settings/config.server'
import { Badge } from '~/ui/badge/badge'
import { readyTemplates } from './form/form'
import { transferCells, transfersOf } from './ledger'
import { periodOf } from './list-query.server'
import { commandText, firstOf, logCells, readsOf } from './log'
import { appliedAtCell, inquiryLook, isPendingRow, marksLine, marksOf, shareAmounts, TagBadge, waitsFor } from './marks'
import { type Lead, line, NoteText, soft } from './parts'
import { type FirstApproval, followed, revoking, transactionLeads, waitingMarks } from './payment-leads.server'
import { type BackofficeRequest, contentOf, mayRun, queryOf, type Row } from './screen'
import type { Shown } from './table'
import type { BackofficeTexts } from './texts'
import { hrefOfSum, nameOfSum, type Sum, SumBars, textOfSum } from './today/bars'
import {
  Details,
  fieldName,
  memberHref,
  tagHref,
  textOf,
  transactionCells,
  transactionHref,
  unbroken,
  Value,
} from './values'

export type Look = Shown & {
  columns?: readonly string[]
  tools?: ((row: Row) => readonly Lead[]) | undefined
  leads?: readonly Lead[]
  payload?: Row
  above?: (result: object) => ReactNode
  join?: (rows: readonly Row[]) => readonly Row[]
  around?: (rows: ReactNode, list: readonly Row[]) => ReactNode
}

export const looks: { readonly [A in CommandName]?: (backoffice: BackofficeRequest, payload: Row) => Look } = {
  movements: (backoffice, payload) => {
    const listed = payload.state ?? backoffice.query.state
    const columns = [...(commands.movements.columns ?? []), 'marks'].filter((field) => field !== 'cash')
    const { state, ...cells } = transactionCells(backoffice)
    const shownAbove = { tags: [], signs: null }
    const marks = (row: Row) => marksOf(backoffice, row, waitingMarks(backoffice, row))
    return {
      columns: isPendingRow({ state: listed ?? 'pending' })
        ? columns.filter((field) => field !== 'state')
        : listed === 'all'
          ? columns
          : ['member', 'won', 'bank', 'settledAt', 'settledBy', 'number', 'fee'],
      cells: {
        ...{ ...cells, marks: (row) => marksLine(marks(row)), appliedAt: (row) => appliedAtCell(backoffice, row) },
        settledAt: ({ settledAt: at, told }) => line(<Value texts={backoffice} field="at" value={at} />, soft(told)),
        // A member's page has no column for marks, and shows the tags at its top and the signs in its risk card.
        state: (row) => (payload.member ? marksLine([state(row), ...marks({ ...row, ...shownAbove })]) : state(row)),
      },
      join: shareAmounts,
      tools: (row) => (isPendingRow(row) ? transactionLeads(backoffice, row) : []),
    }
  },
  members: (backoffice) => ({
    ...(backoffice.query.search && { columns: ['member', 'nick', 'bank', 'phone', 'address', 'cash', 'tags'] }),
    cells: {
      ...foundCells(backoffice, backoffice.query.search?.trim()),
      tags: ({ tags }) =>
        marksLine((tags as string[]).map((tag) => <TagBadge key={tag} {...{ texts: backoffice, tag }} />)),
    },
  }),
  ledger: (backoffice, { member }) => ({ cells: transferCells(backoffice, member !== undefined), join: transfersOf }),
  requests: inquiryLook,
  'reset-requests': () => ({ tools: ({ member }) => [['reset-code', { member }]] }),
  acts: (backoffice) => ({ columns: ['sentence', 'at', 'about', 'who'], cells: logCells(backoffice), join: readsOf }),
  logins: (_, { member }) => ({
    tools: ({ live, session }) => (live === true ? [['end-session', { member, session }]] : []),
  }),
  'limit-changes': (texts) => ({
    columns: ['change', 'by', 'at'],
    cells: { change: (row) => <Details texts={texts} values={changeOf(row)} /> },
  }),
  notices: (texts) => ({
    cells: {
      shown: (row) => <Value texts={texts} field="shown" value={isPlanned(texts, row) ? 'planned' : row.shown} />,
      title: ({ title, contents, place, shown }) =>
        line(
          <a href={shown ? membersPage(place === 'list' ? 'notice' : '') : undefined}>{String(title)}</a>,
          soft(contents),
        ),
    },
    tools: ({ place, idx, ...row }) => {
      const of = { place, idx }
      if (row.shown) return [['change-notice', of] as const, ['end-notice', of] as const]
      const again = { ...of, change: 'again', back: contentOf(String(place)) }
      if (!isPlanned(texts, row)) return [['change-notice', again, texts.t('notice.again')]]
      const cancel = texts.t('command.end-notice.planned')
      return [['change-notice', of] as const, ['end-notice', { ...of, change: 'planned' }, cancel] as const]
    },
  }),
  providers: ({ t }) => ({
    join: (rows) => rows.toSorted((left, right) => Number(left.used === 'y') - Number(right.used === 'y')),
    tools: ({ code: provider, used }) => {
      if (used === 'y') return [['maintenance', { provider, used: 'n' }, t('setup.close')]]
      return [['maintenance', { provider, used: 'y', fixed: 'provider used', preview: '' }, t('setup.reopen')]]
    },
  }),
  alerts: (texts) => ({ cells: { number: transactionCells(texts).number } }),
  'referral-codes': () => ({
    leads: [['add-referral-code']],
    tools: ({ removedAt, code }) => (removedAt ? [] : [['remove-referral-code', { code }]]),
  }),
  tags: (texts) => ({
    cells: { tag: ({ tag }) => <a href={tagHref(String(tag))}>{textOf(texts, 'tag', tag)}</a> },
    tools: ({ tag }) => [['note-tagged', { tagged: tag }, texts.t('note.tag')]],
  }),
  'pay-accounts': () => ({ leads: [['add-pay-account']], tools: ({ id }) => [['end-pay-account', { id }]] }),
  'sent-notes': (texts) => ({
    cells: {
      title: ({ id, title }) => {
        const to = `/backoffice/command/sent-note?${queryOf({ id, back: texts.url.pathname + texts.url.search })}`
        return mayRun(texts, 'sent-note') ? <a href={to}>{textOf(texts, 'title', title)}</a> : null
      },
      to: ({ to, tagged }) =>
        tagged
          ? line(`${fieldName(texts, 'tagged')} `, <TagBadge texts={texts} tag={String(tagged)} />)
          : Array.isArray(to)
            ? firstOf(texts, to)
            : textOf(texts, 'to', to),
    },
  }),
  'sent-note': (texts) => ({
    payload: { id: texts.query.id },
    cells: {
      readAt: ({ readAt }) =>
        readAt ? <Value {...{ texts, field: 'readAt', value: readAt }} /> : texts.t('state.unread'),
    },
    above: (result) => {
      const { at, by, to, tagged, sent, unread, title, contents } = result as CommandResult<'sent-note'>
      const isFilled = `${title} ${contents}`.search(ofRecipient) >= 0
      const values = { at, by, to: Array.isArray(to) ? null : to, tagged, sent, unread }
      return (
        <>
          <div className="narrow">
            <Details texts={texts} values={values} />
          </div>
          {title && <NoteText title={title} contents={contents} />}
          {isFilled && soft(texts.t('note.filled'))}
        </>
      )
    },
  }),
  templates: (backoffice) => ({
    leads: [['save-template']],
    cells: { contents: ({ contents }) => shortened(String(contents ?? '')) },
    join: (rows) => [...rows, ...readyTemplates(backoffice)],
    // A ready phrase has no id. Editing it saves an own copy.
    tools: ({ id, kind, title, contents }) => [
      ['save-template', id ? { template: id } : { kind, title, contents }, backoffice.t('template.change')],
      ...(id ? [['delete-template', { id }] as const] : []),
    ],
  }),
  'first-approvals': (backoffice) => ({
    cells: { act: ({ act, kind }) => commandText(backoffice, act, kind), number: transactionCells(backoffice).number },
    join: (rows) => rows.map((row) => ({ ...row, asked: askedText(backoffice, row.request as Row) })),
    tools: (row) => [...followed(backoffice, row as FirstApproval), revoking(backoffice, row.id)],
  }),
  tokens: ({ t, time, query, operator }) => ({
    columns: ['name', 'role', 'state', 'secondFactor', 'seenAt', 'madeAt', 'madeBy'],
    cells: {
      name: ({ name, isBuiltIn }) => line(<b>{String(name)}</b>, isBuiltIn === true && soft(t('token.builtIn'))),
      secondFactor: ({ isBuiltIn, endedAt }) => (isBuiltIn === true ? soft(t('token.noFactor')) : endedAt ? '' : null),
      state: ({ endedAt: at, endedBy, seenAt, isBuiltIn }) => {
        if (at) return `${t('state.revoked')} ${time(String(at))}, ${String(endedBy)}`
        return seenAt || isBuiltIn ? <Badge kind="good">{t('live.true')}</Badge> : <Badge>{t('state.unused')}</Badge>
      },
    },
    // The owner uses the setup token and is not in the command's list, so the first page adds a row.
    join: (rows) => ((query.page ?? '1') === '1' ? [{ name: 'owner', role: 'owner', isBuiltIn: true }, ...rows] : rows),
    tools: ({ endedAt, name, role, secondFactor, isBuiltIn }) => {
      const of = { name }
      if (isBuiltIn) return []
      if (endedAt) return [['make-token', { name, role }, t('token.again')]]
      return [
        ['end-token', of, t('token.revoke')],
        ...(secondFactor === true && name !== operator.name ? [['reset-factor', of, t('token.reset')] as const] : []),
      ]
    },
  }),
  queue: (backoffice) => ({
    columns: ['what', 'member', 'won', 'waits', 'marks'],
    cells: {
      what: (row) => {
        const { what, title, id, number, member, by } = row as Queued
        const about = <a href={hrefOfQueued(row as Queued)}>{title ? `#${id}` : (number ?? member ?? by)}</a>
        return (
          <span className="short">
            <Badge kind={what === 'withdrawal' ? 'accent' : 'plain'}>{backoffice.word(`what.${what}`)}</Badge> {about}
          </span>
        )
      },
      won: (row) => (row.won === null ? null : transactionCells(backoffice).won(row)),
      member: (row) =>
        line(transactionCells(backoffice).member(row), ' ', Boolean(row.holder) && <b>{String(row.holder)}</b>),
      marks: (row) =>
        marksLine([
          row.title ? <span key="title">{String(row.title)}</span> : null,
          ...marksOf(
            backoffice,
            { ...row, kind: row.what === 'withdrawal' ? row.what : 'deposit' },
            waitingMarks(backoffice, row),
          ),
        ]),
      waits: ({ at, isGone }) => (isGone ? null : waitsFor(backoffice, at)),
    },
    join: (rows) => shareAmounts(rows).map((row) => ({ ...row, key: `${row.what}-${row.id ?? row.member}` })),
    tools: ({ what, ...row }) => {
      if (what === 'inquiry' || what === 'account') return [['answer', { id: row.id }]]
      if (what === 'reset') return [['reset-code', { member: row.member }]]
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
    around: (table, rows) => <SumBars {...{ texts: backoffice, sums: rows as readonly Sum[], by, table }} />,
  }),
  handling: ({ number, t, now, url }) => ({
    above: () =>
      soft(
        Object.values(periodOf('handling', url, now))
          .map(unbroken)
          .join(' ~ '),
      ),
    columns: ['who', 'median', 'longest', 'deposits', 'withdrawals', 'cancelled', 'answers'],
    // In this list, `deposits` and `withdrawals` are numbers of payments, not sums.
    cells: {
      ...cellsOf(['deposits', 'withdrawals'], (value) => number(value)),
      ...cellsOf(['median', 'longest'], (minutes) => t(minutes ? 'waits.minutes' : 'waits.under', { minutes })),
    },
  }),
  'desk-sessions': () => ({ tools: ({ id }) => [['end-desk-session', { id }]] }),
}

function askedText(texts: BackofficeTexts, { id: _, kind: _kind, unpaid, ...asked }: Row): string | null {
  const about = unpaid ? { ...asked, unpaid } : asked
  return Object.keys(about).length > 0 ? textOf(texts, 'request', about) : null
}

const shortened = (text: string) => (text.length > 100 ? `${[...text].slice(0, 99).join('')}…` : text)

const isPlanned = ({ now }: BackofficeRequest, { madeAt, endsAt }: Row) =>
  Date.parse(String(madeAt)) > now && (endsAt === null || String(endsAt) > String(madeAt))

/** Returns the URL of a page of the members' site, or undefined if it is on another host and PUBLIC_ORIGIN is not set. */
const membersPage = (path: string) =>
  config.publicOrigins[0] || !config.backoffice.origin ? `${config.publicOrigins[0] ?? ''}/${path}` : undefined

type Queued = CommandResult<'queue'>['rows'][number]

function hrefOfQueued({ what, id, number, member }: Queued): string {
  if (what === 'approval') return '/backoffice/people#first-approvals'
  if (what === 'reset') return memberHref(member ?? '')
  return number === null ? `/backoffice/inquiries?id=${id}` : transactionHref(number)
}

const cellsOf = (fields: readonly string[], textOf: (value: number) => string) =>
  Object.fromEntries(fields.map((field) => [field, (row: Row) => textOf(Number(row[field]))]))

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

function foundCells(texts: BackofficeTexts, search = ''): NonNullable<Shown['cells']> {
  const parts = [search, searchedDigits(search)].filter(Boolean)
  const marked = (text: string) => {
    const [from, part] = parts
      .map((part) => [text.toLowerCase().indexOf(part.toLowerCase()), part] as const)
      .find(([at]) => at >= 0) ?? [0, '']
    const to = from + part.length
    return part ? line(text.slice(0, from), <mark>{text.slice(from, to)}</mark>, text.slice(to)) : text
  }
  const columns = ['nick', 'bank', 'phone', ...(/[.:]/.test(search) ? ['address'] : [])]
  const cells = columns.map((name) => [name, (row: Row) => marked(textOf(texts, name, row[name]))])
  const member = ({ member: id }: Row) => <a href={memberHref(String(id))}>{marked(String(id))}</a>
  return search ? { ...Object.fromEntries(cells), member } : {}
}
