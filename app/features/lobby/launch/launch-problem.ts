import type { MessageKey } from '~/i18n/i18n'
import { numberedMessages } from '~/values/numbered-messages'

export type LaunchProblem = {
  kind: 'error' | 'warning'
  title: MessageKey
  text: MessageKey
  deposit?: true
  reference?: string | undefined
}

/**
 * Returns the problem for a refusal of `open-game`. A failed sport game and an insufficient balance are warnings.
 * Source: docs/product.md, messages.
 */
export function refusedLaunchProblem(status: string | undefined, isSport: boolean, reference?: string): LaunchProblem {
  const { balanceTooLow, requestFailed } = numberedMessages
  if (status === 'balance')
    return { kind: 'warning', title: balanceTooLow, text: `${balanceTooLow}.text`, deposit: true }
  if (status === 'maintenance') return maintenanceProblem
  if (status === 'time') return unknownLaunchProblem(isSport)
  return { ...unknownLaunchProblem(isSport, reference), text: `${requestFailed}.text` }
}

/** Returns the problem for an unknown outcome of `open-game`. Money may have moved, so the text says where to check. */
export function unknownLaunchProblem(isSport: boolean, reference?: string): LaunchProblem {
  const kind = isSport ? 'warning' : 'error'
  return { kind, title: numberedMessages.gameNotOpened, text: `${numberedMessages.gameNotOpened}.text`, reference }
}

/** Returns the problem for a call that the site rejects before it reaches the upstream. */
export function siteProblem(name: 'limited' | 'not-served'): LaunchProblem {
  return { kind: 'warning', title: `problem.${name}.title`, text: `problem.${name}.text` }
}

export const maintenanceProblem: LaunchProblem = {
  kind: 'warning',
  title: 'launch.closed.title',
  text: 'launch.closed.text',
}
