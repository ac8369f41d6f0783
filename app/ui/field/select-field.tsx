import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../icon/icon'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, useFieldControl } from './field-frame'

interface SelectFieldProps
  extends FieldTexts,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name' | 'className' | 'children'> {
  options: readonly { value: string; text: string }[]
  placeholder?: string
}

/** A native select with its label and note. */
export function SelectField({ name, id, label, hint, error, good, options, placeholder, ...select }: SelectFieldProps) {
  const texts = { name, id, hint, error, good }
  const control = useFieldControl(texts, select['aria-describedby'])
  return (
    <FieldFrame label={label} control={control} texts={texts}>
      <div className={css.box}>
        <select
          {...select}
          {...control.attributes}
          className={css.input({ kind: 'select', valid: control.kind === 'good' })}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className={css.endIcon}>
          <Icon name="chevron-down" />
        </span>
      </div>
    </FieldFrame>
  )
}
