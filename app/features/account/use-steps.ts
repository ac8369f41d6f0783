import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHydrated } from '~/ui/hydrated'
import { media } from '~/ui/media'
import { useCloseOnBack } from '~/ui/modal/close-on-back'
import type { CheckedField, RegisterState } from './register.server'
import { headingIdOf, lastStep, registrationGroups, stepOf } from './registration-groups'

/** `depth`: how many steps Back has to undo; `focusId`: what takes the focus of a move. */
type Place = { result: RegisterState | undefined; step: number; depth: number; focusId?: string }

/**
 * Asks the groups of a registration one after the other where scripts run and styles show one at a time: on a phone. A
 * response opens the group of its first error. Back goes to the group before; after a response to the first.
 *
 * @param findWrong checks fields and resolves to the first that is wrong.
 */
export function useSteps(
  result: RegisterState | undefined,
  findWrong: (form: HTMLFormElement, names: readonly CheckedField[]) => Promise<CheckedField | undefined>,
) {
  const hasSteps = useHydrated()
  const [place, setPlace] = useState<Place>(() => ({ result, step: firstWrongStep(result) ?? 0, depth: 0 }))
  const [isChecking, setIsChecking] = useState(false)
  const isBusy = useRef(false)
  if (place.result !== result) {
    const stay = result === undefined ? 0 : place.step
    setPlace({ result, step: firstWrongStep(result) ?? stay, depth: 0 })
  }
  useEffect(() => {
    if (place.focusId !== undefined) document.getElementById(place.focusId)?.focus()
  }, [place])

  function back() {
    setPlace(({ result, step, depth }) => {
      const before = Math.max(0, step - 1)
      return { result, step: before, depth: Math.max(0, depth - 1), focusId: headingIdOf(before) }
    })
  }
  useCloseOnBack(back, place.depth >= 1)
  useCloseOnBack(back, place.depth >= 2)

  async function next(form: HTMLFormElement) {
    const group = registrationGroups[place.step]
    if (isBusy.current || group === undefined || group.name === 'account') return
    isBusy.current = true
    setIsChecking(true)
    const wrong = await findWrong(form, group.fields)
    isBusy.current = false
    setIsChecking(false)
    setPlace((now) => {
      if (now.result !== place.result || now.step !== place.step) return now
      if (wrong !== undefined) return { ...now, focusId: wrong }
      const step = now.step + 1
      return { ...now, step, depth: now.depth + 1, focusId: headingIdOf(step) }
    })
  }

  return {
    hasSteps,
    step: place.step,
    isChecking,
    back,
    next,
    /** Whether the rest of the form is still to be asked. */
    isAskedOn: () => hasSteps && place.step < lastStep && window.matchMedia(media.below600).matches,
    /** Shows the group of a field before a link of the error summary gives it the focus. */
    showLinkedField: ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]')
      if (!link) return
      const linked = stepOf(link.hash.slice(1))
      flushSync(() => setPlace(({ result, step, depth }) => ({ result, step: linked ?? step, depth })))
    },
  }
}

/** The step of the first wrong field; undefined when none is. */
function firstWrongStep(result: RegisterState | undefined): number | undefined {
  const steps = Object.keys(result?.fields ?? {}).flatMap((name) => stepOf(name) ?? [])
  return steps.length === 0 ? undefined : Math.min(...steps)
}
