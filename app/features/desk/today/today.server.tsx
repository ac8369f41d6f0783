import type { CommandResult } from '~/embedded/desk/commands'
import { days } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import { CommandLink } from '../links'
import { A, Note, Section } from '../parts'
import { type DeskRequest, type Page, read } from '../screen'
import { type Row, Rows, textOf } from '../values'
import { SumBars } from './bars'

/** Wrong tries of a day that one person's mistakes do not come to. */
const manyWrongTries = 30

type Queued = CommandResult<'queue'>['rows'][number]

/** Where a row of the queue is worked on. */
function hrefOf({ what, id, member }: Queued): string {
  switch (what) {
    case 'deposit':
    case 'withdrawal':
      return `/desk/waiting?kind=${what}`
    case 'inquiry':
    case 'account':
      return `/desk/inquiries?id=${id}`
    case 'reset':
      return `/desk/member?id=${encodeURIComponent(member ?? '')}`
    case 'approval':
      return '/desk/people#approvals'
    default:
      return what satisfies never
  }
}

/** Today: what waits, oldest first, and what is wrong. */
export async function todayScreen(desk: DeskRequest): Promise<Page> {
  const { texts, now } = desk
  const { t, word, number } = texts
  const [overview, { rows: queue }, byDay, byHour, views] = await Promise.all([
    read(desk, 'overview'),
    read(desk, 'queue'),
    read(desk, 'sums', { by: 'day' }),
    read(desk, 'sums', { by: 'hour' }),
    read(desk, 'views'),
  ])
  const { waiting } = overview
  const figures: [href: string, name: string, count: number, sum?: number | string][] = [
    ['/desk/waiting?kind=deposit', t('queue.deposit'), waiting.deposits.count, waiting.deposits.won],
    ['/desk/waiting?kind=withdrawal', t('queue.withdrawal'), waiting.withdrawals.count, waiting.withdrawals.won],
    ['/desk/inquiries', t('queue.inquiry'), waiting.help],
    ['/desk/command/reset-requests', t('queue.reset'), waiting.resets],
    ['/desk/people#approvals', t('queue.approval'), waiting.secondPerson],
    ['/desk/command/members?owed=true', t('queue.owed'), waiting.closedWithMoney.count, waiting.closedWithMoney.won],
    ['/desk/command/providers?closed=true', t('queue.closed'), overview.closedProviders],
  ]
  const rows = queue.map((row) => ({
    ...row,
    id: `${row.what}-${row.id ?? row.member}`,
    href: hrefOf(row),
    waits: row.at,
  }))
  return {
    title: t('nav.today'),
    body: (
      <div data-renew="" data-sound={t('today.sound')}>
        <div className="bar">
          <h1>{t('nav.today')}</h1>
          <span className="row">
            <A className="button" to="/desk" text={t('today.renew')} />
            <CommandLink desk={desk} command="audit" />
          </span>
        </div>
        {overview.approvalMs !== null && (
          <Note text={t('today.automatic', { seconds: Math.round(overview.approvalMs / 1000) })} />
        )}
        {wrongOf(texts, overview, now).map((text) => (
          <Note key={text} tone="warn" text={text} />
        ))}
        <ul className="figures">
          {figures.map(([href, name, count, sum]) => (
            <li key={href}>
              <a href={href}>
                {name}
                <b className={count === 0 ? 'nil' : undefined}>{number(count)}</b>
                {sum !== undefined && count > 0 && <span className="soft">{textOf(texts, 'won', sum)}</span>}
              </a>
            </li>
          ))}
        </ul>
        {views.rows.length > 0 && (
          <nav aria-label={t('views')} className="row">
            {views.rows.map(({ name, address }) => (
              <A key={name} className="button small" to={address} text={name} />
            ))}
            <a href="/desk/command/views">{t('views')}</a>
          </nav>
        )}
        <Section title={t('today.queue')}>
          <Rows
            texts={texts}
            none={t('none.queue')}
            columns={['what', 'won', 'waits', 'member', 'number', 'by', 'at']}
            rows={rows}
            cells={{
              what: (row: Row) => (
                <>
                  <A to={String(row.href)} text={word(`what.${String(row.what)}`)} />{' '}
                  <span className="soft">{row.title ? String(row.title) : ''}</span>
                </>
              ),
              waits: ({ at }: Row) => <time>{waitsFor(texts, now - Date.parse(String(at)))}</time>,
            }}
          />
        </Section>
        <div className="columns even">
          <SumBars texts={texts} title={t('sums.day')} sums={byDay.rows} by="day" />
          <SumBars texts={texts} title={t('sums.hour')} sums={byHour.rows} by="hour" />
        </div>
      </div>
    ),
  }
}

/** What is wrong, in sentences. */
function wrongOf(
  { t, number }: DeskRequest['texts'],
  { lastChecks, money, factorsReset, tokensMadeAlone, wrongTries }: CommandResult<'overview'>,
  now: number,
): string[] {
  const { backup, inOrder, findings } = lastChecks
  const isOld = (at: string | null) => at === null || now - Date.parse(at) > days(1)
  const hasFindings = findings !== null && (inOrder === null || findings > inOrder)
  const timeOf = (at: string | null) => formatSeoulMinute(at ?? '') || '–'
  return [
    ...factorsReset.map((name) => t('wrong.factor', { name })),
    ...tokensMadeAlone.map((name) => t('wrong.alone', { name })),
    ...(wrongTries >= manyWrongTries ? [t('wrong.tries', { count: number(wrongTries) })] : []),
    ...(hasFindings ? [t('wrong.findings', { at: timeOf(findings) })] : []),
    ...(money === 'real' && isOld(backup) ? [t('wrong.backup', { at: timeOf(backup) })] : []),
    ...(money === 'real' && isOld(inOrder) ? [t('wrong.audit', { at: timeOf(inOrder) })] : []),
  ]
}

/** How long something waits, in its largest units. */
function waitsFor({ t }: DeskRequest['texts'], ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)]
  if (days > 0) return t('waits.days', { days, hours: hours % 24 })
  return hours > 0 ? t('waits.hours', { hours, minutes: minutes % 60 }) : t('waits.minutes', { minutes })
}
