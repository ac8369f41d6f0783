import type { CommandName } from '~/embedded/backoffice/commands'
import { seesContacts } from '~/embedded/backoffice/commands/fields'
import { formatSeoulMinute } from '~/values/seoul'
import { drawLists, type List, listScreen } from '../list.server'
import { A, Badge, Commands, Figures, type Lead, line, Note, Section, soft, titledPage } from '../parts'
import { firstApprovalNotes } from '../rows.server'
import { type BackofficeRequest, type Page, read, seeOther } from '../screen'
import { Details, fieldName, memberHref, textOf, transactionHref } from '../values'

/** A member on one screen, or the search for one. */
export async function memberScreen(backoffice: BackofficeRequest): Promise<Page | Response> {
  const { searchParams } = backoffice.url
  const id = searchParams.get('id')
  return id ? memberPage(backoffice, id) : searchPage(backoffice, (searchParams.get('search') ?? '').trim())
}

/** Members by what is known of them; where one is found it leads there, as the number of a payment or an inquiry does. */
async function searchPage(backoffice: BackofficeRequest, search: string): Promise<Page | Response> {
  const { t } = backoffice
  if (/^#\d{1,15}$/.test(search)) return seeOther(`/backoffice/inquiries?id=${search.slice(1)}`)
  if (search) {
    const { rows } = await read(backoffice, 'members', { search })
    const found = rows.length === 1 ? rows[0] : rows.find(({ member }) => member === search.toLowerCase())
    if (found) return seeOther(memberHref(found.member))
  }
  if (/^[0-9A-Z]{4}[- ]?[0-9A-Z]{2}$/i.test(search)) {
    const movement = await backoffice.door.call('movement', { number: search })
    if (movement.kind === 'done') return seeOther(transactionHref(movement.result.movement.number))
  }
  const title = search ? t('member.found', { search }) : t('nav.member')
  return listScreen(backoffice, title, [{ command: 'members' }])
}

/** The lists of a member's screen. The ledger is the first: it says why a sum is what it is. */
function listsOf({ t }: BackofficeRequest, member: string): readonly List[] {
  const list = (command: CommandName, columns: string, path = `command/${command}`, of = {}, title?: string): List => ({
    ...{ command, columns: columns.split(' '), shownRows: 8, path, payload: { ...of, member } },
    ...(title && { title }),
  })
  const all = { state: 'all' }
  const [deposits, withdrawals] = ['deposit', 'withdrawal'].map((kind) => ({ kind, ...all }))
  return [
    list('ledger', 'cause won account at after'),
    list('movements', 'number won state appliedAt', 'waiting', deposits, t('queue.deposit')),
    list('movements', 'number won state appliedAt', 'waiting', withdrawals, t('queue.withdrawal')),
    list('requests', 'title state madeAt answeredAt', 'inquiries', all),
    list('acts', 'sentence at', 'log', { changes: true }, t('member.acts')),
    list('logins', 'at live address endedAt'),
    list('limit-changes', 'change by at'),
  ]
}

async function memberPage(backoffice: BackofficeRequest, id: string): Promise<Page> {
  const { url, t, word, time } = backoffice
  const mayShow = seesContacts(backoffice.operator.role)
  const isShown = mayShow && url.searchParams.has('show')
  const found = await read(backoffice, 'member', { member: id, masked: !isShown })
  const { rows: notes } = await read(backoffice, 'internal-notes', { member: id })
  const { rows: resets } = await read(backoffice, 'reset-requests', { member: id })
  const { rows: approvals } = await read(backoffice, 'first-approvals', { member: id })
  const { member, documents, waiting, done, bets, unread } = found
  const { used: deposited, pending, ...limits } = found.limits
  const { member: name, nick, tags, closedAt, level, joinedAt, referralCode, phone, bank } = member
  const lists = await drawLists(backoffice, listsOf(backoffice, id))
  const of = { member: name }
  const about = (...names: CommandName[]) => names.map((command): Lead => [command, of])
  const leads: readonly Lead[] = [
    ['note', { to: name }],
    ...about('reset-code', 'restrict', 'correct', 'pay-out'),
    ...(resets.length > 0 ? about('end-reset') : []),
    ...about('change-member'),
    ['sign-out', { to: name }],
    ...about('end-second-factor', 'export-member', 'close', 'erase'),
  ]
  const { breakUntil, excludedUntil } = limits
  const state = closedAt ? 'closed' : excludedUntil ? 'excluded' : breakUntil ? 'onBreak' : 'open'
  const moments = [
    ['member.closed', closedAt],
    ['member.erased', member.erasedAt],
    ['member.held', member.withdrawalsHeldUntil],
    ['member.break', breakUntil],
    ['member.excluded', excludedUntil],
  ] as const
  const warnings = [
    ...moments.flatMap(([key, at]) => (at === null ? [] : [t(key, { at: formatSeoulMinute(at) })])),
    ...(pending.length > 0 ? [`${fieldName(backoffice, 'pending')}: ${textOf(backoffice, 'pending', pending)}`] : []),
    ...resets.map(({ phone: given, isTheirPhone, lastAskedAt }) =>
      t(isTheirPhone ? 'member.asked' : 'member.asked.other', { phone: given, at: time(lastAskedAt) }),
    ),
  ]
  const figures = [
    ...(['cash', 'game', 'comp'] as const).map(
      (kind) => [fieldName(backoffice, kind), textOf(backoffice, kind, member[kind])] as const,
    ),
    ...(['deposits', 'withdrawals'] as const).map((kind) => {
      const { count, won } = waiting[kind]
      const to = `/backoffice/waiting?${new URLSearchParams({ kind: kind.slice(0, -1), ...of })}`
      return [t(`member.waiting.${kind}`), count > 0 && textOf(backoffice, 'won', won), to] as const
    }),
  ]
  const tone = state === 'open' ? 'good' : state === 'closed' ? 'bad' : 'warn'
  const marks = tags.map((tag) => (
    <A key={tag} className="badge" to={`/backoffice/member?tagged=${encodeURIComponent(tag)}`} text={tag} />
  ))
  const more = line(' ', <small>{nick}</small>, ' ', <Badge tone={tone} text={t(`state.${state}`)} />, marks)
  const noteLeads: readonly Lead[] = [
    ['add-internal-note', of],
    ['tag-member', { ...of, tags: tags.join(' ') }],
  ]
  const none = soft(t('list.none'))
  const sums = { ...done, bets: bets.count, staked: bets.staked, 'bets.won': bets.won, unread }
  return titledPage(
    name,
    { more, beside: <Commands backoffice={backoffice} leads={leads} shown={4} /> },
    <Figures figures={figures} />,
    warnings.map((text) => <Note key={text} tone="warn" text={text} />),
    approvals.map((approval) => (
      <div key={approval.id} className="note warn row">
        {[word(`command.${approval.act}`), approval.number, approval.won && textOf(backoffice, 'won', approval.won)]
          .filter(Boolean)
          .join(' ')}
        {firstApprovalNotes(backoffice, [approval])}
      </div>
    )),
    <div className="columns">
      <div>
        <Section title={t('member.account')}>
          <Details texts={backoffice} values={{ level, joinedAt, referralCode, phone, bank }} />
          {mayShow && !isShown && <A to={`${url.pathname}?${url.searchParams}&show`} text={t('member.show')} />}
        </Section>
        <Section title={t('member.limits')}>
          <Details texts={backoffice} values={{ ...limits, deposited }} />
        </Section>
      </div>
      <div className="lists">{lists}</div>
      <div>
        <Section title={t('member.notes')} beside={notes.length === 0 && none}>
          {notes.map(({ id: note, at, by, contents }) => (
            <blockquote key={note}>
              <p className="text">{contents}</p>
              <small>{`${by} · ${time(at)}`}</small>
            </blockquote>
          ))}
          <div className="row">
            <Commands backoffice={backoffice} leads={noteLeads} />
          </div>
        </Section>
        <Section title={t('member.figures')}>
          <Details texts={backoffice} values={sums} />
        </Section>
        <Section title={t('member.documents')} beside={documents.length === 0 && none}>
          {documents.map(({ document, version, acceptedAt }) => (
            <p key={document + version}>{`${word(`document.${document}`)} ${version} · ${time(acceptedAt)}`}</p>
          ))}
        </Section>
      </div>
    </div>,
  )
}
