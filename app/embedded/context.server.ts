import type { Locale } from '~/i18n/locale'
import type { PaymentMethod } from '~/platform/settings/payment-settings.server'
import type { ListedProvider } from '~/platform/settings/provider-settings.server'
import type { RetentionDays } from '~/platform/settings/settings.server'
import type { CallName, Contract, RefusalOf, ResponseOf, WirePayload } from '~/upstream/contract'
import type { MemberId } from './ledger/entries'
import type { SandboxPage } from './sandbox/html-page'
import type { SandboxColours } from './sandbox/stylesheet'
import type { Store } from './store/store.server'

export type SiteName = Readonly<Record<Locale, string>>

export type EmbeddedOptions = {
  dataDir: string
  databaseUrl?: string
  databasePool: number
  /** The delay before automatic approvals and answers with play money, in milliseconds. 0 disables them. */
  playApprovalMs: number
  roundPaceMs?: number
  /** The maximum number of a member's waiting deposits. 0 means the built-in maximum of 1,000. */
  depositsWaitingMax: number
  withdrawPauseMs: number
  withdrawDailyMax: number
  /** The maximum stakes of a slot round in won, for all members and for those under 25. By default, there is none. */
  maxStake?: number
  maxStakeBelow25?: number
  seedDemo: boolean
  /** With real money, only operators approve transactions, and the sandbox is closed. Defaults to play money. */
  money?: 'play' | 'real'
  /** Secrets from which callback secrets are derived, newest first. Defaults to a secret in the database. */
  providerSecrets?: readonly string[]
  paymentSecrets?: readonly string[]
  backofficeToken?: string
  /** Amounts of this many won or more need approval from two people. By default, one is enough. */
  secondPersonFrom?: number
  /** Commands that two people must approve, regardless of the amount. */
  secondPersonFor?: readonly string[]
  /** If `required`, the back office requires 2FA, and BACKOFFICE_TOKEN works only from this machine. */
  secondFactor?: 'optional' | 'required'
  alerts?: AlertOptions
  memberTagsOf?: (userId: string) => readonly string[]
  describeSite?: () => Promise<Record<string, string>>
  countUnreadableMoney?: () => Promise<number>
  retentionDays?: RetentionDays
  /** The banks that registration accepts, and the payment methods. Both have defaults. */
  banks?: readonly string[]
  payments?: readonly PaymentMethod[]
  /** Gives the demo member several pages of deposits, withdrawals and bets, for conformance runs. */
  seedDemoHistory?: boolean
  /** Providers of real games. With play money, sandbox providers are added. */
  providers?: readonly ListedProvider[]
  /** The site's URL. Real games link back to it. */
  homeUrl?: string
  pageOrigin?: string
  siteName?: SiteName
  colours?: SandboxColours
  /** Adds a statement's time to the request's total. */
  spend?: (ms: number) => void
  log: Log
  now?: () => Date
  randomInt?: (below: number) => number
}

export type AlertOptions = {
  host: string
  waitMinutes: number
  tellsSum: boolean
  backofficeOrigin?: string | undefined
  /** Sends an alert. Returns the reason if it failed, or undefined if it was delivered. */
  send(
    alert: { id: string; event: string; at: string } & Readonly<Record<string, unknown>>,
  ): Promise<string | undefined>
}

type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

export type EmbeddedContext = {
  store: Store
  options: EmbeddedOptions
  log: Log
  now: () => Date
  origin: string
  /** The client's IP address: the last one in X-Forwarded-For, or '' if there is none. */
  ip: string
  /** Whether the site reports that the request comes directly from its own machine. */
  isThisMachine: boolean
  language: string
  sender?: string | undefined
  browser: string
  device: string
}

export function createJobContext(store: Store, options: EmbeddedOptions, now: () => Date): EmbeddedContext {
  const noRequest = { origin: '', ip: '', isThisMachine: false, language: '', browser: '', device: '' }
  return { store, options, log: options.log, now, ...noRequest }
}

export type MemberContext = EmbeddedContext & { member: { id: MemberId; userId: string; tokenHash: string } }

export type MemberIdContext = EmbeddedContext & { member: { id: MemberId } }

type ContextOf<S extends CallName> = Contract[S]['auth'] extends 'visitor' ? EmbeddedContext : MemberContext

/** A handler of a call without response fields may return nothing, which means success. */
type Handler<S extends CallName> = (
  ctx: ContextOf<S>,
  payload: WirePayload<S>,
) => Promise<ResponseOf<S> | (keyof ResponseOf<S> extends 'status' ? undefined : never)>

/** All calls except `get-event-list`, because the back office has no events. */
export type Handlers = { [S in Exclude<CallName, 'get-event-list'>]: Handler<S> }

export const usesPlayMoney = ({ options }: EmbeddedContext): boolean => options.money !== 'real'

export function autoApprovalMs(ctx: EmbeddedContext): number | null {
  return usesPlayMoney(ctx) && ctx.options.playApprovalMs > 0 ? ctx.options.playApprovalMs : null
}

export function autoApprovalAt(ctx: EmbeddedContext): Date | null {
  const delayMs = autoApprovalMs(ctx)
  return delayMs === null ? null : new Date(ctx.now().getTime() + delayMs)
}

export type PageHandler = (ctx: EmbeddedContext, request: Request, rest: string) => Promise<Response | SandboxPage>

/** Thrown to refuse a request. The response gets `body`, the status and the headers. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly body: { status: string } & Record<string, unknown>,
    readonly httpStatus: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.status)
  }
}

export function createRefusal(
  status: RefusalOf<CallName> | 'fail' | 'code_reused' | 'limit' | 'not_found' | 'bank' | 'excluded',
  more: Record<string, unknown> = {},
  httpStatus = 200,
): Refused {
  return new Refused({ status, ...more }, httpStatus)
}
