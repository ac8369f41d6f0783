import { type TextareaHTMLAttributes, useState } from 'react'
import { useHydrated } from '../hydrated'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, useFieldControl } from './field-frame'

interface TextAreaFieldProps
  extends FieldTexts,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name' | 'className' | 'value' | 'onChange'> {
  /** Maximum length. With script the text is counted against it, but never cut off. */
  maxCharacters?: number
  /** Formats the counter, such as `0 / 4000`, from the length of the text. */
  formatCount?: (length: number) => string
}

/** A multi-line text input with its label, note and character counter. */
export function TextAreaField({
  name,
  id,
  label,
  hint,
  error,
  good,
  maxCharacters,
  formatCount,
  ...area
}: TextAreaFieldProps) {
  const hydrated = useHydrated()
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  const texts = { name, id, hint, error, good }
  const control = useFieldControl(texts, area['aria-describedby'])
  return (
    <FieldFrame
      label={label}
      control={control}
      texts={texts}
      end={
        formatCount && (
          <span
            // Invisible before hydration, because it cannot count. Its space is reserved, so nothing shifts.
            className={css.counter({
              over: maxCharacters !== undefined && length > maxCharacters,
              invisible: !hydrated,
            })}
          >
            {formatCount(length)}
          </span>
        )
      }
    >
      <div className={css.box}>
        <textarea
          {...area}
          {...control.attributes}
          className={css.input({ kind: 'textArea' })}
          onChange={(event) => setLength(event.currentTarget.value.length)}
        />
      </div>
    </FieldFrame>
  )
}
