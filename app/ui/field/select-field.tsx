import type { SelectHTMLAttributes } from 'react'
import { Icon } from '../icon/icon'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, type OtherAttributes, useFieldControl } from './field-frame'

interface SelectFieldProps
  extends Pick<FieldTexts, 'name' | 'label' | 'hint' | 'error'>,
    OtherAttributes<SelectHTMLAttributes<HTMLSelectElement>> {
  options: readonly { value: string; text: string }[]
  placeholder?: string
}

export function SelectField({ name, label, hint, error, options, placeholder, ...select }: SelectFieldProps) {
  const control = useFieldControl({ name, hint, error })
  return (
    <FieldFrame label={label} control={control}>
      <div className={css.box}>
        <select {...select} {...control.attributes} className={css.input({ kind: 'select' })}>
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
