import { randomUUID } from 'node:crypto'
import {
  classifyExchange,
  exchange,
  responseFields,
  tokenHeaders,
  type UpstreamQuirks,
  withGameMoney,
} from '~/upstream/client/transport/exchange.server'
import type { ReadBody } from '~/upstream/client/transport/read-download.server'
import { type CallName, contract, type PayloadOf, type ResponseOf } from '~/upstream/contract'
import type { Call, UpstreamFetch } from '~/upstream/contract/call'
import type { OutcomeOf } from '~/upstream/outcome'
import { type Permission, permissionFor } from '../upstream/permissions'
import { callReferences } from '../upstream/schemas'
import { emptyFields, strictDifferences, summarize } from '../upstream/strict-response'

export type Finding = {
  call: CallName
  trial: string
  /** `short`: works, but not as in the reference. `missing`: an optional part is missing. `fails`: members notice. */
  result: 'holds' | 'short' | 'missing' | 'fails' | 'not judged'
  seen: string
  cost: string
  ms: number
}

const slowMs = 1_000

/** Matches the report of a money field that is missing or null in a response. */
const missingMoneyPattern = /(?:^|\.)(?:balance|gameMoney|rolling|points|amount): .*received (?:undefined|null)/

export type TesterOptions = {
  fetch: UpstreamFetch
  paths: Readonly<Record<string, string>>
  timeoutMs: number
  allowWrites: boolean
  allowDeletes: boolean
  /** The maximum amount to move in won. If undefined, no calls that move money are made. */
  cap?: number | undefined
  origin?: string | undefined
  quirks?: UpstreamQuirks | undefined
  /** Whether bodies may contain markup, as with UPSTREAM_BODIES=html. */
  hasMarkup?: boolean | undefined
  now?: (() => Date) | undefined
  report: (finding: Finding) => void
}

export type Sent<S extends CallName> = {
  outcome: OutcomeOf<S>
  why: string
  body: ReadBody | undefined
  unreadableMoney: readonly string[]
  ms: number
}

type RefusalStatus<S extends CallName> = Extract<OutcomeOf<S>, { kind: 'refused' }>['status']

/** Makes allowed calls as the site would. `sendMoney` first reserves the amount that the call may move. */
export class Tester {
  readonly findings: Finding[] = []
  token: string | undefined
  readonly #missing = new Set<CallName>()
  /** The remaining amount to move, in won. Reduced before each call that may move money, even by mistake. */
  #wonLeft: number

  constructor(private readonly options: TesterOptions) {
    this.#wonLeft = options.cap ?? 0
  }

  allows(permission: Permission): boolean {
    const { allowWrites, allowDeletes, cap } = this.options
    return { nothing: true, writes: allowWrites, deletes: allowDeletes, money: cap !== undefined }[permission]
  }

  get hasMarkup(): boolean {
    return this.options.hasMarkup ?? false
  }

  add(finding: Finding): void {
    this.findings.push(finding)
    this.options.report(finding)
  }

  /** Makes a call that does not move money. */
  async send<S extends CallName>(callName: S, payload: PayloadOf<S>, token = this.token): Promise<Sent<S>> {
    if (permissionFor(callName) === 'money') throw new Error(`${callName}: moves money; use sendMoney`)
    if (!this.allows(permissionFor(callName))) throw new Error(`${callName}: not allowed by the options`)
    return this.#send(callName, payload, token)
  }

  /**
   * Makes a call that may move up to `won`, or adds a finding if the cap does not allow it.
   * @param won the maximum that the call may move, in whole won
   * @param isChecked false for a payload that the site would not send
   * @returns undefined if the call was not made
   * @throws Error if the options do not allow the call
   */
  async sendMoney<S extends CallName>(
    callName: S,
    { trial, payload, won, isChecked }: { trial: string; payload: PayloadOf<S>; won: number; isChecked?: boolean },
  ): Promise<Sent<S> | undefined> {
    if (permissionFor(callName) !== 'money') throw new Error(`${callName}: moves no money; use send`)
    if (!this.allows('money')) throw new Error(`${callName}: not allowed by the options`)
    const { balance = 0, points = 0 } = payload as { balance?: number; points?: number }
    if (won < Math.max(balance, points)) throw new Error(`${callName}: could move more than ${won} won`)
    if (won > this.#wonLeft) {
      this.notJudged(callName, trial, `it may move ${won} won, and less is left of --cap`)
      return undefined
    }
    this.#wonLeft -= won
    const sent = await this.#send(callName, payload, this.token, isChecked)
    if (sent.outcome.kind === 'unsupported') this.release(won)
    return sent
  }

