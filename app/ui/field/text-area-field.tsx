import { type TextareaHTMLAttributes, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../hydrated'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, type OtherAttributes, useFieldControl } from './field-frame'

interface TextAreaFieldProps
  extends Pick<FieldTexts, 'name' | 'label' | 'hint' | 'error'>,
    Omit<OtherAttributes<TextareaHTMLAttributes<HTMLTextAreaElement>>, 'value' | 'onChange'> {
  /** Maximum length. With script the text is counted against it, but never cut off. */
  maxCharacters?: number
  /** Formats the counter, such as `0 / 4000`, from the length of the text. */
  formatCount?: (length: number) => string
}

export function TextAreaField({ name, label, hint, error, maxCharacters, formatCount, ...area }: TextAreaFieldProps) {
  const hydrated = useHydrated()
  const [length, setLength] = useState(String(area.defaultValue ?? '').length)
  const element = useRef<HTMLTextAreaElement>(null)
  // Text typed before hydration, or restored by the browser.
  useEffect(() => setLength(element.current?.value.length ?? 0), [])
  const control = useFieldControl({ name, hint, error })
  return (
    <FieldFrame
      label={label}
      control={control}
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
          ref={element}
          {...area}
          {...control.attributes}
          className={css.input({ kind: 'textArea' })}
          onChange={(event) => setLength(event.currentTarget.value.length)}
        />
      </div>
    </FieldFrame>
  )
}
