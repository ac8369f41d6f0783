import { type CallName, contract, knownCallNames } from '~/upstream/contract'
import type { Call } from '~/upstream/contract/call'
import { printable } from '../backoffice/print'
import { optionOf, permissionFor } from '../upstream/permissions'
import type { Finding } from './tester'

function countResults(findings: readonly Finding[]): Record<Finding['result'], number> {
  const count = { holds: 0, short: 0, missing: 0, fails: 0, 'not judged': 0 }
  for (const { result } of findings) count[result] += 1
  return count
}

/** Returns 1 if a trial fails. With `isStrict`, also returns 1 if one falls short, or 4 if one could not be judged. */
export function exitCodeOf(findings: readonly Finding[], isStrict: boolean): 0 | 1 | 4 {
  const count = countResults(findings)
  if (count.fails > 0 || (isStrict && count.short > 0)) return 1
  return isStrict && count['not judged'] > 0 ? 4 : 0
}

export function row({ call, trial, result, seen, cost, ms }: Finding): string {
  const details = [
    ...(seen ? [`${result === 'not judged' ? result : 'seen'}: ${printable(seen)}`] : []),
    ...(cost ? [`cost: ${cost}`] : []),
  ]
  const first = `${result.padEnd(10)} ${call.padEnd(22)} ${`${ms} ms`.padStart(8)}  ${trial}`
  return [first, ...details.map((detail) => `${' '.repeat(44)}${detail}`)].join('\n')
}

export function summaryOf(findings: readonly Finding[]): string {
  const count = countResults(findings)
  const tried = new Set(findings.map(({ call }) => call))
  const untried = [...knownCallNames.values()].filter((callName) => !tried.has(callName))
  const isOptional = (callName: CallName) => (contract[callName] as Call).optional === true
  const listOf = (callNames: readonly CallName[]) =>
    callNames.map((callName) => `${callName} (${optionOf[permissionFor(callName)] || 'no login'})`).join(', ')
  const needed = untried.filter((callName) => !isOptional(callName))
  const optional = untried.filter(isOptional)
  return [
    `${count.holds} hold, ${count.short} fall short, ${count.missing} are missing, ${count.fails} fail, ` +
      `${count['not judged']} were not judged.`,
    ...(needed.length > 0 ? [`Not played: ${listOf(needed)}.`] : []),
    ...(optional.length > 0 ? [`Not played, optional: ${listOf(optional)}.`] : []),
  ].join('\n')
}
