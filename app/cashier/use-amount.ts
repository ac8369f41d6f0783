import { type ChangeEvent, useEffect, useState } from 'react'
import type { Won } from '~/money/amount'
import { amountIn, spelled, withChip } from './sums'

/** An amount's field while scripts run. */
export type LiveAmount = {
  text: string
  /** What it says, in won; undefined while it is no amount or 0. */
  won: Won | undefined
  /** It says something else than when the page came: what was wrong with that is no longer true. */
  isOther: boolean
  add: (chip: Won) => void
  set: (won: Won) => void
  clear: () => void
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Groups the digits of what was typed, once the field is left. */
  onBlur: () => void
}

/**
 * Follows an amount as it is typed and added up.
 *
 * @param id of its field: what was typed before scripts ran is read from there.
 * @param first what stands in it when the page comes.
 * @param onOther told its id once it says something else.
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

/** The payment chosen by the radio buttons named `idx`; '' is a bank transfer. */
export function useMethod(first: string): [string, (idx: string) => void] {
  const [idx, setIdx] = useState(first)
  useEffect(() => {
    const chosen = document.querySelector('input[name=idx]:checked')
    if (chosen instanceof HTMLInputElement) setIdx(chosen.value)
  }, [])
  return [idx, setIdx]
}
