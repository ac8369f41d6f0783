/**
 * What was typed into a page's forms, carried over to the same page in another language: that is a new document, and
 * browsers put typed text only into one that is reloaded. Passwords are typed again.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Carried = { path: string; atMs: number; typed: { key: string; value: string; isChecked: boolean }[] }

const storageKey = 'typed'
/** A change of language that did not come about leaves nothing for later. */
const validMs = 60_000

/** Called before the document in another language is asked for. */
export function carryText(): void {
  const typed = listControls().map(({ key, control }) => ({ key, value: control.value, isChecked: isChecked(control) }))
  const carried: Carried = { path: window.location.pathname, atMs: Date.now(), typed }
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(carried))
  } catch {
    // The browser has no storage to give: what was typed is lost.
  }
}

/** Called when a document is hydrated: types into it what was carried there. */
export function restoreCarriedText(): void {
  const typed = new Map(takeCarried()?.typed.map((carried) => [carried.key, carried]))
  if (typed.size === 0) return
  for (const { key, control } of listControls()) {
    const carried = typed.get(key)
    if (carried && isChecked(control) !== carried.isChecked) control.click()
    if (carried && !isOption(control) && control.value !== carried.value) type(control, carried.value)
  }
}

/** What was carried to this page just now, once. */
function takeCarried(): Carried | undefined {
  try {
    const carried: Carried | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    sessionStorage.removeItem(storageKey)
    const isForPage = carried?.path === window.location.pathname && Date.now() - carried.atMs < validMs
    return isForPage && Array.isArray(carried.typed) ? carried : undefined
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
