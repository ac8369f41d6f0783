import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { MessageKey } from '~/i18n/i18n'

/** The problem of a form that was drawn for another member than the one who is logged in by now. */
export const formOfAnotherMember = 'form.anothers' satisfies MessageKey

/** For the root and the pages of such forms: with this problem the page comes as that of who is logged in. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionResult?.problem === formOfAnotherMember
}
