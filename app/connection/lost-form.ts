import { useState } from 'react'
import { useActionData } from 'react-router'
import { usePageKey } from './page-key'

/** A form whose answer did not arrive; the site may have received it. `sentAtMs` is of performance.now(). */
export type LostForm = { form: HTMLFormElement; button: HTMLElement | null; fields: FormData; sentAtMs: number }

/** What a page gets from the router in place of its action's answer. */
export type LostAnswer = { lost: LostForm }

/** How the member sends a form of the page, for the middleware, which takes it; undefined while a script sends something. */
export const submission: { current?: Pick<LostForm, 'form' | 'button'> | undefined } = {}

/**
 * The answer to a form of the shown page, and the form sent since then whose answer did not arrive. Both stay until the
 * next answer or page: new data and lost links take them from the router.
 *
 * @param actionData of the page's own route.
 */
export function useAnswer<Answer extends object>(
  actionData: Answer | LostAnswer | undefined,
): { answer: Answer | undefined; lost: LostForm | undefined } {
  const pageKey = usePageKey()
  const read = (before?: Answer) =>
    actionData && 'lost' in actionData
      ? { pageKey, actionData, answer: before, lost: actionData.lost as LostForm }
      : { pageKey, actionData, answer: actionData, lost: undefined }
  const [known, setKnown] = useState<ReturnType<typeof read>>(read)
  const isSamePage = known.pageKey === pageKey
  if (isSamePage && (actionData === undefined || actionData === known.actionData)) return known
  const next = read(isSamePage ? known.answer : undefined)
  setKnown(next)
  return next
}

/** The form of this page whose answer did not arrive. */
export function useLostForm(): LostForm | undefined {
  return useAnswer(useActionData<LostAnswer | object>() ?? undefined).lost
}
