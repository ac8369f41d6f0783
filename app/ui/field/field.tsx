import type { InputHTMLAttributes, ReactNode } from 'react'
import { Icon } from '../icon/icon'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, useFieldControl } from './field-frame'

export interface TextFieldProps
  extends FieldTexts,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'className' | 'aria-invalid'> {
  beside?: ReactNode
}

/** A text input with its label and note. */
export function Field({ name, id, label, hint, error, good, beside, ...input }: TextFieldProps) {
  const texts = { name, id, hint, error, good }
  const control = useFieldControl(texts, input['aria-describedby'])
  const valid = control.kind === 'good'
  const box = (
    <div className={css.box}>
      <input {...input} {...control.attributes} className={css.input({ valid, endIcon: valid })} />
      {valid && (
        <span className={css.endIcon}>
          <Icon name="check" />
        </span>
      )}
    </div>
  )
  return (
    <FieldFrame label={label} control={control} texts={texts}>
      {beside ? (
        <div className={css.beside}>
          {box}
          {beside}
        </div>
      ) : (
        box
      )}
    </FieldFrame>
  )
}
