import type { CommandName, CommandResult } from '~/embedded/desk/commands'
import { formatSeoulMinute } from '~/values/seoul'
import { inquiryCells } from '../inquiries/inquiries.server'
import { type List, listScreen, sideList } from '../list.server'
import { entryCells } from '../lists.server'
import { logCells } from '../log/log.server'
import { A, Badge, Commands, type Figure, Figures, type Lead, Note, Section } from '../parts'
import { type DeskRequest, type Page, read, seeOther } from '../screen'
import { Details, fieldName, memberHref, movementCells, movementHref, type Row, textOf } from '../values'

/** A member on one screen, or the search for one. */
export async function memberScreen(desk: DeskRequest): Promise<Page | Response> {
  const { searchParams } = desk.url
  const id = searchParams.get('id')
  return id ? memberPage(desk, id) : searchPage(desk, (searchParams.get('search') ?? '').trim())
}

/**
 * Members by id, nick, tag, or the end of a phone or bank account. Where one is found, it leads there, and the number
 * of a deposit, a withdrawal or an inquiry to that.
 */
async function searchPage(desk: DeskRequest, search: string): Promise<Page | Response> {
  const { t } = desk.texts
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
  return listScreen(desk, title, [{ command: 'members', title: t('nav.member') }])
}

/** The lists of a member's screen. The ledger is the first: it says why a sum is what it is. */
function listsOf(desk: DeskRequest, member: string): readonly List[] {
  const { texts } = desk
  const { t } = texts
  const list = (command: CommandName, title: string, columns: readonly string[], more: Partial<List> = {}): List => {
    const payload = { ...more.payload, member }
    const query = new URLSearchParams(payload as Record<string, string>)
    return { command, title, columns, shownRows: 8, href: `/desk/command/${command}?${query}`, ...more, payload }
  }
  const movements = (kind: 'deposit' | 'withdrawal') =>
    list('movements', t(`queue.${kind}`), ['number', 'won', 'state', 'appliedAt'], {
      payload: { kind, state: 'all' },
      href: `/desk/waiting?${new URLSearchParams({ kind, state: 'all', member })}`,
      cells: movementCells(texts),
    })
  return [
    list('ledger', t('member.ledger'), ['cause', 'won', 'account', 'at', 'after'], { cells: entryCells(desk, true) }),
    movements('deposit'),
    movements('withdrawal'),
    list('requests', t('nav.inquiries'), ['title', 'state', 'madeAt', 'answeredAt'], {
      payload: { state: 'all' },
      cells: inquiryCells(desk),
    }),
    list('acts', t('member.acts'), ['sentence', 'at'], {
      payload: { changes: true },
      href: `/desk/log?${new URLSearchParams({ member })}`,
      ...logCells(texts),
    }),
    list('logins', t('member.logins'), ['at', 'live', 'address', 'endedAt'], {
      tools: ({ live, session }) => (live === true ? [['end-session', { member, session: String(session) }]] : []),
    }),
    list('limit-changes', t('member.changes'), ['change', 'by', 'at'], {
      cells: { change: (row) => <Details texts={texts} values={changeOf(row)} /> },
    }),
  ]
}

/** A change of limits, the raises in it as what waits. */
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
type Limits = CommandResult<'limit-changes'>['rows'][number]['limits']

