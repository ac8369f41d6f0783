import type { Locale } from '~/i18n/locale'
import type { PaymentMethod } from '~/platform/settings/payment-settings.server'
import type { ListedProvider } from '~/platform/settings/provider-settings.server'
import type { RetentionDays } from '~/platform/settings/settings.server'
import type { CallName, Contract, RefusalOf, ResponseOf, WireOf } from '~/upstream/contract'
import type { MemberId } from './ledger/entries'
import type { SandboxPage } from './sandbox/document'
import type { SandboxColours } from './sandbox/stylesheet'
import type { Store } from './store/store.server'

export type SiteName = Readonly<Record<Locale, string>>

export type EmbeddedOptions = {
  dataDir: string
  databaseUrl?: string
  databasePool: number
  /** Delay of automatic approvals and answers with play money; 0: never. */
  playApprovalMs: number
  roundPaceMs?: number
  /** Maximum of one member's waiting deposits; 0 means the built-in bound of 1,000. */
  depositsWaitingMax: number
  withdrawPauseMs: number
  withdrawDailyMax: number
  /** The cap of a slot's round, in won, and that below 25. Default: no cap. */
  maxStake?: number
  maxStakeBelow25?: number
  seedDemo: boolean
  /** With real money only operators approve transactions, and the sandbox is closed. Default: play. */
  money?: 'play' | 'real'
  /** Secrets, newest first, from which callback secrets are derived. Default: stored in the database. */
  providerSecrets?: readonly string[]
  paymentSecrets?: readonly string[]
  backofficeToken?: string
  /** From this sum in won on, two people of the back office must approve. By default one is enough. */
  secondPersonFrom?: number
  /** Commands that two people must approve whatever the sum. */
  secondPersonFor?: readonly string[]
  /** Whether the back office requires 2FA, and BACKOFFICE_TOKEN counts from this machine only. */
  secondFactor?: 'optional' | 'required'
  /** Where alerts of the outbox go. Default: no alerts. */
  alerts?: AlertOptions
  memberTagsOf?: (userId: string) => readonly string[]
  describeSite?: () => Promise<Record<string, string>>
  countUnreadableMoney?: () => Promise<number>
  retentionDays?: RetentionDays
  /** Banks that registration accepts, and the sandbox's payment methods. Default: the shipped ones. */
  banks?: readonly string[]
  payments?: readonly PaymentMethod[]
  /** Whether the demo member also gets more than a page of deposits, withdrawals and bets, for a conformance run. */
  seedDemoHistory?: boolean
  /** Providers of real games; with play money these are in addition to the sandbox's. */
  providers?: readonly ListedProvider[]
  /** The address of the site, to which a real game leads back. */
  homeUrl?: string
  pageOrigin?: string
  siteName?: SiteName
  colours?: SandboxColours
  /** Counts a statement's milliseconds for its request. */
  spend?: (ms: number) => void
  log: Log
  now?: () => Date
  randomInt?: (below: number) => number
}

export type AlertOptions = {
  waitMinutes: number
  tellsSum: boolean
  /** Sends an alert; returns why it failed, or undefined. */
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
  /** Client's IP, the last one of X-Forwarded-For; '' when missing. */
  ip: string
  /** Whether the site says that the request comes directly from its machine. */
  isThisMachine: boolean
  language: string
  /** The sender that signed a callback. */
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

type Handler<S extends CallName> = (ctx: ContextOf<S>, payload: WireOf<S>) => Promise<ResponseOf<S>>

/** All calls but that of events, which the back office does not write. */
export type Handlers = { [S in Exclude<CallName, 'get-event-list'>]: Handler<S> }

/** Whether the sandbox can be opened, and approvals and answers are automatic: never with real money. */
export function usesPlayMoney({ options }: EmbeddedContext): boolean {
  return options.money !== 'real'
}

/** Returns the delay of automatic approvals, in milliseconds; null: none. */
export function autoApprovalMs(ctx: EmbeddedContext): number | null {
  return usesPlayMoney(ctx) && ctx.options.playApprovalMs > 0 ? ctx.options.playApprovalMs : null
}

export function autoApprovalAt(ctx: EmbeddedContext): Date | null {
  const delayMs = autoApprovalMs(ctx)
  return delayMs === null ? null : new Date(ctx.now().getTime() + delayMs)
}

export type PageHandler = (ctx: EmbeddedContext, request: Request, rest: string) => Promise<Response | SandboxPage>

/** Refusals beyond the contract's. */
type EmbeddedRefusal = 'fail' | 'code_reused' | 'limit' | 'not_found' | 'bank' | 'excluded'

/** A refused request. The request handler answers it with `body`, the status and the headers. */
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
  status: RefusalOf<CallName> | EmbeddedRefusal,
  more: Record<string, unknown> = {},
  httpStatus = 200,
): Refused {
  return new Refused({ status, ...more }, httpStatus)
}
