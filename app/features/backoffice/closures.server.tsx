import { i18nFor } from '~/i18n/catalogue.server'
import { input } from '~/ui/field/field.css'
import { minutes } from '~/values/durations'
import { daysBefore, formatSeoulMinute, parseSeoulMinute, toSeoulDay } from '~/values/seoul'
import { type Lead, line } from './parts'
import type { BackofficeRequest, Row } from './screen'
import type { BackofficeTexts } from './texts'
import { withName } from './values'

type SiteTexts = BackofficeTexts & Pick<BackofficeRequest, 'operator'>

/** Returns the commands that start the maintenance of the whole site, or change and end the present or planned one. */
export function siteMaintenance({ operator, t }: SiteTexts): Lead[] {
  const { maintenanceFrom: from, maintenanceUntil: until, maintenanceText: contents } = operator
  if (until === null) return [['site-maintenance', { used: 'n' }]]
  return [
    ['site-maintenance', { used: 'n', ...timesOf(from, until), ...(contents && { contents }) }, t('closure.change')],
    ['site-maintenance', { used: 'y', fixed: 'used', preview: '' }, from ? t('closure.cancel') : undefined],
  ]
}

export function timesOf(from: string | null, until: string | null): Row {
  return { change: '', ...(from && { closedFrom: typedOf(from) }), ...(until && { closedUntil: typedOf(until) }) }
}

const typedOf = (at: string) => formatSeoulMinute(at).replace(' ', 'T')

export function maintenanceText({ operator, t }: SiteTexts): string | undefined {
  const [from, until] = [operator.maintenanceFrom, operator.maintenanceUntil].map((at) => at && formatSeoulMinute(at))
  if (!until) return undefined
  return from ? t('wrong.maintenance.planned', { from, until }) : t('wrong.maintenance', { until })
}

/** The offered durations of a field, in minutes or days. */
const spans: Readonly<Record<string, readonly string[]>> = {
  closedUntil: ['30m', '60m', '120m'],
  until: ['3d', '7d', '30d'],
}

/** Returns the last of some days, of which today is the first. */
const lastDay = (count: number, now: number) => daysBefore(toSeoulDay(now), 1 - count)

type SpanTexts = Pick<BackofficeRequest, 'word' | 't' | 'now'>

/** Offers durations below the field of an end, which they replace. Only the end of whole days is known in advance. */
export function SpanField({ texts: { word, t, now }, name }: { texts: SpanTexts; name: string }) {
  const offered = spans[name]
  const textOf = (span: string) => {
    const length = word(`lasts.${span}`)
    return name === 'until' ? t('lasts.until', { length, day: lastDay(Number.parseInt(span, 10), now) }) : length
  }
  return (
    offered && (
      <label className="row">
        {t('lasts')}
        <select name="lasts" className={`${input()} select`}>
          <option value="">–</option>
          {offered.map((span) => (
            <option key={span} value={span}>
              {textOf(span)}
            </option>
          ))}
        </select>
      </label>
    )
  )
}

/** Replaces a chosen duration by the end that it means. */
export function withEnd(sent: URLSearchParams, now: number): URLSearchParams {
  const span = sent.get('lasts') ?? ''
  const count = Number.parseInt(span, 10)
  sent.delete('lasts')
  if (spans.until?.includes(span)) sent.set('until', lastDay(count, now))
  if (!spans.closedUntil?.includes(span)) return sent
  const from = parseSeoulMinute(sent.get('closedFrom') ?? '', new Date(now))?.getTime() ?? now
  sent.set('closedUntil', typedOf(new Date(from + minutes(count)).toISOString()))
  return sent
}

/** Shows what members see during a closure, in the operator's language. @param props.result the preview's result */
export function MembersView({ texts, result }: { texts: BackofficeTexts; result: Row }) {
  const { t, dateTime, sentences } = i18nFor(texts.locale)
  const { provider, gameCode, closedUntil, contents } = withName(texts, result)
  const until = closedUntil ? dateTime(String(closedUntil)) : ''
  const label = until ? t('lobby.maintenance.until', { until }) : t('lobby.maintenance')
  const closed = [[provider, gameCode].filter(Boolean).join(' '), label].join(': ')
  const shown = provider
    ? [closed, t('launch.closed.title'), t('launch.closed.text')]
    : [
        t('problem.maintenance.title'),
        sentences(contents ? String(contents) : undefined, t('maintenance.safe')),
        t('maintenance.until', { until }),
      ]
  return line(<h2>{texts.t('closure.view')}</h2>, <blockquote className="text">{shown.join('\n')}</blockquote>)
}
