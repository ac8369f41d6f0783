import type { RouterContextProvider } from 'react-router'
import { readForm } from '~/forms/read-form.server'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { upstreamContext } from '~/server/upstream/for-pages.server'
import { isMissing } from '~/upstream/call-support.server'
import type { ReadWon } from '~/values/balance'
import { anyFieldsForm, hrefWithSubmitted } from '../form/fields.server'
import { redisplayMoneyForm } from '../form/responses.server'

/**
 * Whether the button that brings money back from games is offered: not where the upstream does not support it. Of money
 * that could not be read the upstream judges.
 */
export function canBringBack(inGameWon: ReadWon): boolean {
  return inGameWon !== undefined && (inGameWon === null || inGameWon > 0) && !isMissing('transfer-out')
}

/** Moves the money in games back to the wallet, and shows the page at `path` again with what was submitted. */
export async function bringBack(context: Readonly<RouterContextProvider>, posted: FormData, path: string) {
  const upstream = context.get(upstreamContext)
  const form = readForm(posted, anyFieldsForm)
  if (form.kind === 'invalid') return redisplayMoneyForm(context, form, 'invalid')
  const outcome = await upstream.call('transfer-out', {})
  if (outcome.kind === 'done') {
    const next = hrefWithSubmitted(path, form.submitted)
    return redirectWithFlash(next, { kind: 'success', message: 'withdraw.bringBack.done' })
  }
  const failed = { problem: 'withdraw.bringBack.failed', values: { reference: upstream.reference } } as const
  return redisplayMoneyForm(context, form, outcome, {
    refused: { other: failed },
    unknown: ({ reference }) => ({ problem: 'withdraw.bringBack.unknown', values: { reference } }),
  })
}
