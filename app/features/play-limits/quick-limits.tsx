import { useI18n } from '~/i18n/i18n'
import type { LimitName } from '~/limits/names'
import { chip, chips } from '~/ui/amount-field/amount-field.css'
import { formatForInput } from '~/values/amount'
import { scripted } from './limits.css'

interface QuickLimitsProps {
  name: LimitName
  limits: readonly number[]
  /** What the buttons are for, if the form has several fields. It ends their accessible names. */
  about?: string
  chosen?: number | undefined
  format?: (limit: number) => string
  onSet?: (text: string) => void
}

/** Buttons that enter a limit into a field. They need JavaScript. */
export function QuickLimits({ name, limits, about, chosen, format, onSet }: QuickLimitsProps) {
  const { won } = useI18n()
  const enter = (button: HTMLButtonElement, limit: number) => {
    const field = button.form?.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) return
    field.value = formatForInput(limit)
    // The server's error stays until an `input` event, which setting the value does not fire.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    onSet?.(field.value)
  }
  return (
    <div className={`${chips} ${scripted}`}>
      {limits.map((limit) => (
        <button
          key={limit}
          type="button"
          className={chip}
          aria-pressed={chosen === undefined ? undefined : chosen === limit}
          aria-label={about && `${(format ?? won)(limit)}, ${about}`}
          onClick={({ currentTarget }) => enter(currentTarget, limit)}
        >
          {(format ?? won)(limit)}
        </button>
      ))}
    </div>
  )
}
