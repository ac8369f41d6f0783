import type { FormField } from '~/embedded/backoffice/commands/form-fields'
import { i18nFor } from '~/i18n/catalogue.server'
import { minutes } from '~/values/durations'
import { daysBefore, formatSeoulMinute, parseSeoulMinute, toSeoulDay } from '~/values/seoul'
import { line } from '../parts'
import type { Row } from '../screen'
import type { BackofficeTexts } from '../texts'
import { withName } from '../values'

/** The durations that a form's buttons offer in place of an end, in minutes or days. */
const closureSpans = ['30m', '60m', '120m']
const noticeSpans = ['3d', '7d', '30d']

export function spansFor(fields: readonly FormField[]): readonly string[] {
  const names = fields.map(({ name }) => name)
  return names.includes('closedUntil') ? closureSpans : names.includes('until') ? noticeSpans : []
}

/** Replaces the duration of a pressed button by the end that it means. */
export function withEnd(sent: URLSearchParams, now: number): URLSearchParams {
  const span = sent.get('lasts') ?? ''
  const count = Number.parseInt(span, 10)
  sent.delete('lasts')
  if (noticeSpans.includes(span)) sent.set('until', daysBefore(toSeoulDay(now), -count))
  if (!closureSpans.includes(span)) return sent
  const from = parseSeoulMinute(sent.get('closedFrom') ?? '', new Date(now))?.getTime() ?? now
  const until = formatSeoulMinute(new Date(from + minutes(count)).toISOString())
  sent.set('closedUntil', until.replace(' ', 'T'))
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
