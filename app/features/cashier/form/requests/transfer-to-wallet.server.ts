import type { RouterContextProvider } from 'react-router'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { type MoneyFormResponse, redisplayMoneyForm } from './redisplay.server'
import { hrefWithSubmitted, type SubmittedForm } from './restored-form.server'

/** The intent that moves the money in games back to the wallet, and shows the page at `path` again with what was submitted. */
export function transferToWallet(path: string) {
  return async (
    context: Readonly<RouterContextProvider>,
    form: SubmittedForm,
  ): Promise<Response | MoneyFormResponse> => {
    const upstream = context.get(upstreamContext)
    const outcome = await upstream.call('transfer-out', {})
    if (outcome.kind === 'done')
      return redirectWithFlash(hrefWithSubmitted(path, form), {
        kind: 'success',
        message: 'withdraw.transferToWallet.done',
      })
    const failed = { problem: 'withdraw.transferToWallet.failed', values: { reference: upstream.reference } } as const
    return redisplayMoneyForm(context, form, outcome, {
      refused: { other: failed },
      unknown: ({ reference }) => ({ problem: 'withdraw.transferToWallet.unknown', values: { reference } }),
    })
  }
}
