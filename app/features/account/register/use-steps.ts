import { type MouseEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePageSettings } from '~/session/page-settings'
import { useHydrated } from '~/ui/hydrated'
import { useCloseOnBack } from '~/ui/modal/open-modals'
import { takesTurns } from './register.css'
import type { CheckedField, RegisterField, RegisterState } from './register.server'

export const registrationGroups = [
  { name: 'login', fields: ['code', 'id', 'pw', 'pass_check'] },
  { name: 'contact', fields: ['nick', 'phone', 'birth_year'] },
  { name: 'account', fields: ['bankname', 'banknumber', 'bankowner', 'exchange_pw', 'adult'] },
] as const satisfies readonly { name: string; fields: readonly RegisterField[] }[]

export const stepCount = registrationGroups.length

export const headingIdOf = (step: number) => `step-${step + 1}`

/** `depth`: the number of steps to undo with Back. `focusId`: the element to focus after a step change. */
type Place = { result: RegisterState | undefined; step: number; depth: number; focusId?: string }

/**
 * Shows the field groups of a registration one at a time. A response opens the group with the first error. Back returns
 * to the previous group where the browser allows it (`useCloseOnBack`). Without JavaScript, all groups are shown and
 * submitted at once.
 */
export function useSteps(
  result: RegisterState | undefined,
  findWrong: (form: HTMLFormElement, names: readonly CheckedField[]) => Promise<CheckedField | undefined>,
) {
  const { lite } = usePageSettings()
  const isFirstForm = result === undefined && !lite
  const hasSteps = useHydrated() || isFirstForm
  const wrongFields = Object.keys(result?.fields ?? {})
  const [place, setPlace] = useState<Place>(() => ({ result, step: firstStepOf(wrongFields) ?? 0, depth: 0 }))
  const [isChecking, setIsChecking] = useState(false)
  if (place.result !== result) {
    const stay = result === undefined ? 0 : place.step
    setPlace({ result, step: firstStepOf(wrongFields) ?? stay, depth: 0 })
  }
  useEffect(() => {
    if (place.focusId === undefined) return
    const element = document.getElementById(place.focusId)
    element?.focus({ preventScroll: true })
    // Keeps the step's heading and the fields above an error in view.
    element?.scrollIntoView({ block: 'center' })
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
    if (isChecking || group === undefined || group.name === 'account') return
    setIsChecking(true)
    const wrong = await findWrong(form, group.fields)
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
    isAskedOn: () => hasSteps && place.step < stepCount - 1 && window.matchMedia(takesTurns).matches,
    showLinkedField: ({ target }: MouseEvent) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]')
      if (!link) return
      const linked = firstStepOf([link.hash.slice(1)])
      flushSync(() => setPlace(({ result, step, depth }) => ({ result, step: linked ?? step, depth })))
    },
  }
}

function firstStepOf(names: readonly string[]): number | undefined {
  const step = registrationGroups.findIndex(({ fields }) => fields.some((name) => names.includes(name)))
  return step < 0 ? undefined : step
}
