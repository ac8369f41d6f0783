import { type ChangeEventHandler, Fragment, type ReactNode } from 'react'
import { FieldNote, useFieldControl } from '../field/field-frame'
import * as css from './choice-card.css'

interface ChoiceCardsProps {
  name: string
  label: string
  choices: readonly { value: string; name: string; end?: string; below?: readonly string[] }[]
  hint?: ReactNode
  error?: ReactNode
  /** Places the cards side by side, or only on wide screens with `wide`. */
  inRow?: true | 'wide'
  required?: boolean
  defaultValue?: string
  onChange?: ChangeEventHandler<HTMLInputElement>
}

/**
 * Radio buttons as cards that can be clicked anywhere. Links in error summaries focus the first card, so the error is
 * above it: a sticky bar could cover it below the last one.
 */
export function ChoiceCards(props: ChoiceCardsProps) {
  const { name, label, choices, hint, error, inRow, required, defaultValue, onChange } = props
  const control = useFieldControl({ name, error })
  return (
    <fieldset
      className={css.group}
      aria-describedby={control.attributes['aria-describedby'] ?? (hint ? `${name}-hint` : undefined)}
      onInput={control.attributes.onInput}
    >
      <legend className={css.legend}>{label}</legend>
      {hint && (
        <p id={`${name}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      <FieldNote control={control} />
      <div className={inRow === 'wide' ? css.cardsInWideRow : inRow ? css.cardsInRow : css.cards}>
        {choices.map((choice, index) => {
          const choiceId = index === 0 ? control.id : `${control.id}-${choice.value}`
          return (
            <label
              key={choice.value}
              htmlFor={choiceId}
              className={control.kind === 'error' ? css.invalidCard : css.card}
            >
              <input
                type="radio"
                id={choiceId}
                name={name}
                // biome-ignore lint/a11y/noAutofocus: see useFieldControl.
                autoFocus={index === 0 ? control.attributes.autoFocus : undefined}
                value={choice.value}
                required={required}
                className={css.radio}
                defaultChecked={defaultValue === choice.value}
                onChange={onChange}
              />
              <span className={css.name}>{choice.name}</span>
              {choice.end && <span className={css.end}>{choice.end}</span>}
              {choice.below && (
                <span className={css.below}>
                  {choice.below.map((fact) => (
                    <Fragment key={fact}>
                      <span>{fact}</span>{' '}
                    </Fragment>
                  ))}
                </span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
