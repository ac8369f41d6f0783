import type { InputHTMLAttributes, ReactNode } from 'react'
import { FieldNote, type OtherAttributes, useFieldControl } from '../field/field-frame'
import { Icon } from '../icon/icon'
import * as css from './checkbox.css'

interface CheckboxProps extends Omit<OtherAttributes<InputHTMLAttributes<HTMLInputElement>>, 'type'> {
  name: string
  id?: string
  label: ReactNode
  error?: ReactNode
}

export function Checkbox({ name, id, label, error, ...input }: CheckboxProps) {
  const control = useFieldControl({ name, id, error })
  return (
    <div className={css.wrapper}>
      <label className={css.row} htmlFor={control.id}>
        <span className={css.box}>
          <input {...input} {...control.attributes} type="checkbox" className={css.input} />
          <span className={css.tick}>
            <Icon name="check" size={16} />
          </span>
        </span>
        <span className={css.text}>{label}</span>
      </label>
      <FieldNote control={control} />
    </div>
  )
}
