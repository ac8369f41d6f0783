import type { ReactNode } from 'react'
import { unreadableNote } from '~/frame/parts/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { AmountField } from '~/ui/amount-field/amount-field'
import { amountStep, type Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { chipAmounts } from './amounts'
import type { AmountState } from './use-amount'

interface AmountBoxProps {
  label: string
  amount: AmountState
  /** The smallest amount, in won. */
  min: Won
  /**
   * What there is, in won; undefined: unknown. A button enters the most that can be taken of it; where that is 0 it
   * submits, and the server says that it is too little.
   */
  available?: { label: string; won: ParsedAmount; maxWon: number }
  aside?: ReactNode
  note?: ReactNode
}

/** The amount field of a deposit or withdrawal: typed, or added up from chips, with its Korean reading below. */
export function AmountBox({ label, amount, min, available, aside, note }: AmountBoxProps) {
  const i18n = useI18n()
  const { amountInWords, number, t, won } = i18n
  const rule = { min: number(min), step: number(amountStep) }
  const reading = amount.won === undefined ? undefined : amountInWords(amount.won)
  return (
    <AmountField
      {...amount.inputProps}
      label={label}
      hint={reading === undefined ? t('amount.rule', rule) : t('amount.reading', { ...rule, reading })}
      note={note}
      aside={aside}
      error={amount.error}
      unit={t('money.unit')}
      suggestions={{
        label: t(amount.error ? 'amount.nearest' : 'amount.last'),
        amounts: amount.suggestions.map((suggested) => ({ amount: suggested, text: won(suggested) })),
      }}
      chips={chipAmounts.map((chip) => ({
        add: chip,
        text: t(`amount.chip.${chip}`),
        label: t('amount.add', { chip: t(`amount.chip.${chip}`), amount: won(chip) }),
      }))}
      clearLabel={t('amount.clear')}
      available={
        available && {
          label: available.label,
          amount: available.won === undefined ? null : number(available.won),
          note: unreadableNote(i18n, [available.won]),
          allText: t('amount.allOf'),
        }
      }
      onAdd={amount.add}
      onSet={amount.set}
      onClear={amount.clear}
      onAll={available?.maxWon && amount.set ? () => amount.set?.(available.maxWon) : undefined}
    />
  )
}
