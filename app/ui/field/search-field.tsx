import type { InputHTMLAttributes } from 'react'
import { visuallyHidden } from '../base.css'
import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import * as css from './field.css'

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> {
  name: string
  label: string
  submitLabel: string
  clear?: { to: string; label: string; onClick: () => void }
}

export function SearchField({ label, submitLabel, clear, id = 'search', ...input }: SearchFieldProps) {
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
          className={css.input({ kind: 'search', endIcon: clear !== undefined })}
        />
        <button type="submit" className={css.innerButtons.start} aria-label={submitLabel}>
          <Icon name="search" />
        </button>
        {clear && (
          <Link
            to={clear.to}
            onClick={clear.onClick}
            className={css.innerButtons.end}
            aria-label={clear.label}
            replace
            preventScrollReset
          >
            <Icon name="x" />
          </Link>
        )}
      </div>
    </div>
  )
}
