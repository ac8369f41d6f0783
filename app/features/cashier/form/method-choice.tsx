import { type ReactNode, useEffect, useState } from 'react'
import { LoadFailure } from '~/components/empty-page'
import { unreadableNote } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { minDeposit, minWithdrawal } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import type { Transaction } from '~/values/transaction'
import { panelText } from './cashier.css'
import type { MoneyFormView } from './cashier-page'
import { methodRow } from './form.css'
import type { PagePart, PaymentChoice } from './load-money-page.server'

interface MethodChoiceProps {
  kind: Transaction['kind']
  form: MoneyFormView
  methods: PagePart<PaymentChoice[]>
  onChoose: (idx: string) => void
  /** The usual method in one row, which opens the other methods. */
  row?: ReactNode
}

const bankTransferMins = { deposit: minDeposit, withdraw: minWithdrawal }

export function MethodChoice({ kind, form, methods, onChoose, row }: MethodChoiceProps) {
  const i18n = useI18n()
  if (methods.kind === 'failed') {
    return <LoadFailure text={i18n.t(`${kind}.method.failed`)} reference={methods.reference} />
  }
  if (methods.kind === 'unsupported' || methods.value.length === 0) return row && <p className={panelText}>{row}</p>
  const initialIdx = form.submitted('idx')
  const isKnown = methods.value.some(({ idx }) => idx === initialIdx)
  const cards = (
    <ChoiceCards
      name="idx"
      label={i18n.t(`${kind}.method.label`)}
      error={form.error('idx')}
      inRow="wide"
      defaultValue={isKnown ? initialIdx : ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
      choices={[
        {
          value: '',
          name: i18n.t('payment.transfer'),
          end: i18n.t('payment.fee.none'),
          below: [i18n.t('payment.from', { min: i18n.won(bankTransferMins[kind]) })],
        },
        ...methods.value.map((method) => ({
          value: method.idx,
          name: method.name,
          end: formatFee(method.fee, i18n),
          below: [formatRange(method, i18n), unreadableNote(i18n, [method.min, method.max, method.fee])].filter(
            (fact) => typeof fact === 'string',
          ),
        })),
      ]}
    />
  )
  if (!row) return cards
  return (
    <details open={initialIdx !== '' || form.error('idx') !== undefined}>
      <summary className={methodRow}>
        <span>{row}</span>
        {i18n.t('payment.change')}
      </summary>
      {cards}
    </details>
  )
}

export function useChosenMethod(form: MoneyFormView, methods: PagePart<PaymentChoice[]>) {
  const [idx, setIdx] = useState(form.submitted('idx'))
  useEffect(() => {
    const chosen = document.querySelector('input[name=idx]:checked')
    if (chosen instanceof HTMLInputElement) setIdx(chosen.value)
  }, [])
  return [methods.kind === 'done' ? methods.value.find((method) => method.idx === idx) : undefined, setIdx] as const
}

function formatFee(fee: ParsedAmount, { t, won }: I18n): string | undefined {
  if (fee === undefined) return undefined
  return fee === null || fee > 0 ? t('payment.fee', { amount: won(fee) }) : t('payment.fee.none')
}

function formatRange({ min, max }: PaymentChoice, { number, t, won }: I18n): string | undefined {
  const [hasMin, hasMax] = [min !== undefined, max !== undefined]
  if (hasMin && hasMax) return t('payment.range', { min: number(min), max: won(max) })
  if (hasMin) return t('payment.from', { min: won(min) })
  return hasMax ? t('payment.upTo', { max: won(max) }) : undefined
}
