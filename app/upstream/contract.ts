import type { z } from 'zod'
import { gameCalls } from './contract/calls/game'
import { memberCalls } from './contract/calls/member'
import { messageCalls } from './contract/calls/message'
import { moneyCalls } from './contract/calls/money'
import { securityCalls } from './contract/calls/security'

/** All upstream calls. No other module writes an upstream path or parses a response. Source: docs/calls.md, calls. */
export const contract = { ...memberCalls, ...securityCalls, ...messageCalls, ...gameCalls, ...moneyCalls }

export type Contract = typeof contract
export type CallName = keyof Contract
export type PayloadOf<S extends CallName> = z.input<Contract[S]['payload']>
export type WirePayload<S extends CallName> = z.output<Contract[S]['payload']>
export type ResponseOf<S extends CallName> = z.output<Contract[S]['response']>
export type RefusalOf<S extends CallName> = Contract[S]['refusals'][number]

/** Every call's name. A Map is used, so that a name from a request can't reach an object's prototype. */
export const knownCallNames: ReadonlyMap<string, CallName> = new Map(
  (Object.keys(contract) as CallName[]).map((callName) => [callName, callName]),
)

export const callsWithoutPayload: ReadonlySet<CallName> = new Set(
  [...knownCallNames.values()].filter((callName) => Object.keys(contract[callName].payload.shape).length === 0),
)

const withRequestCode = [
  'apply-user-deposit',
  'apply-user-withdraw',
  'apply-deposit-payment',
  'roll-to-balance',
  'money-to-point',
] as const satisfies readonly CallName[]

/** Calls that move money or comp: those with a request code, and transfers between the wallet and games. */
export const callsThatMoveMoney = [
  ...withRequestCode,
  'open-game',
  'withdrawal-launcher',
  'transfer-in',
  'transfer-out',
] as const satisfies readonly CallName[]
export type MoneyCallName = (typeof callsThatMoveMoney)[number]

/** Calls whose `code` is the one-time request code. Only these calls send `balance` or `points`. */
export const callsWithRequestCode: ReadonlySet<CallName> = new Set(withRequestCode)

export function movesMoney(callName: CallName): callName is MoneyCallName {
  return callsThatMoveMoney.some((money) => money === callName)
}
