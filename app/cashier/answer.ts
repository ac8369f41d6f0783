import type { FormState } from '~/forms/state'

/** What is known of a movement whose answer was lost. */
export type Unknown = {
  /** What a member can name to the help desk. */
  reference: string
  /** Whether the upstream's list has it; `nowhere` when there was no list to look into. */
  looked: 'found' | 'missing' | 'nowhere'
  movement?: { won: number; at: string; status?: string | undefined }
}

/** What the action of a money screen hands back: the form again, or that nobody can tell. */
export type MoneyAnswer = FormState & { unknown?: Unknown }
