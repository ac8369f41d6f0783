import { type ReactNode, useState } from 'react'
import { useHydrated } from '../hydrated'
import { Icon } from '../icon/icon'
import { Field, type TextFieldProps } from './field'
import * as css from './field.css'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'atEnd' | 'below'> {
  /** Accessible names of the button that shows or hides the password. Rendered only with JavaScript. */
  show: string
  hide: string
  strengthBars?: ReactNode
}

export function PasswordField({ show, hide, strengthBars, ...field }: PasswordFieldProps) {
  const hydrated = useHydrated()
  const [isVisible, setIsVisible] = useState(false)
  const toggle = hydrated && (
    <button
      type="button"
      className={css.innerButtons.end}
      aria-label={isVisible ? hide : show}
      aria-controls={field.id ?? field.name}
      onClick={() => setIsVisible(!isVisible)}
    >
      <Icon name={isVisible ? 'eye-off' : 'eye'} />
    </button>
  )
  return (
    <Field
      {...field}
      type={isVisible ? 'text' : 'password'}
      // Marks the field for code that must not store passwords, even while its type is `text`.
      data-password
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      below={strengthBars}
      atEnd={toggle}
    />
  )
}

/** Password strength as 0 to 4 decorative bars. The field's hint also says it in words. */
export function PasswordStrength({ level }: { level: number }) {
  return (
    <div className={css.bars} aria-hidden="true">
      {[1, 2, 3, 4].map((step) => (
        <span key={step} className={step > level ? css.bar : level === 1 ? css.weakBar : css.filledBar} />
      ))}
    </div>
  )
}
