import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { minutes } from '~/values/durations'
import type { ShellMember } from '../shell-data'

/**
 * What was typed into a page's forms, kept in this tab until the page comes again: over an error page, such as after a lost
 * connection, and over the document in another language. Passwords are typed again.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type KeptText = {
  path: string
  /** The member who typed it; undefined for a visitor. */
  userId?: string | undefined
  atMs: number
  typed: { key: string; value: string; isChecked: boolean }[]
}

const storageKey = 'typed'
/** Longer than that, somebody else may sit there. */
const validMs = minutes(10)

/** Called before the document in another language is asked for. */
export function keepText(userId: string | undefined): void {
  storeText(window.location.pathname, userId, listControls())
}

/**
 * Keeps what is typed when an error takes the place of the page, and types it in when the page is there again. A form with
 * money is left out: it may have been received. Used once, around the pages, where no error page is.
 */
export function useTextKeptOverErrors(member: ShellMember | null | undefined): void {
  const { key, pathname } = useLocation()
  const userId = member?.userId
  const page = useRef({ pathname, userId })
  useLayoutEffect(() => {
    page.current = { pathname, userId }
  }, [pathname, userId])
  useLayoutEffect(
    () => () => {
      const { pathname, userId } = page.current
      const controls = listControls().filter(({ control }) => !control.form?.querySelector('[name=code][type=hidden]'))
      storeText(pathname, userId, controls)
    },
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or response has arrived.
  useEffect(() => restoreText(pathname, userId), [key, pathname, userId])
}

function storeText(path: string, userId: string | undefined, controls: ReturnType<typeof listControls>): void {
  const typed = controls.map(({ key, control }) => ({ key, value: control.value, isChecked: isChecked(control) }))
  const kept: KeptText = { path, userId, atMs: Date.now(), typed }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // The browser has no storage to give: what was typed is lost.
  }
}

function restoreText(path: string, userId: string | undefined): void {
  const kept = takeText()
  if (kept?.path !== path || kept.userId !== userId) return
  const typed = new Map(kept.typed.map((control) => [control.key, control]))
  for (const { key, control } of listControls()) {
    const before = typed.get(key)
    if (before && isChecked(control) !== before.isChecked) control.click()
    if (before && !isOption(control) && control.value !== before.value) type(control, before.value)
  }
}

/** What was kept lately, once. */
function takeText(): KeptText | undefined {
  try {
    const kept: KeptText | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    sessionStorage.removeItem(storageKey)
    return kept && Date.now() - kept.atMs < validMs && Array.isArray(kept.typed) ? kept : undefined
  } catch {
    return undefined
  }
}

/** What a member fills in on this page, with keys that are the same in each language. */
function listControls(): { key: string; control: Control }[] {
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form')]
  return forms.flatMap((form, index) =>
    [...form.querySelectorAll<Control>('input:not([type=hidden],[type=password]),textarea,select')].map((control) => ({
      key: [index, control.name, isOption(control) ? control.value : ''].join(' '),
      control,
    })),
  )
}

function isOption({ type }: Control): boolean {
  return type === 'radio' || type === 'checkbox'
}

function isChecked(control: Control): boolean {
  return control instanceof HTMLInputElement && control.checked
}

/** Types as a member does: React learns of a value by the event alone, not by one that was set on the element itself. */
function type(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}
