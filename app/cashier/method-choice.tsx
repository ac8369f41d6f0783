import { useWords, type Words } from '~/i18n/words'
import { ChoiceCards } from '~/ui/choice-card/choice-card'
import { Say } from '~/ui/say/say'
import type { Method, Part } from './parts.server'
import { step } from './sums'

interface MethodChoiceProps {
  label: string
  methods: Part<Method[]>
  /** The idx of the initially chosen payment; '' is a bank transfer. */
  first: string
  error?: string | undefined
  /** Shown when the methods could not be fetched. */
  failed: string
  onChoose: (idx: string) => void
}

/** The choice between a bank transfer and the upstream's payments, each with its limits and fee. */
export function MethodChoice({ label, methods, first, error, failed, onChoose }: MethodChoiceProps) {
  const words = useWords()
  if (methods.kind === 'failed') {
    return (
      <Say kind="warning" still>
        {failed} {words.t('problem.reference')} {methods.reference}
      </Say>
    )
  }
  if (methods.kind === 'hidden' || methods.value.length === 0) return null
  const known = methods.value.some(({ idx }) => idx === first)
  return (
    <ChoiceCards
      name="idx"
      label={label}
      error={error}
      defaultValue={known ? first : ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
      choices={[
        {
          value: '',
          name: words.t('payment.transfer'),
          end: words.t('payment.fee.none'),
          below: words.t('payment.from', { min: words.won(step) }),
        },
        ...methods.value.map((method) => ({
          value: method.idx,
          name: method.name,
          end: feeWords(method.fee, words),
          below: [rangeWords(method, words), words.t('payment.opensWindow')].filter(Boolean).join(' · '),
        })),
      ]}
    />
  )
}

/** The method with this idx; undefined for a bank transfer. */
export function chosenMethod(methods: Part<Method[]>, idx: string): Method | undefined {
  return methods.kind === 'done' ? methods.value.find((method) => method.idx === idx) : undefined
}

/** A fee as text; undefined when the upstream sent none. */
export function feeWords(fee: number | undefined, { t, won }: Words): string | undefined {
  if (fee === undefined) return undefined
  return fee > 0 ? t('payment.fee', { amount: won(fee) }) : t('payment.fee.none')
}

function rangeWords({ min, max }: Method, { t, won }: Words): string | undefined {
  if (min !== undefined && max !== undefined) return t('payment.range', { min: won(min), max: won(max) })
  if (min !== undefined) return t('payment.from', { min: won(min) })
  return max === undefined ? undefined : t('payment.upTo', { max: won(max) })
}
