import type { AnswerOf, Contract, RefusalOf, Segment, WireOf } from '../contract'
import type { MemberId } from './ledger'
import type { Store } from './store/store.server'

/** What the house is run with. Times in milliseconds, money in whole won; 0 is none. */
export type HouseOptions = {
  /** Holds PGlite's folder and its lock file; unused with databaseUrl. */
  dataDir: string
  databaseUrl?: string
  databasePool: number
  /** In play money a deposit or withdrawal is approved, and a help request answered, by itself after this. */
  playApprovalMs: number
  /** Deposits of one member that may wait at a time. */
  depositsWaitingMax: number
  /** Between two withdrawals of one member. */
  withdrawPauseMs: number
  /** In won: what one member may withdraw in one day in Seoul. */
  withdrawDailyMax: number
  seedDemo: boolean
  /** Real money is approved by people alone, and nothing of the sandbox can be opened. Default play. */
  money?: 'play' | 'real'
  /**
   * What the secrets of game providers, and of payment services, are derived from; newest first. Default: made and kept in
   * the database.
   */
  providerSecrets?: readonly string[]
  paymentSecrets?: readonly string[]
  deskToken?: string
  banksFile?: string
  paymentsFile?: string
  minimumAge?: number
  log: Log
  /** Default: the clock. */
  now?: () => Date
  /** What a process does whose folder another one took over. Default: exit with 1. */
  stop?: () => void
}

export type Log = Record<'info' | 'warn' | 'error', (about: object, message: string) => void>

/** What every handler and page is given. */
export type HouseContext = {
  store: Store
  options: HouseOptions
  log: Log
  now: () => Date
  /** Origin header of the call; '' when none came. */
  origin: string
  /** The visitor's address, from X-Forwarded-For; '' when none came. */
  address: string
  /** BCP 47, from Accept-Language; '' when none came. */
  language: string
}

export type MemberContext = HouseContext & { member: { id: MemberId; userId: string; tokenHash: string } }

/** The context of a call: with the member for member calls. */
export type ContextOf<S extends Segment> = Contract[S]['who'] extends 'visitor' ? HouseContext : MemberContext

/** Answers one call. A refusal is thrown (`refuse`), which also rolls back the transaction it is thrown in. */
export type Handler<S extends Segment> = (ctx: ContextOf<S>, payload: WireOf<S>) => Promise<AnswerOf<S>>

/** A handler for every call of the contract, or `notBuilt` (501) where this house lacks an optional one. */
export type Handlers = { [S in Segment]: Handler<S> | typeof notBuilt }

export const notBuilt = Symbol('not built')

/** Whether the sandbox's games and payments can be opened: on play money alone. They stand in for companies that there are none of. */
export function hasSandbox({ options }: HouseContext): boolean {
  return options.money !== 'real'
}

/** A page of the house itself, under /house/: `rest` is the path after the page's own name. */
export type Page = (ctx: HouseContext, request: Request, rest: string) => Promise<Response>

/** Statuses that a house answers beside the contract's own; the site shows the call's failure for them. */
export type OwnRefusal = 'fail' | 'code_reused' | 'limit' | 'not_found' | 'bank'

/** The house says no. Caught at the door: its body is `{ status, ...more }`. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly answer: { status: string } & Record<string, unknown>,
    readonly httpStatus: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(answer.status)
  }
}

/** A refusal to throw: `throw refuse('balance')`. HTTP 200 as the field does it, unless another status is given. */
export function refuse(
  status: RefusalOf<Segment> | OwnRefusal,
  more: Record<string, unknown> = {},
  httpStatus = 200,
): Refused {
  return new Refused({ status, ...more }, httpStatus)
}
