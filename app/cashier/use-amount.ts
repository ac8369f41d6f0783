import { type ChangeEvent, useEffect, useState } from 'react'
import type { Won } from '~/money/amount'
import { amountIn, spelled, withChip } from './sums'

/** The state and handlers of an amount field while scripts run. */
export type LiveAmount = {
  text: string
  /** The parsed amount; undefined while it is 0 or no amount. */
  won: Won | undefined
  /** Whether the amount differs from the initial one, so that the initial one's errors no longer apply. */
  isOther: boolean
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
 * @param first the initial text.
 * @param onOther called with the id once the amount differs from the initial one.
 */
export function useAmount(id: string, first: string, onOther: (id: string) => void): LiveAmount {
  const [text, setText] = useState(first)
  useEffect(() => {
    const box = document.getElementById(id)
    if (box instanceof HTMLInputElement) setText(box.value)
  }, [id])
  const won = amountIn(text)
  const isOther = won !== amountIn(first)
  useEffect(() => {
    if (isOther) onOther(id)
  }, [id, isOther, onOther])
  return {
    text,
    won,
    isOther,
    add: (chip) => setText((now) => withChip(now, chip)),
    set: (amount) => setText(spelled(amount)),
    clear: () => setText(''),
    onChange: (event) => setText(event.currentTarget.value),
    onBlur: () => won !== undefined && setText(spelled(won)),
  }
}

/** The idx of the payment chosen by the radio buttons named `idx`, and its setter; '' is a bank transfer. */
export function useMethod(first: string): [string, (idx: string) => void] {
  const [idx, setIdx] = useState(first)
  useEffect(() => {
    const chosen = document.querySelector('input[name=idx]:checked')
    if (chosen instanceof HTMLInputElement) setIdx(chosen.value)
  }, [])
  return [idx, setIdx]
}
