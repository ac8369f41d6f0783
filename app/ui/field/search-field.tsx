import type { InputHTMLAttributes } from 'react'
import { visuallyHidden } from '../base.css'
import { Icon } from '../icon/icon'
import * as css from './field.css'

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  name: string
  /** Visually hidden. The placeholder shows the same text. */
  label: string
  /** Accessible name of the submit button, such as 찾기. */
  submitLabel: string
}

/** A search input whose icon is the submit button. Belongs in a form with method GET. */
export function SearchField({ label, submitLabel, id = 'search', ...input }: SearchFieldProps) {
  return (
    <div className={css.field}>
      <label className={visuallyHidden} htmlFor={id}>
        {label}
      </label>
      <div className={css.box}>
        <input
          {...input}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={css.input({ kind: 'search' })}
        />
        <button type="submit" className={css.innerButtons.start} aria-label={submitLabel}>
          <Icon name="search" />
        </button>
      </div>
    </div>
  )
}
