import type { Language } from '../language'
import { en } from './texts-en'
import { ko, type SandboxTexts } from './texts-ko'

/** Returns the texts of the sandbox's pages; those of its games are under `game`, those of payments under `payment`. */
export function sandboxTexts(language: Language): SandboxTexts {
  return language === 'ko' ? ko : en
}

/** Key of the text for a payment form that was not accepted. */
export type PaymentErrorKey = keyof typeof ko.payment.errors
