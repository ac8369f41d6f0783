import { useLayoutEffect, useSyncExternalStore } from 'react'
import { type ClientActionFunctionArgs, data, useLocation } from 'react-router'
import { isSameMember, ownerOf } from '~/values/form-owner'
import { useOwner } from './post-form'
import type { ShellMember } from './shell-data'
import { isFromSite } from './site-response'
import { readDeviceTime, type SentMoneyForm, tabStateContext, useTabState } from './tab-state'

/** Returns the money form that is awaiting its response, no matter which page sent it. Undefined on the server. */
export function useSentMoneyForm(): SentMoneyForm | undefined {
  const { subscribe, readSentMoneyForm } = useTabState()
  return useSyncExternalStore(subscribe, readSentMoneyForm, () => undefined)
}

export function useSentMoneyFormOfPage(): SentMoneyForm | undefined {
  const { pathname } = useLocation()
  const owner = useOwner()
  const form = useSentMoneyForm()
  return form?.pathname === pathname && isSameMember(ownerOf(form.fields), owner) ? form : undefined
}

const moneyIntents = ['deposit', 'withdraw', 'exchange', 'bring-back'] as const

export type MoneyIntent = (typeof moneyIntents)[number]

/** Returns whether a submission may move money. Buttons that only change the amount don't. */
export function mayMoveMoney(form: FormData): boolean {
  const intent = form.get('intent')
  const isChip = form.has('add') || form.has('set')
  return !isChip && (intent === null || moneyIntents.some((name) => name === intent))
}

export type ClientAction<Result> = Pick<ClientActionFunctionArgs, 'request' | 'context'> & {
  serverAction: () => Promise<Result>
}

/**
 * The `clientAction` of routes with a money form. If the response is lost or a navigation replaces it, the form stays
 * stored with its request code, and the page says that the outcome is unknown.
 */
export async function sendMoneyForm<Result>({ request, context, serverAction }: ClientAction<Result>) {
  const fields = await request.clone().formData()
  if (!mayMoveMoney(fields)) return serverAction()
  const state = context.get(tabStateContext)
  const sentForm = state.readSentMoneyForm()
  const earlier = sentForm && isSameForm(sentForm.fields, fields) ? sentForm : undefined
  // Another form on the same page must not replace one that is awaiting its response.
  const remember = (form: SentMoneyForm | undefined) => {
    const waiting = state.readSentMoneyForm()
    if (!waiting || isSameForm(waiting.fields, fields)) state.setSentMoneyForm(form)
  }
  const { pathname } = new URL(request.url)
  const form: SentMoneyForm = earlier ?? { pathname, fields, sentAt: readDeviceTime(), isLost: false }
  remember(form)
  try {
    const result = await serverAction()
    // The site's actions always return a result, so a response without one comes from somewhere else.
    if (result === undefined) throw new Error('No result')
    remember(undefined)
    return result
  } catch (thrown) {
    if (!isFromSite(thrown)) {
      // A new object makes the page render again if the response is lost a second time.
      remember({ ...form, isLost: true })
      // With a status of 400 or above, the router doesn't reload the page's data after an action.
      return data(null, { status: 503 })
    }
    const nextPath = thrown instanceof Response ? thrown.headers.get('Location') : null
    remember(nextPath === null ? undefined : { ...form, nextPath })
    throw thrown
  }
}

function isSameForm(sent: FormData, fields: FormData): boolean {
  return ['code', 'intent'].every((name) => sent.get(name) === fields.get(name))
}

/** Clears the stored form when its redirect has loaded or, after a lost response, when the page or member changes. */
export function useForgetSentMoneyForm(member: ShellMember | null | undefined): void {
  const { pathname } = useLocation()
  const state = useTabState()
  const userId = member?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new member object means that a new page has loaded.
  useLayoutEffect(() => {
    const sentForm = state.readSentMoneyForm()
    if (!sentForm) return
    const isOfPage = sentForm.pathname === pathname && isSameMember(ownerOf(sentForm.fields), userId)
    if (sentForm.nextPath !== undefined || (sentForm.isLost && !isOfPage)) state.setSentMoneyForm(undefined)
  }, [state, pathname, member, userId])
}
