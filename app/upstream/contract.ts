import type { z } from 'zod'
import { gameCalls } from './contract/game-calls'
import { memberCalls } from './contract/member-calls'
import { messageCalls } from './contract/message-calls'
import { moneyCalls } from './contract/money-calls'

/**
 * The contract with the upstream, one row per call. The client, the API at `/api/routes/<segment>`, its typed caller in
 * the browser and the embedded upstream are all derived from it. No other module writes an upstream path or parses an
 * answer. Source: docs/product.md, calls.
 */
export const contract = { ...memberCalls, ...messageCalls, ...gameCalls, ...moneyCalls }

export type Contract = typeof contract
export type Segment = keyof Contract
/** What a caller passes to a call, before parsing. */
export type PayloadOf<S extends Segment> = z.input<Contract[S]['payload']>
/** The parsed payload, as sent to the upstream. */
export type WireOf<S extends Segment> = z.output<Contract[S]['payload']>
export type AnswerOf<S extends Segment> = z.output<Contract[S]['answer']>
export type RefusalOf<S extends Segment> = Contract[S]['refusals'][number]

/** Segments by name. A Map, so that a name from a request cannot reach an object's prototype. */
export const segmentsByName: ReadonlyMap<string, Segment> = new Map(
  (Object.keys(contract) as Segment[]).map((segment) => [segment, segment]),
)

/** The calls whose payload has no field. */
export const segmentsWithoutPayload: ReadonlySet<Segment> = new Set(
  [...segmentsByName.values()].filter((segment) => Object.keys(contract[segment].payload.shape).length === 0),
)

const callsWithRequestCode = [
  'apply-user-deposit',
  'apply-user-withdraw',
  'apply-deposit-payment',
  'roll-to-balance',
  'money-to-point',
] as const satisfies readonly Segment[]

/** The calls that move money or comp: those with a request code, and those that move a wallet into a game and back. */
export const segmentsThatMoveMoney = [
  ...callsWithRequestCode,
  'open-game',
  'withdrawal-launcher',
  'transfer-in',
  'transfer-out',
] as const satisfies readonly Segment[]
export type MoneySegment = (typeof segmentsThatMoveMoney)[number]

/** The calls whose `code` is the one-time request code: those that send `balance` or `points`. */
export const segmentsWithRequestCode: ReadonlySet<Segment> = new Set(callsWithRequestCode)

/** Whether a call moves money or comp. */
export function movesMoney(segment: Segment): segment is MoneySegment {
  return segmentsThatMoveMoney.some((money) => money === segment)
}
