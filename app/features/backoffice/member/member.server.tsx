import type { CommandName } from '~/embedded/backoffice/commands'
import { seesContacts } from '~/embedded/backoffice/commands/fields'
import { formatSeoulMinute } from '~/values/seoul'
import { drawLists, type List, listScreen } from '../list.server'
import { A, Badge, Commands, Figures, type Lead, line, Note, Section, soft, titledPage } from '../parts'
import { firstApprovalNotes } from '../rows.server'
import { type DeskRequest, type Page, read, seeOther } from '../screen'
import { Details, fieldName, memberHref, movementHref, textOf } from '../values'

/** A member on one screen, or the search for one. */
export async function memberScreen(desk: DeskRequest): Promise<Page | Response> {
  const { searchParams } = desk.url
  const id = searchParams.get('id')
  return id ? memberPage(desk, id) : searchPage(desk, (searchParams.get('search') ?? '').trim())
}

/** Members by what is known of them; where one is found it leads there, as the number of a payment or an inquiry does. */
async function searchPage(desk: DeskRequest, search: string): Promise<Page | Response> {
  const { t } = desk
  if (/^#\d{1,15}$/.test(search)) return seeOther(`/desk/inquiries?id=${search.slice(1)}`)
  if (search) {
    const { rows } = await read(desk, 'members', { search })
    const found = rows.length === 1 ? rows[0] : rows.find(({ member }) => member === search.toLowerCase())
    if (found) return seeOther(memberHref(found.member))
  }
  if (/^[0-9A-Z]{4}[- ]?[0-9A-Z]{2}$/i.test(search)) {
    const movement = await desk.door.call('movement', { number: search })
    if (movement.kind === 'done') return seeOther(movementHref(movement.result.movement.number))
  }
  const title = search ? t('member.found', { search }) : t('nav.member')
  return listScreen(desk, title, [{ command: 'members' }])
}

/** The lists of a member's screen. The ledger is the first: it says why a sum is what it is. */
function listsOf({ t }: DeskRequest, member: string): readonly List[] {
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

async function memberPage(desk: DeskRequest, id: string): Promise<Page> {
  const { url, t, word, time } = desk
  const mayShow = seesContacts(desk.operator.role)
  const isShown = mayShow && url.searchParams.has('show')
  const found = await read(desk, 'member', { member: id, masked: !isShown })
  const { rows: notes } = await read(desk, 'internal-notes', { member: id })
  const { rows: resets } = await read(desk, 'reset-requests', { member: id })
  const { rows: approvals } = await read(desk, 'first-approvals', { member: id })
  const { member, documents, waiting, done, bets, unread } = found
  const { used: deposited, pending, ...limits } = found.limits
  const { member: name, nick, tags, closedAt, level, joinedAt, referralCode, phone, bank } = member
  const lists = await drawLists(desk, listsOf(desk, id))
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
    ...(pending.length > 0 ? [`${fieldName(desk, 'pending')}: ${textOf(desk, 'pending', pending)}`] : []),
    ...resets.map(({ phone: given, isTheirPhone, lastAskedAt }) =>
      t(isTheirPhone ? 'member.asked' : 'member.asked.other', { phone: given, at: time(lastAskedAt) }),
    ),
  ]
  const figures = [
    ...(['cash', 'game', 'comp'] as const).map(
      (kind) => [fieldName(desk, kind), textOf(desk, kind, member[kind])] as const,
    ),
    ...(['deposits', 'withdrawals'] as const).map((kind) => {
      const { count, won } = waiting[kind]
      const to = `/desk/waiting?${new URLSearchParams({ kind: kind.slice(0, -1), ...of })}`
      return [t(`member.waiting.${kind}`), count > 0 && textOf(desk, 'won', won), to] as const
    }),
  ]
  const tone = state === 'open' ? 'good' : state === 'closed' ? 'bad' : 'warn'
  const marks = tags.map((tag) => (
    <A key={tag} className="badge" to={`/desk/member?tagged=${encodeURIComponent(tag)}`} text={tag} />
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
    { more, beside: <Commands desk={desk} leads={leads} shown={4} /> },
    <Figures figures={figures} />,
    warnings.map((text) => <Note key={text} tone="warn" text={text} />),
    approvals.map((approval) => (
      <div key={approval.id} className="note warn row">
        {[word(`command.${approval.act}`), approval.number, approval.won && textOf(desk, 'won', approval.won)]
          .filter(Boolean)
          .join(' ')}
        {firstApprovalNotes(desk, [approval])}
      </div>
    )),
    <div className="columns">
      <div>
        <Section title={t('member.account')}>
          <Details texts={desk} values={{ level, joinedAt, referralCode, phone, bank }} />
          {mayShow && !isShown && <A to={`${url.pathname}?${url.searchParams}&show`} text={t('member.show')} />}
        </Section>
        <Section title={t('member.limits')}>
          <Details texts={desk} values={{ ...limits, deposited }} />
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
            <Commands desk={desk} leads={noteLeads} />
          </div>
        </Section>
        <Section title={t('member.figures')}>
          <Details texts={desk} values={sums} />
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
