import { LoadFailure } from '~/frame/parts/load-failure'
import { unreadableNote } from '~/frame/parts/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import type { Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import type { PagePart, PaymentChoice } from './page-parts.server'

interface MethodChoiceProps {
  label: string
  methods: PagePart<PaymentChoice[]>
  /** The smallest bank transfer, in won. */
  transferMin: Won
  /** The idx of the initially chosen payment; '' is a bank transfer. */
  initialIdx: string
  error?: string | undefined
  /** Shown when the methods could not be fetched. */
  failedText: string
  onChoose: (idx: string) => void
}

/** The choice between a bank transfer and the upstream's payments, each with its limits and fee. */
export function MethodChoice({
  label,
  methods,
  transferMin,
  initialIdx,
  error,
  failedText,
  onChoose,
}: MethodChoiceProps) {
  const i18n = useI18n()
  if (methods.kind === 'failed') {
    return <LoadFailure text={failedText} reference={methods.reference} />
  }
  if (methods.kind === 'unsupported' || methods.value.length === 0) return null
  const isKnown = methods.value.some(({ idx }) => idx === initialIdx)
  return (
    <ChoiceCards
      name="idx"
      label={label}
      error={error}
      defaultValue={isKnown ? initialIdx : ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
      choices={[
        {
          value: '',
          name: i18n.t('payment.transfer'),
          end: i18n.t('payment.fee.none'),
          below: i18n.t('payment.from', { min: i18n.won(transferMin) }),
        },
        ...methods.value.map((method) => ({
          value: method.idx,
          name: method.name,
          end: formatFee(method.fee, i18n),
          below: [
            formatLimits(method, i18n),
            unreadableNote(i18n, [method.min, method.max, method.fee]),
            i18n.t('payment.opensWindow'),
          ]
            .filter(Boolean)
            .join(' · '),
        })),
      ]}
    />
  )
}

/** The method with this idx; undefined for a bank transfer. */
export function findPaymentChoice(methods: PagePart<PaymentChoice[]>, idx: string): PaymentChoice | undefined {
  return methods.kind === 'done' ? methods.value.find((method) => method.idx === idx) : undefined
}

function formatFee(fee: ParsedAmount, { t, won }: I18n): string | undefined {
  if (fee === undefined) return undefined
  return fee === null || fee > 0 ? t('payment.fee', { amount: won(fee) }) : t('payment.fee.none')
}

function formatLimits({ min, max }: PaymentChoice, { t, won }: I18n): string | undefined {
  const [hasMin, hasMax] = [min !== undefined, max !== undefined]
  if (hasMin && hasMax) return t('payment.range', { min: won(min), max: won(max) })
  if (hasMin) return t('payment.from', { min: won(min) })
  return hasMax ? t('payment.upTo', { max: won(max) }) : undefined
}
