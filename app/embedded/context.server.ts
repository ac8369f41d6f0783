import type { Locale } from '~/i18n/locale'
import type { PaymentMethod } from '~/platform/settings/payment-methods.server'
import type { RetentionDays } from '~/platform/settings/retention.server'
import type { CallName, Contract, RefusalOf, ResponseOf, WireOf } from '~/upstream/contract'
import type { MemberId } from './ledger/entries'
import type { SandboxPage } from './sandbox/document'
import type { SandboxColours } from './sandbox/stylesheet'
import type { Store } from './store/store.server'

/** What the site calls itself in each language. */
export type SiteName = Readonly<Record<Locale, string>>

/** Settings of the embedded upstream. Times in milliseconds, sums in whole won; 0 means no limit. */
export type EmbeddedOptions = {
  /** Folder of PGlite's store and its lock file; unused with databaseUrl. */
  dataDir: string
  databaseUrl?: string
  databasePool: number
  /**
   * With play money, deposits and withdrawals are approved and help requests answered automatically after this time;
   * 0: never automatically.
   */
  playApprovalMs: number
  /** Least time between two rounds of one opened sandbox game. Default: that of `roundPaceMs`. */
  roundPaceMs?: number
  /** Maximum of one member's waiting deposits; 0 means the built-in bound of 1,000. */
  depositsWaitingMax: number
  /** Minimum time between two withdrawals of one member. */
  withdrawPauseMs: number
  /** Maximum that one member may withdraw in a calendar day in Seoul, in won. */
  withdrawDailyMax: number
  /** The most that one round of a slot may cost, in won, and for members below 25. Default: no cap. */
  maxStake?: number
  maxStakeBelow25?: number
  seedDemo: boolean
  /** With real money only operators approve transactions, and the sandbox is closed. Default: play. */
  money?: 'play' | 'real'
  /**
   * Secrets that the callback secrets of game providers and payment services are derived from, newest first. Default:
   * generated and stored in the database.
   */
  providerSecrets?: readonly string[]
  paymentSecrets?: readonly string[]
  backofficeToken?: string
  /** From this sum in won on, two people of the back office must approve. By default one is enough. */
  secondPersonFrom?: number
  /** Commands of the back office that two people must approve whatever the sum. */
  secondPersonFor?: readonly string[]
  /** Whether everybody at the back office has to have a second factor, and BACKOFFICE_TOKEN counts from this machine alone. */
  secondFactor?: 'optional' | 'required'
  /** The keyed hashes by which the site's log names a member. Default: the back office can't resolve them. */
  memberTagsOf?: (userId: string) => readonly string[]
  /** Files of a support bundle about the site around it, by name, without secrets and personal data. Default: none. */
  describeSite?: () => Promise<Record<string, string>>
  /** How many responses came with money that the site could not read. Default: none. */
  countUnreadableMoney?: () => Promise<number>
  /** Default: personal data are kept for good. */
  retentionDays?: RetentionDays
  /** Banks that registration takes, and the sandbox's payment methods. Default: the shipped ones. */
  banks?: readonly string[]
  payments?: readonly PaymentMethod[]
  /** Whether the demo member also gets more than a page of deposits, withdrawals and bets, for a conformance run. */
  seedDemoHistory?: boolean
  /** Origin of the pages of games and payments, where no site serves them as its own. Default: they are paths. */
  pageOrigin?: string
  /** The site's name, for the demo's messages and referral code, and for automatic answers. Default: the shipped one. */
  siteName?: SiteName
  /** The colours of the sandbox's pages. Default: the shipped ones. */
  colours?: SandboxColours
  /** Counts milliseconds of the thread that a statement took, for the request around it. Default: nobody counts them. */
  spend?: (ms: number) => void
  log: Log
  /** Default: the system clock. */
  now?: () => Date
  /** Returns a uniformly distributed integer from 0 to `below` - 1. Default: randomInt of node:crypto. */
  randomInt?: (below: number) => number
}

type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

/** Context of every call handler and page handler. */
export type EmbeddedContext = {
  store: Store
  options: EmbeddedOptions
  log: Log
  now: () => Date
  /** Origin header; '' when missing. */
  origin: string
  /** Client's IP, the last one of X-Forwarded-For; '' when missing. */
  ip: string
  /** Whether the site says that the request comes from its own machine, through no proxy. */
  isThisMachine: boolean
  /** Accept-Language header, in BCP 47; '' when missing. */
  language: string
  /** The sender whose signature a callback has; undefined where that was not found out before. */
  sender?: string | undefined
  /** X-Browser and X-Device of a log-in; '' when missing. */
  browser: string
  device: string
}

/** The context of what no request asks for: the seed and the scheduled jobs. */
export function createJobContext(store: Store, options: EmbeddedOptions, now: () => Date): EmbeddedContext {
  const noRequest = { origin: '', ip: '', isThisMachine: false, language: '', browser: '', device: '' }
  return { store, options, log: options.log, now, ...noRequest }
}

export type MemberContext = EmbeddedContext & { member: { id: MemberId; userId: string; tokenHash: string } }

/** Context with a member's id only: a page of the sandbox has no bearer token of the member. */
export type MemberIdContext = EmbeddedContext & { member: { id: MemberId } }

/** Context of a call; member calls have the member in it. */
type ContextOf<S extends CallName> = Contract[S]['auth'] extends 'visitor' ? EmbeddedContext : MemberContext

/** Answers one call. Throws refusals (`throw createRefusal(…)`), which also rolls back the transaction. */
type Handler<S extends CallName> = (ctx: ContextOf<S>, payload: WireOf<S>) => Promise<ResponseOf<S>>

/** A handler for every call of the contract. */
export type Handlers = { [S in CallName]: Handler<S> }

/**
 * Whether the sandbox's games and payments can be opened: with play money only. They stand in for real game providers
 * and payment services.
 */
export function hasSandbox({ options }: EmbeddedContext): boolean {
  return options.money !== 'real'
}

/** Handles HTTP requests of a folder of addresses; `rest` is the path in it. */
export type PageHandler = (ctx: EmbeddedContext, request: Request, rest: string) => Promise<Response | SandboxPage>

/** Refusals beyond the contract's own; the site shows the call's general failure for them. */
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

/** Creates a refusal to throw: `throw createRefusal('balance')`. Its HTTP status is 200 by default, as in the contract. */
export function createRefusal(
  status: RefusalOf<CallName> | EmbeddedRefusal,
  more: Record<string, unknown> = {},
  httpStatus = 200,
): Refused {
  return new Refused({ status, ...more }, httpStatus)
}
