import type { CommandName } from '~/embedded/desk/commands'
import { formatSeoulMinute } from '~/values/seoul'
import { Section } from '../document.server'
import { pageOf } from '../form/command.server'
import { CommandLink } from '../links'
import { type DeskRequest, type Page, read, seeOther } from '../screen'
import { Details, fieldName, Pages, Rows } from '../values'

/** What the desk does with a member, by command. */
const actions: readonly CommandName[] = [
  'note',
  'reset-code',
  'end-reset',
  'sign-out',
  'change-member',
  'restrict',
  'correct',
  'pay-out',
  'close',
  'export-member',
  'erase',
]

/** A member on one screen, or the search for one. */
export async function memberScreen(desk: DeskRequest): Promise<Page | Response> {
  const { searchParams } = desk.url
  const id = searchParams.get('id')
  return id ? memberPage(desk, id) : searchPage(desk, (searchParams.get('search') ?? '').trim())
}

/**
 * Members by id, nick, tag, or the end of a phone or bank account; the number of a deposit or withdrawal leads to its
 * member, and that of an inquiry to it.
 */
async function searchPage(desk: DeskRequest, search: string): Promise<Page | Response> {
  const { texts, url, door } = desk
  const { t } = texts
  if (/^#\d{1,15}$/.test(search)) return seeOther(`/desk/inquiries?id=${search.slice(1)}`)
  const tagged = url.searchParams.get('tagged')
  const filters = { ...(search ? { search } : {}), ...(tagged ? { tagged } : {}) }
  const list = await read(desk, 'members', { ...filters, ...pageOf('members', url) })
  const [found, ...further] = list.rows
  if (search && found && further.length === 0 && found.member === search.toLowerCase())
    return seeOther(memberHref(found.member))
  if (/^[0-9A-Z]{4}[- ]?[0-9A-Z]{2}$/i.test(search)) {
    const movement = await door.call('movement', { number: search })
    if (movement.kind === 'done') return seeOther(memberHref(movement.result.movement.member))
  }
  return {
    title: t('nav.member'),
    body: (
      <section>
        <h1>{search || tagged ? t('member.found', { search: search || `${tagged}` }) : t('nav.member')}</h1>
        <Rows
          texts={texts}
          columns={['member', 'nick', 'level', 'cash', 'game', 'comp', 'joinedAt', 'closedAt']}
          rows={list.rows}
        />
        <Pages texts={texts} url={url} {...list} />
      </section>
    ),
  }
}

const memberHref = (id: string) => `/desk/member?id=${encodeURIComponent(id)}`

type Row = Readonly<Record<string, unknown>>
/** A list of a member's screen: its first rows, and where all are. */
type List = {
  title: string
  columns: readonly string[]
  rows: readonly Row[]
  all?: { href: string; total: number }
  first?: Parameters<typeof Rows>[0]['first']
  last?: Parameters<typeof Rows>[0]['last']
}

const shownRows = 10

async function memberPage(desk: DeskRequest, id: string): Promise<Page> {
  const { texts, url } = desk
  const { t } = texts
  const isShown = url.searchParams.has('show')
  const [about, deposits, withdrawals, ledger, logins, requests, changes, notes, acts, resets] = await Promise.all([
    read(desk, 'member', { member: id, masked: !isShown }),
    read(desk, 'movements', { kind: 'deposit', state: 'all', member: id }),
    read(desk, 'movements', { kind: 'withdrawal', state: 'all', member: id }),
    read(desk, 'ledger', { member: id }),
    read(desk, 'logins', { member: id }),
    read(desk, 'requests', { state: 'all', member: id }),
    read(desk, 'limit-changes', { member: id }),
    read(desk, 'internal-notes', { member: id }),
    read(desk, 'acts', { member: id, changes: true }),
    read(desk, 'reset-requests', { member: id }),
  ])
  const { member, limits, documents, status: _, ...figures } = about
  const { phone, bank, tags, cash, game, comp, ...summary } = member
  const shown = new URLSearchParams(url.searchParams)
  shown.set('show', '')
  const named = encodeURIComponent(id)
  const ofCommand = (command: CommandName, total: number) => ({
    href: `/desk/command/${command}?member=${named}`,
    total,
  })
  const movements = (kind: 'deposit' | 'withdrawal', { rows, total }: typeof deposits): List => ({
    title: t(`kind.${kind}`),
    columns: ['number', 'won', 'fee', 'method', 'state', 'appliedAt', 'settledAt', 'settledBy', 'told'],
    rows,
    all: { href: `/desk/waiting?kind=${kind}&state=all&member=${named}`, total },
  })
  const lists: readonly List[] = [
    movements('deposit', deposits),
    movements('withdrawal', withdrawals),
    {
      title: t('nav.inquiries'),
      columns: ['madeAt', 'state', 'answeredAt'],
      rows: requests.rows,
      first: {
        title: t('field.title'),
        cell: (row) => <a href={`/desk/inquiries?id=${String(row.id)}`}>{String(row.title)}</a>,
      },
    },
    {
      title: t('member.ledger'),
      columns: ['at', 'account', 'won', 'after', 'cause', 'causeId'],
      rows: ledger.rows,
      all: ofCommand('ledger', ledger.total),
    },
    {
      title: t('member.logins'),
      columns: ['at', 'live', 'address', 'endsBy', 'endedAt'],
      rows: logins.rows,
      last: {
        title: t('list.more'),
        cell: ({ live, session }) =>
          live === true && (
            <CommandLink
              desk={desk}
              command="end-session"
              values={{ member: id, session: String(session) }}
              className="nowrap"
            />
          ),
      },
    },
    { title: t('member.changes'), columns: ['at', 'by', 'change', 'limits'], rows: changes.rows },
    { title: t('member.documents'), columns: ['document', 'version', 'adult', 'acceptedAt'], rows: documents },
    {
      title: t('member.acts'),
      columns: ['at', 'who', 'act'],
      rows: acts.rows,
      all: ofCommand('acts', acts.total),
    },
  ]
  return {
    title: member.member,
    body: (
      <>
        <h1>
          {member.member} <small className="soft">{member.nick}</small>
        </h1>
        <ul className="figures">
          {Object.entries({ cash, game, comp }).map(([account, won]) => (
            <li key={account}>
              <p>
                {fieldName(texts, account)}
                <b>{texts.number(won)}</b>
              </p>
            </li>
          ))}
        </ul>
        {resets.rows.map(({ phone: given, isTheirPhone, lastAskedAt }) => (
          <p key={lastAskedAt} className={isTheirPhone ? 'note' : 'note warn'}>
            {t(isTheirPhone ? 'member.asked' : 'member.asked.other', {
              phone: given,
              at: formatSeoulMinute(lastAskedAt),
            })}
          </p>
        ))}
        <p className="row">
          {actions.map((command) => (
            <CommandLink
              key={command}
              desk={desk}
              command={command}
              className={command === 'close' || command === 'erase' ? 'button danger' : 'button'}
              values={{
                member: member.member,
                ...(command === 'note' || command === 'sign-out' ? { to: member.member } : {}),
              }}
            />
          ))}
        </p>
        <div className="columns">
          <Section title={t('member.account')}>
            <Details texts={texts} values={summary} />
            <h3>{t('member.contact')}</h3>
            <Details texts={texts} values={{ phone, bank }} />
            {!isShown && (
              <p>
                <a href={`${url.pathname}?${shown}`}>{t('member.show')}</a>
              </p>
            )}
          </Section>
          <Section title={t('member.limits')}>
            <Details texts={texts} values={limits} />
            <h3>{t('member.figures')}</h3>
            <Details texts={texts} values={figures} />
          </Section>
        </div>
        <Section title={t('member.notes')}>
          <p className="row">
            {tags.map((tag) => (
              <a key={tag} className="tag" href={`/desk/member?tagged=${encodeURIComponent(tag)}`}>
                {tag}
              </a>
            ))}
            <CommandLink desk={desk} command="tag-member" values={{ member: id, tags: tags.join(' ') }} />
            <CommandLink desk={desk} command="add-internal-note" values={{ member: id }} />
          </p>
          <Rows texts={texts} label={t('member.notes')} columns={['at', 'by', 'contents']} rows={notes.rows} />
        </Section>
        {lists.map(({ title, rows, all, ...list }) => (
          <Section key={title} title={title}>
            <Rows texts={texts} label={title} rows={rows.slice(0, shownRows)} {...list} />
            {all && all.total > shownRows && (
              <p>
                <a href={all.href}>{t('list.all', { count: all.total })}</a>
              </p>
            )}
          </Section>
        ))}
      </>
    ),
  }
}
