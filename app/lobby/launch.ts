import type { MessageKey } from '~/i18n/words'

/** Why a game did not open, as the page and its dialogs say it. */
export type LaunchProblem = {
  kind: 'error' | 'warning'
  title: MessageKey
  text: MessageKey
  /** More money is the way on. */
  deposit?: true
  /** What a member can name to the help desk. */
  reference?: string
}

/**
 * Says what a refusal of `open-game` means. A sport game that fails is a warning, any other an error; money that does
 * not reach is a warning everywhere. Source: docs/product.md, messages.
 *
 * @param status the upstream's word; anything but `time` and `balance` is a failure without words of its own.
 */
export function launchProblem(status: string | undefined, sport: boolean, reference?: string): LaunchProblem {
  if (status === 'balance') return { kind: 'warning', title: 'msg2016', text: 'msg2016.text', deposit: true }
  const kind = sport ? 'warning' : 'error'
  if (status === 'time') return { kind, title: 'msg2303', text: 'msg2303.text' }
  return { kind, title: 'msg2012', text: 'msg2012.text', ...(reference ? { reference } : {}) }
}

/**
 * Says that the answer of `open-game` was lost. Opening a game may move money into it, so nothing is said of the money
 * but where to look.
 *
 * @param timedOut the upstream was waited for in vain, rather than heard in a way that can't be used.
 */
export function lostLaunch(timedOut: boolean, sport: boolean, reference?: string): LaunchProblem {
  return {
    kind: sport ? 'warning' : 'error',
    title: timedOut ? 'msg2303' : 'msg2012',
    text: 'msg2303.text',
    ...(reference ? { reference } : {}),
  }
}

/** The provider is under maintenance: nothing was sent. */
export const closedProblem: LaunchProblem = {
  kind: 'warning',
  title: 'launch.closed.title',
  text: 'launch.closed.text',
}
