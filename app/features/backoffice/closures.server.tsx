import { i18nFor } from '~/i18n/catalogue.server'
import { readMessageText } from '~/server/upstream/message-body.server'
import { formatNearTime, formatSeoulMinute } from '~/values/seoul'
import { type Lead, line } from './parts'
import type { BackofficeRequest, Row } from './screen'
import type { BackofficeTexts } from './texts'
import { withName } from './values'

type SiteTexts = BackofficeTexts & Pick<BackofficeRequest, 'operator'>

export function siteMaintenance({ operator, t }: SiteTexts): Lead[] {
  const { maintenanceUntil: until, maintenanceText: contents } = operator
  if (until === null) return [['site-maintenance', { used: 'n' }]]
  const change = { used: 'n', change: '', closedUntil: typedOf(until), ...(contents && { contents }) }
  return [
    ['site-maintenance', change, t('closure.change')],
    ['site-maintenance', { used: 'y', fixed: 'used', preview: '' }],
  ]
}

export const typedOf = (at: string) => formatSeoulMinute(at).replace(' ', 'T')

export const maintenanceText = ({ operator: { maintenanceUntil: until }, t }: SiteTexts): string | undefined =>
  until ? t('wrong.maintenance', { until: formatSeoulMinute(until) }) : undefined

/** Shows a notice, or what members see during a closure, in the operator's language. @param props.result the preview's */
export function MembersView({ texts, result }: { texts: BackofficeTexts; result: Row }) {
  const { t, dateTime, lang, sentences } = i18nFor(texts.locale)
  const { provider, gameCode, closedUntil, contents, title } = withName(texts, result)
  const until = closedUntil ? String(closedUntil) : undefined
  const label = until
    ? t('lobby.maintenance.until', { until: formatNearTime(until, Date.now(), lang) })
    : t('lobby.maintenance.open')
  const closed = [[provider, gameCode].filter(Boolean).join(' '), label].join(': ')
  if (title)
    return line(
      <h2>{texts.t('closure.view.notice')}</h2>,
      <blockquote className="text">
        <b>{String(title)}</b>
        {`\n${readMessageText(String(contents))}`}
      </blockquote>,
    )
  const shown = provider
    ? [closed, t('launch.closed.title'), t('launch.closed.text')]
    : [
        t('problem.maintenance.title'),
        sentences(contents ? String(contents) : undefined, t('maintenance.safe')),
        t('maintenance.until', { until: until ? dateTime(until) : '' }),
      ]
  return line(<h2>{texts.t('closure.view')}</h2>, <blockquote className="text">{shown.join('\n')}</blockquote>)
}
