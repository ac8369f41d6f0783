import { getCatalogue } from '~/i18n/catalogue.server'
import type { MessageKey } from '~/i18n/i18n'
import type { Locale } from '~/i18n/locale'
import { stored } from '~/values/status'

export type CancelReason = 'given-up' | 'unfinished' | 'too-large' | 'member'
/** `paid-apart`: the payment became a separate deposit. `returned`: a separate deposit was paid back. */
export type ShownReason = CancelReason | 'paid-apart' | 'returned'

/** SQL condition: a row of `movements` is a separate deposit. Request codes have no spaces, so they never match. */
export const isSeparateDeposit = "coalesce(code like 'paid %', false)"

/** SQL: the `ShownReason` of a row of `movements`. */
export const shownReason = `case
  when state = '${stored.cancelled}' and reason is null and ${isSeparateDeposit} then 'returned'
  when (reason in ('given-up', 'unfinished') or (state = '${stored.cancelled}' and reason is null and method = 'bank')) and exists (select from movements own
    where own.member_id = movements.member_id and own.kind = 'deposit' and own.id > movements.id
      and own.code like 'paid % ' || movements.id) then 'paid-apart'
  else reason end as reason`

export const cancelReasonText = (reason: ShownReason, locale: Locale) =>
  getCatalogue(locale)[`cancelled.${reason}` satisfies MessageKey] ?? ''
