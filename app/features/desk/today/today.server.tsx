import type { CommandResult } from '~/embedded/desk/commands'
import { days } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import { CommandLink } from '../links'
import { type DeskRequest, type Page, read } from '../screen'
import { Rows } from '../values'
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
  const { t, number } = texts
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
  return {
    title: t('nav.today'),
    body: (
      <div data-renew="" data-sound={t('today.sound')}>
        <h1>{t('nav.today')}</h1>
        {overview.approvalMs !== null && (
          <p className="note">{t('today.automatic', { seconds: Math.round(overview.approvalMs / 1000) })}</p>
        )}
        {wrongOf(texts, overview, now).map((text) => (
          <p key={text} className="note warn">
            {text}
          </p>
        ))}
        <ul className="figures">
          {figures.map(([href, name, count, sum]) => (
            <li key={href}>
              <a href={href}>
                {name}
                <b>{number(count)}</b>
                {sum !== undefined && <span className="soft">{t('won', { amount: number(sum) })}</span>}
              </a>
            </li>
          ))}
        </ul>
        {views.rows.length > 0 && (
          <nav aria-label={t('views')} className="row">
            {views.rows.map(({ name, address }) => (
              <a key={name} className="button" href={address}>
                {name}
              </a>
            ))}
            <a href="/desk/command/views">{t('views')}</a>
          </nav>
        )}
        <section>
          <h2>{t('today.queue')}</h2>
          <Rows
            texts={texts}
            columns={['member', 'number', 'won', 'by', 'at']}
            rows={queue.map((row) => ({ ...row, id: `${row.what}-${row.id ?? row.member}`, href: hrefOf(row) }))}
            first={{
              title: t('field.what'),
              cell: (row) => <a href={String(row.href)}>{texts.word(`queue.${String(row.what)}`)}</a>,
            }}
            last={{ title: t('field.waits'), cell: (row) => waitsFor(texts, now - Date.parse(String(row.at))) }}
          />
          <p className="row">
            <a className="button" href="/desk">
              {t('today.renew')}
            </a>
            <CommandLink desk={desk} command="audit" />
          </p>
        </section>
        <div className="columns">
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
  return [
    ...factorsReset.map((name) => t('wrong.factor', { name })),
    ...tokensMadeAlone.map((name) => t('wrong.alone', { name })),
    ...(wrongTries >= manyWrongTries ? [t('wrong.tries', { count: number(wrongTries) })] : []),
    ...(hasFindings ? [t('wrong.findings', { at: formatSeoulMinute(findings) })] : []),
    ...(money === 'real' && isOld(backup) ? [t('wrong.backup', { at: formatSeoulMinute(backup ?? '') || '–' })] : []),
    ...(money === 'real' && isOld(inOrder) ? [t('wrong.audit', { at: formatSeoulMinute(inOrder ?? '') || '–' })] : []),
  ]
}

/** How long something waits, in its largest units. */
function waitsFor({ t }: DeskRequest['texts'], ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)]
  if (days > 0) return t('waits.days', { days, hours: hours % 24 })
  return hours > 0 ? t('waits.hours', { hours, minutes: minutes % 60 }) : t('waits.minutes', { minutes })
}
