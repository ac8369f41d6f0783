import { useEffect, useRef, useState } from 'react'
import * as css from '../alert/alert.css'
import { visuallyHidden } from '../base.css'
import { useHydrated } from '../hydrated'
import { Icon } from '../icon/icon'

interface ErrorSummaryProps {
  title: string
  /** The id and the message of each invalid field. Without an id, the message is not a link. */
  errors: readonly { id?: string; text: string }[]
  foldedText?: ((count: number) => string) | undefined
  /** The action result with the errors. A new result is focused again, even if its errors are the same. */
  result?: unknown
}

const maxShown = 2

/**
 * A form's errors, directly below the h1. Each error stays until its field is changed or hidden by another choice. All
 * but the first are folded. If only one field is invalid, the field is focused; otherwise the summary is.
 */
export function ErrorSummary({ title, errors: allErrors, foldedText, result }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const changedIds = useChangedFields(result, allErrors)
  const errors = allErrors.filter(({ id }) => id === undefined || !changedIds.includes(id))
  // Compares texts, because a new array may contain the same errors.
  const errorTexts = errors.map(({ id, text }) => `${id ?? ''} ${text}`).join('\n')
  const [firstId] = errors.map(({ id }) => id)
  const onlyId = errors.every(({ id }) => id === firstId) ? firstId : undefined
  // A single error is already shown next to its field, so the summary is only for screen readers.
  const isAtField = useHydrated() && allErrors.length === 1 && !!firstId && !!document.getElementById(firstId)
  const previous = useRef<{ errorTexts: string; result: unknown }>(undefined)
  useEffect(() => {
    const last = previous.current
    previous.current = { errorTexts, result }
    // If errors were only removed, the member is correcting a field and must keep the focus.
    const known = last?.result === result ? (last?.errorTexts.split('\n') ?? []) : []
    if (!errorTexts.split('\n').some((line) => line !== '' && !known.includes(line))) return
    const field = onlyId && document.getElementById(onlyId)
    if (field) focusNearby(field)
    else box.current?.focus()
  }, [errorTexts, onlyId, result])

  if (errors.length === 0) return null
  const shownCount = foldedText && errors.length > maxShown ? 1 : errors.length
  const folded = errors.slice(shownCount)
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript, only this can move the focus to the errors.
      autoFocus={onlyId === undefined}
      className={isAtField ? visuallyHidden : css.alert({ kind: 'error', focusable: true })}
    >
      <span className={css.icons.error}>
        <Icon name="circle-alert" />
      </span>
      <div className={css.text}>
        <p className={css.title}>{title}</p>
        <ErrorList errors={errors.slice(0, shownCount)} />
        {folded.length > 0 && (
          <details>
            <summary className={css.further}>{foldedText?.(folded.length)}</summary>
            <ErrorList errors={folded} />
          </details>
        )}
      </div>
    </div>
  )
}

function ErrorList({ errors }: Pick<ErrorSummaryProps, 'errors'>) {
  return (
    <ul className={css.links}>
      {errors.map(({ id, text }) => (
        <li key={`${id} ${text}`}>{id ? <FieldLink id={id} text={text} /> : text}</li>
      ))}
    </ul>
  )
}

function useChangedFields(result: unknown, errors: ErrorSummaryProps['errors']): readonly string[] {
  const [changed, setChanged] = useState<{ result: unknown; ids: readonly string[] }>({ result, ids: [] })
  useEffect(() => {
    const addChanged = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      // The error link of a radio group leads to its first radio button.
      const firstRadio = target.matches('[type=radio]') && target.closest('fieldset')?.querySelector('[type=radio]')
      const hidden = errors.flatMap(({ id }) =>
        id && document.getElementById(id)?.getClientRects().length === 0 ? id : [],
      )
      setChanged((last) => {
        const ids = last.result === result ? last.ids : []
        const further = [(firstRadio || target).id, ...hidden].filter((id) => !ids.includes(id))
        return further.length === 0 ? last : { result, ids: [...ids, ...further] }
      })
    }
    document.addEventListener('input', addChanged)
    return () => document.removeEventListener('input', addChanged)
  }, [result, errors])
  return changed.result === result ? changed.ids : []
}

/** Focuses a field and scrolls only as far as needed to show it with its note. Scrolls a radio group to the top. */
export function focusNearby(field: HTMLElement) {
  field.focus({ preventScroll: true })
  const group = field.matches('[type=radio]') && field.closest('fieldset')
  const part = group || field
  const { x, y, width, bottom } = part.getBoundingClientRect()
  // The submit bar can cover the part's end.
  const isInView = y >= 0 && part.contains(document.elementFromPoint(x + width / 2, bottom - 1))
  // What to do about an error is below the field.
  if (!isInView || field.ariaInvalid === 'true') part.scrollIntoView({ block: 'nearest' })
}

function FieldLink({ id, text }: { id: string; text: string }) {
  return (
    <a
      href={`#${id}`}
      className={css.link}
      onClick={(event) => {
        const field = document.getElementById(id)
        if (!field) return
        event.preventDefault()
        focusNearby(field)
      }}
    >
      {text}
    </a>
  )
}
