import type { CommandName } from '~/embedded/desk/commands'
import { Section } from '../document.server'
import { pageOf } from '../form/command.server'
import { CommandLink } from '../links'
import { type DeskRequest, type Page, read, seeOther } from '../screen'
import { Details, Pages, Rows } from '../values'

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

/** Members by id, nick or the end of a phone; the number of a deposit or withdrawal leads to its member. */
async function searchPage(desk: DeskRequest, search: string): Promise<Page | Response> {
  const { texts, url, door } = desk
  const { t } = texts
  if (/^[0-9A-Z]{4}-\d{2}$/i.test(search)) {
    const found = await door.call('movement', { number: search })
    if (found.kind === 'done') return seeOther(memberHref(found.result.movement.member))
  }
  const list = await read(desk, 'members', { ...(search ? { search } : {}), ...pageOf('members', url) })
  const [found, ...further] = list.rows
  if (search && found && further.length === 0 && found.member === search.toLowerCase())
    return seeOther(memberHref(found.member))
  return {
    title: t('nav.member'),
    body: (
      <section>
        <h1>{search ? t('member.found', { search }) : t('nav.member')}</h1>
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

async function memberPage(desk: DeskRequest, id: string): Promise<Page> {
  const { texts, url } = desk
  const { t } = texts
  const [about, deposits, withdrawals, ledger, logins, requests, changes] = await Promise.all([
    read(desk, 'member', { member: id }),
    read(desk, 'movements', { kind: 'deposit', state: 'all', member: id }),
    read(desk, 'movements', { kind: 'withdrawal', state: 'all', member: id }),
    read(desk, 'ledger', { member: id }),
    read(desk, 'logins', { member: id }),
    read(desk, 'requests', { state: 'all', member: id }),
    read(desk, 'limit-changes', { member: id }),
  ])
  const { member, limits, documents, status: _, ...figures } = about
  const isShown = url.searchParams.has('show')
  const { phone, bank, ...summary } = member
  const shown = new URLSearchParams(url.searchParams)
  shown.set('show', '')
  return {
    title: member.member,
    body: (
      <>
        <h1>
          {member.member} <small className="soft">{member.nick}</small>
        </h1>
        <p className="row">
          {actions.map((command) => (
            <CommandLink
              key={command}
              desk={desk}
              command={command}
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
            <Details
              texts={texts}
              values={{
                phone: isShown ? phone : masked(phone),
                bank: isShown ? bank : { ...bank, number: masked(bank.number) },
              }}
            />
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
        <br />
        <Section title={t('kind.deposit')}>
          <Rows
            label={t('kind.deposit')}
            texts={texts}
            columns={['number', 'won', 'fee', 'method', 'state', 'appliedAt', 'settledAt', 'settledBy', 'told']}
            rows={deposits.rows.slice(0, 10)}
          />
          <p>
            <a href={`/desk/waiting?kind=deposit&state=all&member=${encodeURIComponent(id)}`}>
              {t('list.all', { count: deposits.total })}
            </a>
          </p>
        </Section>
        <Section title={t('kind.withdrawal')}>
          <Rows
            label={t('kind.withdrawal')}
            texts={texts}
            columns={['number', 'won', 'fee', 'state', 'appliedAt', 'settledAt', 'settledBy', 'told']}
            rows={withdrawals.rows.slice(0, 10)}
          />
          <p>
            <a href={`/desk/waiting?kind=withdrawal&state=all&member=${encodeURIComponent(id)}`}>
              {t('list.all', { count: withdrawals.total })}
            </a>
          </p>
        </Section>
        <Section title={t('nav.inquiries')}>
          <Rows
            label={t('nav.inquiries')}
            texts={texts}
            columns={['madeAt', 'state', 'answeredAt']}
            rows={requests.rows.slice(0, 10)}
            first={{
              title: t('field.title'),
              cell: (row) => <a href={`/desk/inquiries?id=${String(row.id)}`}>{String(row.title)}</a>,
            }}
          />
        </Section>
        <Section title={t('member.ledger')}>
          <Rows
            label={t('member.ledger')}
            texts={texts}
            columns={['at', 'account', 'won', 'after', 'cause', 'causeId']}
            rows={ledger.rows.slice(0, 20)}
          />
          <p>
            <a href={`/desk/command/ledger?member=${encodeURIComponent(id)}`}>
              {t('list.all', { count: ledger.total })}
            </a>
          </p>
        </Section>
        <Section title={t('member.logins')}>
          <Rows
            label={t('member.logins')}
            texts={texts}
            columns={['at', 'live', 'address', 'endsBy', 'endedAt']}
            rows={logins.rows.slice(0, 10)}
            last={{
              title: t('list.more'),
              cell: (row) =>
                row.live === true && (
                  <CommandLink
                    desk={desk}
                    command="end-session"
                    values={{ member: id, session: String(row.session) }}
                    className="nowrap"
                  />
                ),
            }}
          />
        </Section>
        <Section title={t('member.changes')}>
          <Rows
            label={t('member.changes')}
            texts={texts}
            columns={['at', 'by', 'change', 'limits']}
            rows={changes.rows.slice(0, 10)}
          />
        </Section>
        <Section title={t('member.documents')}>
          <Rows
            label={t('member.documents')}
            texts={texts}
            columns={['document', 'version', 'adult', 'acceptedAt']}
            rows={documents}
          />
        </Section>
      </>
    ),
  }
}

/** All but the last four of a number, where it is that long. */
function masked(number: string): string {
  return number.length > 4 ? '•'.repeat(number.length - 4) + number.slice(-4) : '••••'
}
