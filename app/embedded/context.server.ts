import type { Locale } from '~/i18n/locale'
import type { PaymentMethod } from '~/platform/settings/payment-settings.server'
import type { ListedProvider } from '~/platform/settings/provider-settings.server'
import type { RetentionDays } from '~/platform/settings/settings.server'
import type { CallName, Contract, RefusalOf, ResponseOf, WirePayload } from '~/upstream/contract'
import type { MemberId } from './ledger/entries'
import type { SandboxPage } from './sandbox/document'
import type { SandboxColours } from './sandbox/stylesheet'
import type { Store } from './store/store.server'

export type SiteName = Readonly<Record<Locale, string>>

export type EmbeddedOptions = {
  dataDir: string
  databaseUrl?: string
  databasePool: number
  /** With play money, the delay before automatic approvals of transactions and answers to inquiries; 0 means never. */
  playApprovalMs: number
  roundPaceMs?: number
  /** How many of a member's deposits can be waiting at once; 0 means the built-in maximum of 1,000. */
  depositsWaitingMax: number
  withdrawPauseMs: number
  withdrawDailyMax: number
  /** The maximum stakes of a slot round in won, for all members and for those under 25. Default: no maximum. */
  maxStake?: number
  maxStakeBelow25?: number
  seedDemo: boolean
  /** With real money, only operators approve transactions, and the sandbox is closed. Default: play. */
  money?: 'play' | 'real'
  /** Secrets, newest first, from which callback secrets are derived. Default: a secret in the database. */
  providerSecrets?: readonly string[]
  paymentSecrets?: readonly string[]
  backofficeToken?: string
  /** Amounts of at least this many won need approval from two back-office users. Default: one is enough. */
  secondPersonFrom?: number
  /** Commands that two people must approve, whatever the amount. */
  secondPersonFor?: readonly string[]
  /** If `required`, the back office requires 2FA and accepts BACKOFFICE_TOKEN only from this machine. */
  secondFactor?: 'optional' | 'required'
  alerts?: AlertOptions
  memberTagsOf?: (userId: string) => readonly string[]
  describeSite?: () => Promise<Record<string, string>>
  countUnreadableMoney?: () => Promise<number>
  retentionDays?: RetentionDays
  /** The banks that registration accepts, and the payment methods. By default, the shipped ones are used. */
  banks?: readonly string[]
  payments?: readonly PaymentMethod[]
  /** Gives the demo member more than one page each of deposits, withdrawals and bets. Conformance runs need it. */
  seedDemoHistory?: boolean
  /** Providers of real games. With play money, the sandbox's providers are available too. */
  providers?: readonly ListedProvider[]
  /** The site's address, to which real games link back. */
  homeUrl?: string
  pageOrigin?: string
  siteName?: SiteName
  colours?: SandboxColours
  /** Adds a statement's milliseconds to the total for its request. */
  spend?: (ms: number) => void
  log: Log
  now?: () => Date
  randomInt?: (below: number) => number
}

export type AlertOptions = {
  /** The receiver's host, which the back office shows. */
  host: string
  waitMinutes: number
  tellsSum: boolean
  /** Sends an alert. Returns why it failed, or undefined if it was delivered. */
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
  /** The client's IP address, which is the last one in X-Forwarded-For, or '' if there is none. */
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

type Handler<S extends CallName> = (ctx: ContextOf<S>, payload: WirePayload<S>) => Promise<ResponseOf<S>>

/** All calls except `get-event-list`, because the back office can't write events. */
export type Handlers = { [S in Exclude<CallName, 'get-event-list'>]: Handler<S> }

/** Whether the site uses play money. Only then is the sandbox open, and can approvals and answers be automatic. */
export function usesPlayMoney({ options }: EmbeddedContext): boolean {
  return options.money !== 'real'
}

/** Returns the delay of automatic approvals in milliseconds, or null if approvals are not automatic. */
export function autoApprovalMs(ctx: EmbeddedContext): number | null {
  return usesPlayMoney(ctx) && ctx.options.playApprovalMs > 0 ? ctx.options.playApprovalMs : null
}

export function autoApprovalAt(ctx: EmbeddedContext): Date | null {
  const delayMs = autoApprovalMs(ctx)
  return delayMs === null ? null : new Date(ctx.now().getTime() + delayMs)
}

export type PageHandler = (ctx: EmbeddedContext, request: Request, rest: string) => Promise<Response | SandboxPage>

/** Thrown to refuse a request. The request handler responds with `body`, the status and the headers. */
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
