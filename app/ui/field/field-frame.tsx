import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../hydrated'
import { Icon } from '../icon/icon'
import * as css from './field.css'

export interface FieldTexts {
  /** The field's name in the form, and the default for `id`, which error summaries link to. */
  name: string
  id?: string
  label: string
  hint?: ReactNode
  error?: ReactNode
  good?: ReactNode
}

export type OtherAttributes<Attributes> = Omit<Attributes, 'id' | 'name' | 'className' | 'aria-describedby'>

/** Returns a field's ids, ARIA attributes and note. The note is the error, or else `good`, or else the hint. */
export function getFieldControl(
  { name, id = name, hint, error, good }: Omit<FieldTexts, 'label'>,
  describedBy?: string,
) {
  const kind: 'error' | 'good' | 'hint' | null = error ? 'error' : good ? 'good' : hint ? 'hint' : null
  const noteId = kind && `${id}-${kind}`
  return {
    id,
    kind,
    noteId,
    note: error || good || hint,
    attributes: {
      id,
      name,
      ...(error ? { 'aria-invalid': true as const } : {}),
      'aria-describedby': [noteId, describedBy].filter(Boolean).join(' ') || undefined,
    },
  }
}

/**
 * Returns the control of a form field. Its error stays until the field is changed. Before hydration, an invalid field
 * has autofocus, but a summary of several errors above it takes precedence.
 */
export function useFieldControl(texts: Omit<FieldTexts, 'label'>) {
  const { key } = useLocation()
  const isHydrated = useHydrated()
  const [changed, setChanged] = useState<{ key: string; error: ReactNode }>()
  // The same error may occur again after it was cleared, and must then be shown again.
  if (changed && !texts.error) setChanged(undefined)
  const isStanding = texts.error && !(changed?.key === key && changed.error === texts.error)
  const control = getFieldControl({ ...texts, error: isStanding ? texts.error : undefined })
  return {
    ...control,
    attributes: {
      ...control.attributes,
      // Omitted instead of false, because false would override the field's own autoFocus.
      ...(isStanding && !isHydrated ? { autoFocus: true } : {}),
      onInput: isStanding ? () => setChanged({ key, error: texts.error }) : undefined,
    },
  }
}

type FieldControl = ReturnType<typeof getFieldControl>

export function FieldNote({ control: { kind, noteId, note } }: { control: FieldControl }) {
  if (!kind || !noteId) return null
  return (
    <p id={noteId} className={css.notes[kind]}>
      {kind === 'error' && (
        <span className={css.noteIcon}>
          <Icon name="circle-alert" size={16} />
        </span>
      )}
      <span>{note}</span>
    </p>
  )
}

interface FieldFrameProps {
  label: string
  control: FieldControl
  belowInput?: ReactNode
  end?: ReactNode
  children: ReactNode
}

export function FieldFrame({ label, control, belowInput, end, children }: FieldFrameProps) {
  const note = <FieldNote control={control} />
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={control.id}>
        {label}
      </label>
      {children}
      {belowInput}
      {end ? (
        <div className={css.noteRow}>
          {note}
          {end}
        </div>
      ) : (
        note
      )}
    </div>
  )
}
