import korean from '~locales/backoffice/ko.json'
import { createNumberFormatter } from './formats'
import { createInterpolate } from './interpolate'

type Alert = { event: string } & Readonly<Record<string, unknown>>

const locale = 'ko'
const texts: Readonly<Record<string, string>> = korean
const formatNumber = createNumberFormatter(locale)
const interpolate = createInterpolate(locale, texts, formatNumber)

/** Adds a sentence for a chat room and, if the back office's origin is given, the URL of the list to open. */
export function describeAlert<Given extends Alert>(alert: Given, origin?: string) {
  const { event, kind, works, number, won } = alert
  const own = `alert.${event}.${kind ?? works}`
  const about = interpolate(own in texts ? own : `alert.${event}`, {})
  const sum = { about, number: String(number), won: formatNumber(Number(won)) }
  const text = number === undefined ? about : interpolate('alert.sum', sum)
  const lists: Record<string, string> = {
    ...{ inquiry: '/inquiries', audit: '/command/audit', 'second-approval': '/people#first-approvals', store: '' },
    ...{ 'pay-account': '/setup?part=pay-accounts', test: '/setup?part=alerts' },
  }
  const list = lists[event] ?? (kind === undefined ? undefined : `/waiting?kind=${kind}`)
  return { ...alert, text, ...(origin !== undefined && list !== undefined && { url: `${origin}/backoffice${list}` }) }
}
