import type { RouterContextProvider } from 'react-router'
import type { FormState } from '~/forms/form-state'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { readQuery } from '~/server/request-info/query.server'
import { readSealedForm } from '~/server/session/sealed-forms.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { hrefWithQuery } from '~/values/addresses'
import { type MoneyFormResponse, redisplayAfterCall } from './redisplay-money-form.server'

export type SubmittedForm = { submitted: Record<string, string> }

/** The URL of a money screen with the submitted amount and method in its query, so that a redirect does not lose them. */
export function hrefWithSubmitted(path: string, { submitted: { balance = '', idx = '' } }: SubmittedForm): string {
  return hrefWithQuery(path, { balance, idx })
}

/**
 * Returns the form that a GET of a money screen shows again: sealed when its session had ended, or in the query of
 * `hrefWithSubmitted`.
 */
export async function readFormToShow(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<FormState | undefined> {
  const { balance = '', idx = '' } = readQuery(request.url)
  const submitted = { balance, idx }
  const hasSubmitted = submitted.balance !== '' || submitted.idx !== ''
  return (await readSealedForm(request, context)) ?? (hasSubmitted ? { submitted, fields: {} } : undefined)
}

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
    return redisplayAfterCall(context, form, outcome, {
      refused: { other: failed },
      unknown: ({ reference }) => ({ problem: 'withdraw.transferToWallet.unknown', values: { reference } }),
    })
  }
}
