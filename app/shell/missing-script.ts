import { reachSite } from './reach-site'
import { getRouteManifest } from './route-manifest'
import { hasRunningRequests, reloadDocument } from './unanswered-request'

/**
 * An upgrade of the site takes the scripts away that an open page has not loaded yet. The page is then reloaded, once
 * for each build, with what was typed into it. Source: docs/operations.md, upgrades.
 */

/** Keys in sessionStorage. */
const reloadedBuildsKey = 'reloaded-builds'
const typedFieldsKey = 'typed-fields'

type TypedField = { name: string; at: number; value: string; checked: boolean }
type TypedPage = { href: string; fields: TypedField[] }
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const unstoredTypes: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'reset', 'image'])

/**
 * Reloads the page because a script of it is gone. Not offline, not a second time for this build, not while a request
 * of the page runs, and not over a password or a file, which can't be stored.
 *
 * @returns whether the page reloads.
 */
export async function reloadForMissingScript(): Promise<boolean> {
  if (!(await reachSite()) || hasRunningRequests()) return false
  try {
    const typed = readTypedFields()
    const builds = sessionStorage.getItem(reloadedBuildsKey)?.split(' ') ?? []
    const build = currentBuild()
    if (typed === null || builds.includes(build)) return false
    sessionStorage.setItem(reloadedBuildsKey, [...builds, build].join(' '))
    sessionStorage.setItem(typedFieldsKey, JSON.stringify({ href: location.href, fields: typed } satisfies TypedPage))
  } catch {
    // Without storage nothing would end a series of reloads.
    return false
  }
  reloadDocument()
  return true
}

/** The version of the route manifest, which names every script of the build. */
function currentBuild(): string {
  return getRouteManifest()?.version ?? ''
}

function controlsOfPage(): Control[] {
  return [...document.querySelectorAll<Control>('input[name], select[name], textarea[name]')].filter(
    ({ type }) => !unstoredTypes.has(type),
  )
}

/** @returns null when a field has something in it that must not be stored. */
function readTypedFields(): TypedField[] | null {
  const controls = controlsOfPage()
  const counts = new Map<string, number>()
  const fields: TypedField[] = []
  for (const control of controls) {
    const { name, type, value } = control
    const at = counts.get(name) ?? 0
    counts.set(name, at + 1)
    if (type === 'password' || type === 'file' || 'password' in control.dataset) {
      if (value !== '') return null
    } else fields.push({ name, at, value, checked: 'checked' in control && control.checked })
  }
  return fields
}

/** Puts what was typed before the reload back into the page, as if it were typed now. Call it once the page is hydrated. */
export async function restoreTypedFields(): Promise<void> {
  let page: TypedPage
  try {
    const text = sessionStorage.getItem(typedFieldsKey)
    if (text === null) return
    sessionStorage.removeItem(typedFieldsKey)
    page = JSON.parse(text)
  } catch {
    return
  }
  if (page.href !== location.href) return
  for (const field of page.fields) {
    const control = controlsOfPage().filter(({ name }) => name === field.name)[field.at]
    if (!control || control.disabled) continue
    restoreField(control, field)
    // A field may be rendered by the one before it.
    await Promise.resolve()
  }
}

function restoreField(control: Control, { value, checked }: TypedField): void {
  if (control.type === 'checkbox' || control.type === 'radio') {
    if (control instanceof HTMLInputElement && control.checked !== checked && (checked || control.type === 'checkbox'))
      control.click()
    return
  }
  if (control.value === value) return
  // The element's own setter: React replaces that of the instance, and would take the event for no change.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, value)
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}