async function memberPage(desk: DeskRequest, id: string): Promise<Page> {
  const { texts, url } = desk
  const { t, word, time } = texts
  const isShown = url.searchParams.has('show')
  const about = await read(desk, 'member', { member: id, masked: !isShown })
  const { rows: notes } = await read(desk, 'internal-notes', { member: id })
  const { rows: resets } = await read(desk, 'reset-requests', { member: id })
  const { member, documents, waiting, limits: allLimits, done, bets, unread } = about
  const { used: deposited, pending, ...limits } = allLimits
  const { member: name, nick, tags, closedAt, erasedAt, withdrawalsHeldUntil, phone, bank } = member
  const { level, joinedAt, referralCode } = member
  // One after the other: PGlite has one connection.
  const lists = []
  for (const list of listsOf(desk, id)) lists.push(await sideList(desk, list))
  const of = { member: name }
  const noteLeads: readonly Lead[] = [
    ['add-internal-note', of],
    ['tag-member', { ...of, tags: tags.join(' ') }],
  ]
  const leads: readonly (Lead | false)[] = [
    ['note', { to: name }],
    ['reset-code', of],
    ['restrict', of],
    ['correct', of],
    ['pay-out', of],
    resets.length > 0 && ['end-reset', of],
    ['change-member', of],
    ['sign-out', { to: name }],
    ['end-second-factor', of],
    ['export-member', of],
    ['close', of],
    ['erase', of],
  ]
  const { breakUntil, excludedUntil } = limits
  const state = closedAt ? 'closed' : excludedUntil ? 'excluded' : breakUntil ? 'onBreak' : 'open'
  const moments = { closed: closedAt, erased: erasedAt, held: withdrawalsHeldUntil, break: breakUntil }
  const warnings = Object.entries({ ...moments, excluded: excludedUntil }).flatMap(([key, at]) =>
    at === null ? [] : [t(`member.${key as keyof typeof moments | 'excluded'}`, { at: formatSeoulMinute(at) })],
  )
  const raises = pending.length > 0 ? [`${fieldName(texts, 'pending')}: ${textOf(texts, 'pending', pending)}`] : []
  const asked = resets.map(({ phone: given, isTheirPhone, lastAskedAt }) =>
    t(isTheirPhone ? 'member.asked' : 'member.asked.other', { phone: given, at: time(lastAskedAt) }),
  )
  const sums = (['cash', 'game', 'comp'] as const).map(
    (kind): Figure => [fieldName(texts, kind), textOf(texts, kind, member[kind])],
  )
  const waits = (['deposits', 'withdrawals'] as const).map(
    (kind): Figure => [
      t(`member.waiting.${kind}`),
      waiting[kind].count > 0 && textOf(texts, 'won', waiting[kind].won),
      `/desk/waiting?${new URLSearchParams({ kind: kind.slice(0, -1), member: name })}`,
    ],
  )
  return {
    title: name,
    body: (
      <>
        <div className="bar">
          <h1>
            {name} <small>{nick}</small>{' '}
            <Badge tone={state === 'open' ? 'good' : state === 'closed' ? 'bad' : 'warn'} text={t(`state.${state}`)} />
            {tags.map((tag) => (
              <A key={tag} className="badge" to={`/desk/member?tagged=${encodeURIComponent(tag)}`} text={tag} />
            ))}
          </h1>
          <Commands desk={desk} leads={leads.filter((lead) => lead !== false)} shown={4} />
        </div>
        <Figures figures={[...sums, ...waits]} />
        {[...warnings, ...raises, ...asked].map((text) => (
          <Note key={text} tone="warn" text={text} />
        ))}
        <div className="columns">
          <div>
            <Section title={t('member.account')}>
              <Details texts={texts} values={{ level, joinedAt, referralCode, phone, bank }} />
              {!isShown && <A to={`${url.pathname}?${url.searchParams}&show`} text={t('member.show')} />}
            </Section>
            <Section title={t('member.limits')}>
              <Details texts={texts} values={{ ...limits, deposited }} />
            </Section>
          </div>
          <div className="lists">{lists}</div>
          <div>
            <Section title={t('member.notes')}>
              {notes.map(({ id: note, at, by, contents }) => (
                <blockquote key={note}>
                  <p className="text">{contents}</p>
                  <small>{`${by} · ${time(at)}`}</small>
                </blockquote>
              ))}
              <Commands desk={desk} leads={noteLeads} shown={2} />
            </Section>
            <Section title={t('member.figures')}>
              <Details
                texts={texts}
                values={{ ...done, bets: bets.count, staked: bets.staked, 'bets.won': bets.won, unread }}
              />
            </Section>
            <Section title={t('member.documents')}>
              {documents.map(({ document, version, acceptedAt }) => (
                <p key={document + version}>{`${word(`document.${document}`)} ${version} · ${time(acceptedAt)}`}</p>
              ))}
            </Section>
          </div>
        </div>
      </>
    ),
  }
}
