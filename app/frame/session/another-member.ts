import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** What the result of a form has that was drawn for another member than the one who is logged in by now. */
export const ofAnotherMember = { isOfAnotherMember: true } as const

/** Loads the root and the pages of such forms anew after that result: the page comes as that of who is logged in. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionResult?.isOfAnotherMember === true
}