  now(): Date {
    return this.options.now?.() ?? new Date()
  }

  /** @param seen the fault, or '' if there is none @param unjudged why the trial can't be judged, or '' if it can */
  judge(
    call: CallName,
    trial: string,
    { seen, cost, unjudged = '', ms = 0 }: { seen: string; cost: string; unjudged?: string; ms?: number },
  ): void {
    if (seen !== '') this.add({ call, trial, result: 'fails', seen, cost, ms })
    else if (unjudged !== '') this.notJudged(call, trial, unjudged, ms)
    else this.add({ call, trial, result: 'holds', seen: '', cost: '', ms })
  }

  notJudged(call: CallName, trial: string, why: string, ms = 0): void {
    this.add({ call, trial, result: 'not judged', seen: why, cost: '', ms })
  }

  lacks(call: CallName, trial: string, what: string, cost: string): void {
    this.add({ call, trial, result: 'missing', seen: `no ${what}`, cost, ms: 0 })
  }

  isMissing(call: CallName): boolean {
    return this.#missing.has(call)
  }

  /** Records a trial that needs data from another call: as `missing` if that call is missing, else as `not judged`. */
  notJudgedWithout(needed: CallName, call: CallName, trial: string, why: string): void {
    if (this.isMissing(needed)) this.lacks(call, trial, needed, callReferences[call].cost)
    else this.notJudged(call, trial, why)
  }

  release(won: number): void {
    this.#wonLeft += won
  }

