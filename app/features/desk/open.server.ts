import { matchPath, type RouterContextProvider } from 'react-router'
import { config } from '~/platform/settings/config.server'
import { incomingContext } from '~/server/door/incoming.server'
import { isFromThisMachine } from '~/server/request-info/client-ip.server'
import { hostMatchesOrigin, hostOf } from '~/server/request-info/origin.server'

/** The settings that decide whether the desk answers in a browser. */
export type DeskRules = {
  /** Undefined: to this machine alone with play money, and never with real. */
  web: 'on' | 'off' | undefined
  /** The only origin and host of the desk, where set. */
  origin: string | undefined
  money: 'play' | 'real'
  publicOrigins: readonly string[]
  trustedProxies: number
  isEmbedded: boolean
}

const pattern = '/desk/*'

/** Whether a path is one of the desk's. */
export const isDeskPath = (pathname: string) => matchPath(pattern, pathname) !== null

/** The names by which a machine calls itself, as a Host header has them. */
const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Whether /desk answers this request. Where nothing is set it is open to this machine alone, and only while no proxy can
 * stand in front: one on the same host looks just like this machine. Source: docs/desk.md, in a browser.
 *
 * @param peer the address at the other end of the connection; '' behind another server.
 */
export function isDeskOpen(request: Request, peer: string, rules: DeskRules = siteRules()): boolean {
  if (!rules.isEmbedded || rules.web === 'off') return false
  const host = hostOf(request)
  if (rules.web === 'on') return rules.origin === undefined || hostMatchesOrigin(rules.origin, host)
  const isOwnOrigin = (origin: string) => ownHost.test(new URL(origin).host)
  return (
    rules.money === 'play' &&
    rules.origin === undefined &&
    rules.trustedProxies === 0 &&
    rules.publicOrigins.every(isOwnOrigin) &&
    isFromThisMachine(peer, request.headers) &&
    ownHost.test(host)
  )
}

const siteRules = (): DeskRules => ({
  ...config.desk,
  money: config.money,
  publicOrigins: config.publicOrigins,
  trustedProxies: config.trustedProxies,
  isEmbedded: config.upstream.url === undefined,
})

/** The address of the peer of a request; '' where another server accepted it. */
export const peerOf = (context: Readonly<RouterContextProvider>) => context.get(incomingContext)?.socketIp ?? ''
