import type { InputHTMLAttributes, ReactNode } from 'react'
import { Icon } from '../icon/icon'
import * as css from './field.css'
import { FieldFrame, type FieldTexts, type OtherAttributes, useFieldControl } from './field-frame'

export interface TextFieldProps extends FieldTexts, OtherAttributes<InputHTMLAttributes<HTMLInputElement>> {
  beside?: ReactNode
  isLabelHidden?: boolean
}

export function Field({ name, id, label, hint, error, good, beside, isLabelHidden, ...input }: TextFieldProps) {
  const control = useFieldControl({ name, id, hint, error, good })
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
    <FieldFrame label={label} isLabelHidden={isLabelHidden} control={control}>
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
