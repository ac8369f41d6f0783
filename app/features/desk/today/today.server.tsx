import type { CommandResult } from '~/embedded/desk/commands'
import { days } from '~/values/durations'
import { formatSeoulMinute } from '~/values/seoul'
import { A, Badge, CommandLink, type Figure, Figures, Note, Section } from '../parts'
import { type DeskRequest, type Page, read } from '../screen'
import type { TextKey } from '../texts'
import { memberHref, type Row, Rows, textOf } from '../values'
import { SumBars } from './bars'

/** Wrong tries of a day that one person's mistakes do not come to. */
const manyWrongTries = 30

type Queued = CommandResult<'queue'>['rows'][number]

/** Where a row of the queue is worked on. */
const places: Readonly<Record<Queued['what'], (row: Queued) => string>> = {
  deposit: ({ id }) => `/desk/waiting?kind=deposit#row-${id}`,
  withdrawal: ({ id }) => `/desk/waiting?kind=withdrawal#row-${id}`,
  inquiry: ({ id }) => `/desk/inquiries?id=${id}`,
  account: ({ id }) => `/desk/inquiries?id=${id}`,
  reset: ({ member }) => memberHref(member ?? ''),
  approval: () => '/desk/people#approvals',
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
  const figureOf = (name: TextKey, count: number, to: string, won?: number | string): Figure => [
    ...([t(name), count > 0 && number(count), to] as const),
    won === undefined ? won : textOf(texts, 'won', won),
  ]
  const { deposits, withdrawals, closedWithMoney: owed } = waiting
  const figures = [
    figureOf('queue.deposit', deposits.count, '/desk/waiting?kind=deposit', deposits.won),
    figureOf('queue.withdrawal', withdrawals.count, '/desk/waiting?kind=withdrawal', withdrawals.won),
    figureOf('queue.inquiry', waiting.help, '/desk/inquiries'),
    figureOf('queue.reset', waiting.resets, '/desk/command/reset-requests'),
    figureOf('queue.approval', waiting.secondPerson, '/desk/people#approvals'),
    figureOf('queue.owed', owed.count, '/desk/command/members?owed=true', owed.won),
    figureOf('queue.closed', overview.closedProviders, '/desk/command/providers?closed=true'),
  ]
  const rows = queue.map((row) => ({ ...row, id: `${row.what}-${row.id ?? row.member}`, href: places[row.what](row) }))
  return {
    title: t('nav.today'),
    body: (
      <>
        <div className="bar">
          <h1>{t('nav.today')}</h1>
          <div className="row" data-sound={t('today.sound')}>
            <A className="button" to="/desk" text={t('today.renew')} />
            <CommandLink desk={desk} command="audit" />
          </div>
        </div>
        <div data-renew="">
          {overview.approvalMs !== null && (
            <Note text={t('today.automatic', { seconds: Math.round(overview.approvalMs / 1000) })} />
          )}
          {wrongOf(texts, overview, now).map((text) => (
            <Note key={text} tone="warn" text={text} />
          ))}
          <Figures figures={figures} />
          <div className="columns">
            <Section title={t('today.queue')}>
              <Rows
                texts={texts}
                none={t('none.queue')}
                columns={['what', 'member', 'won', 'waits']}
                rows={rows}
                cells={{
                  what: ({ what }: Row) => <Badge text={word(`what.${String(what)}`)} />,
                  member: ({ href, title, member, by }: Row) => (
                    <>
                      <A to={String(href)} text={String(title ?? member ?? by)} />{' '}
                      <span className="soft">{[title && member, member && by].filter(Boolean).join(' ')}</span>
                    </>
                  ),
                  waits: ({ at }: Row) => waitsFor(texts, now - Date.parse(String(at))),
                }}
              />
            </Section>
            <div>
              {views.rows.length > 0 && (
                <Section
                  title={t('views')}
                  beside={<A to="/desk/command/views" text={t('list.all', { count: views.rows.length })} />}
                >
                  <p className="row">
                    {views.rows.map(({ name, address }) => (
                      <A key={name} className="button small" to={address} text={name} />
                    ))}
                  </p>
                </Section>
              )}
              <SumBars texts={texts} title={t('sums.day')} sums={byDay.rows} by="day" />
              <SumBars texts={texts} title={t('sums.hour')} sums={byHour.rows} by="hour" />
            </div>
          </div>
        </div>
      </>
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

/** How long something waits, in its largest units; what waits for more than an hour stands out. */
function waitsFor({ t }: DeskRequest['texts'], ms: number) {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)]
  const unit = days > 0 ? 'waits.days' : hours > 0 ? 'waits.hours' : 'waits.minutes'
  const text = t(unit, { days, hours: hours % 24, minutes: minutes % 60 })
  return <time className={hours > 0 ? 'late' : undefined}>{text}</time>
}
