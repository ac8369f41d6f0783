import { type ChangeEvent, useEffect, useState } from 'react'
import { formatForInput, type Won } from '~/money/amount'
import { addChipToText, parsePositiveAmount } from './amounts'

/** The state and handlers of an amount field while scripts run. */
export type AmountState = {
  text: string
  /** The parsed amount; undefined while it is 0 or no amount. */
  won: Won | undefined
  /** Whether the amount differs from the initial one, so that the initial one's errors no longer apply. */
  hasChanged: boolean
  add: (chip: Won) => void
  set: (won: Won) => void
  clear: () => void
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Groups the digits when the field loses the focus. */
  onBlur: () => void
}

/**
 * Tracks an amount field as it is typed and added to.
 *
 * @param id the id of its input: what was typed before hydration is read from there.
 * @param initialText the initial text.
 * @param onChanged called with the id once the amount differs from the initial one.
 */
export function useAmount(id: string, initialText: string, onChanged: (id: string) => void): AmountState {
  const [text, setText] = useState(initialText)
  useEffect(() => {
    const inputElement = document.getElementById(id)
    if (inputElement instanceof HTMLInputElement) setText(inputElement.value)
  }, [id])
  const won = parsePositiveAmount(text)
  const hasChanged = won !== parsePositiveAmount(initialText)
  useEffect(() => {
    if (hasChanged) onChanged(id)
  }, [id, hasChanged, onChanged])
  return {
    text,
    won,
    hasChanged,
    add: (chip) => setText((current) => addChipToText(current, chip)),
    set: (amount) => setText(formatForInput(amount)),
    clear: () => setText(''),
    onChange: (event) => setText(event.currentTarget.value),
    onBlur: () => won !== undefined && setText(formatForInput(won)),
  }
}

/** The idx of the payment chosen by the radio buttons named `idx`, and its setter; '' is a bank transfer. */
export function useChosenMethod(initialIdx: string): [string, (idx: string) => void] {
  const [idx, setIdx] = useState(initialIdx)
  useEffect(() => {
    const chosen = document.querySelector('input[name=idx]:checked')
    if (chosen instanceof HTMLInputElement) setIdx(chosen.value)
  }, [])
  return [idx, setIdx]
}
