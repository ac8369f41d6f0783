import type { FormState } from '~/forms/form-state'

/** What is known of a movement whose upstream answer was lost. */
export type UnknownMovement = {
  /** The request id, which a member can give to the help desk. */
  reference: string
  /** Whether the upstream's list contains it; `nowhere` when there was no list to search. */
  lookup: 'found' | 'missing' | 'no-list'
  movement?: { won: number; at: string; status?: string | undefined }
}

/** The action result of a money screen: the form again, or `unknown` when it is not known whether money moved. */
export type MoneyAnswer = FormState & { unknown?: UnknownMovement }