  async #send<S extends CallName>(callName: S, payload: PayloadOf<S>, token: string | undefined, isChecked = true) {
    const began = performance.now()
    const signal = AbortSignal.timeout(this.options.timeoutMs)
    const { path, sendsOrigin, auth, isDownload }: Call = contract[callName]
    const { fetch, paths, origin = 'http://localhost:3000', quirks = {} } = this.options
    const received = await exchange(fetch, {
      path: paths[callName] ?? path,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Language': 'ko',
        'X-Request-Id': randomUUID(),
        'X-Forwarded-For': '127.0.0.1',
        ...(auth === 'member' && token ? tokenHeaders(token, quirks) : {}),
        ...(sendsOrigin ? { Origin: origin } : {}),
      },
      body: JSON.stringify(isChecked ? contract[callName].payload.parse(payload) : payload),
      signal,
      isDownload,
    })
    const exchanged = withGameMoney(callName, received, quirks)
    const launch = { origin, https: origin.startsWith('https:'), embedded: false, launchOrigins: undefined }
    const { outcome, why, unreadableMoney = [] } = classifyExchange(callName, exchanged, { reference: '', launch })
    if (isMissing(callName, outcome)) this.#missing.add(callName)
    return {
      outcome: outcome as OutcomeOf<S>,
      why: why ?? outcome.kind,
      body: exchanged.kind === 'answered' ? exchanged.body : undefined,
      unreadableMoney,
      ms: Math.round(performance.now() - began),
    }
  }

  expectDone<S extends CallName>(callName: S, trial: string, sent: Sent<S>): ResponseOf<S> | undefined {
    const { outcome, why, ms, body, unreadableMoney } = sent
    if (isMissing(callName, outcome)) {
      this.add({ call: callName, trial, result: 'missing', seen: why, cost: callReferences[callName].cost, ms })
      return undefined
    }
    if (outcome.kind !== 'done') {
      const status = outcome.kind === 'refused' ? ` (status ${outcome.upstreamStatus || 'missing'})` : ''
      this.add({ call: callName, trial, result: 'fails', seen: `${why}${status}`, cost: costOf(callName, outcome), ms })
      return undefined
    }
    const fields = Object.fromEntries((body && responseFields(contract[callName], body)) ?? [])
    const seen = strictDifferences(callName, fields)
    const empty = emptyFields(callName, fields)
    const slow = ms > slowMs ? [`took ${ms} ms`] : []
    const missingMoney = [
      ...unreadableMoney.map((field) => `${field} can’t be read`),
      ...seen.filter((difference) => missingMoneyPattern.test(difference)),
    ]
    if (missingMoney.length > 0)
      this.judge(callName, trial, { seen: summarize(missingMoney), cost: 'members see – instead of their balance', ms })
    else if (seen.length === 0 && empty.length > 0)
      this.notJudged(callName, trial, [`nothing in ${empty.join(', ')}`, ...slow].join('; '), ms)
    else if (seen.length + slow.length > 0) {
      const cost = 'what differs is shown as 0, – or not at all, or makes pages slow'
      this.add({ call: callName, trial, result: 'short', seen: summarize([...seen, ...slow]), cost, ms })
    } else this.judge(callName, trial, { seen: '', cost: '', ms })
    return outcome.response as ResponseOf<S>
  }

  expectOutcome<S extends CallName>(
    callName: S,
    trial: string,
    sent: Sent<S>,
    holds: (outcome: OutcomeOf<S>) => boolean,
    cost: string,
  ): void {
    const { outcome, ms, why } = sent
    const reason = outcome.kind === 'refused' ? outcome.upstreamStatus || why : why
    const word = reason === outcome.kind ? reason : `${outcome.kind} (${reason})`
    if (holds(outcome)) this.add({ call: callName, trial, result: 'holds', seen: '', cost: '', ms })
    else if (isMissing(callName, outcome)) this.add({ call: callName, trial, result: 'missing', seen: why, cost, ms })
    else this.add({ call: callName, trial, result: 'fails', seen: word, cost, ms })
  }

  /** @param status the only right status, or undefined if any is right */
  async expectRefusal<S extends CallName>(
    callName: S,
    trial: string,
    { payload, status, cost }: { payload: PayloadOf<S>; status?: RefusalStatus<S>; cost: string },
  ): Promise<void> {
    const isRefused = (outcome: OutcomeOf<S>) =>
      outcome.kind === 'refused' && (status === undefined || outcome.status === status)
    this.expectOutcome(callName, trial, await this.send(callName, payload), isRefused, cost)
  }

  async read<S extends CallName>(callName: S, payload: PayloadOf<S>): Promise<ResponseOf<S> | undefined> {
    return this.sendAndExpect(callName, 'answers', payload)
  }

  async sendAndExpect<S extends CallName>(callName: S, trial: string, payload: PayloadOf<S>) {
    return this.expectDone(callName, trial, await this.send(callName, payload))
  }
}

/** Returns whether an upstream lacks a call. If it checks the token first, it answers 401 even for a missing call. */
function isMissing(callName: CallName, { kind, ...outcome }: { kind: string; wrongLogin?: true; status?: string }) {
  const { auth, optional }: Call = contract[callName]
  const isUnauthenticated = kind === 'signed-out' || (outcome.wrongLogin === true && outcome.status === 'other')
  return kind === 'unsupported' || (isUnauthenticated && auth === 'visitor' && optional === true)
}

function costOf(callName: CallName, outcome: OutcomeOf<CallName>): string {
  const { refusals, cost } = callReferences[callName] as { refusals?: Record<string, string>; cost: string }
  switch (outcome.kind) {
    case 'refused': {
      const meaning = new Map(Object.entries(refusals ?? {})).get(outcome.status)
      return meaning === undefined ? cost : `the site takes it as: ${meaning}`
    }
    case 'excluded':
      return 'the site takes it as a break or self-exclusion of the member, and says so'
    case 'limited':
      return 'the site tells members that there were too many requests'
    case 'unknown':
      return 'the site tells members that it can’t tell whether it happened, and does not offer the form again'
    default:
      return cost
  }
}
