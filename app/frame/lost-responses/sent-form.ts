import { useLayoutEffect, useSyncExternalStore } from 'react'
import { data, useLocation } from 'react-router'
import { isSameMember, ownerOf } from '~/values/owner'
import { useOwner } from '../parts/post-form'
import type { ShellMember } from '../shell-data'
import { isOfSite } from './of-site'

/** A money form that was sent and has no response that a page shows. */
export type SentForm = {
  /** The page that it belongs to. */
  pathname: string
  fields: FormData
  /** When it was sent first, of performance.now(): then it may have been received. */
  sentAtMs: number
  /** Whether it is unknown what it did: a response to it was lost, or will never come. */
  isLost: boolean
  /** Where the site's answer leads, until a page has arrived: the form must not be sent again. */
  nextPath?: string
}

let sentForm: SentForm | undefined
const listeners = new Set<() => void>()

function setSentForm(form: SentForm | undefined): void {
  sentForm = form
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The form that waits for its response, of any page. */
export function readSentForm(): SentForm | undefined {
  return sentForm
}

/** See `readSentForm`; undefined on the server. */
export function useSentForm(): SentForm | undefined {
  return useSyncExternalStore(subscribe, readSentForm, () => undefined)
}

/** The form of the shown page, and of its member, that waits for its response. */
export function useSentFormOfPage(): SentForm | undefined {
  const { pathname } = useLocation()
  const owner = useOwner()
  const form = useSentForm()
  return form?.pathname === pathname && isSameMember(ownerOf(form.fields), owner) ? form : undefined
}

/** Forgets the form, because its page shows what became of it. */
export function forgetSentForm(): void {
  setSentForm(undefined)
}

type ClientAction<Result> = { request: Request; serverAction: () => Promise<Result> }

/**
 * The `clientAction` of a route with a money form. When its response is lost, or another navigation takes its place, the form
 * is remembered with its request code, and the router shows the page again, which says that the outcome is unknown.
 *
 * @param mayMoveMoney whether it does more than change the form.
 */
export async function sendMoneyForm<Result>(
  { request, serverAction }: ClientAction<Result>,
  mayMoveMoney: (fields: FormData) => boolean,
) {
  const fields = await request.clone().formData()
  if (!mayMoveMoney(fields)) return serverAction()
  // Another form than the one that waits, such as a button beside it: that one stays until it has its own response.
  const remember = (form: SentForm | undefined) => {
    if (!sentForm || isSameForm(sentForm.fields, fields)) setSentForm(form)
  }
  const earlier = sentForm && isSameForm(sentForm.fields, fields) ? sentForm : undefined
  const { pathname } = new URL(request.url)
  const form: SentForm = earlier ?? { pathname, fields, sentAtMs: performance.now(), isLost: false }
  remember(form)
  try {
    const result = await serverAction()
    // An action of this site always has a result.
    if (result === undefined) throw new Error('No result')
    remember(undefined)
    return result
  } catch (thrown) {
    if (!isOfSite(thrown)) {
      // A new object, so that the page knows that it was lost again.
      remember({ ...form, isLost: true })
      // From 400 on the router loads nothing anew.
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

/**
 * Forgets a form when a page has arrived that takes its place: after its answer, on another path, or for another member.
 * Used once, around the pages, where no error page is.
 */
export function useForgetSentForm(member: ShellMember | null | undefined): void {
  const { pathname } = useLocation()
  const userId = member?.userId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another member object means that a page has arrived.
  useLayoutEffect(() => {
    if (!sentForm) return
    const isOfPage = sentForm.pathname === pathname && isSameMember(ownerOf(sentForm.fields), userId)
    if (sentForm.nextPath !== undefined || (sentForm.isLost && !isOfPage)) setSentForm(undefined)
  }, [pathname, member, userId])
}
