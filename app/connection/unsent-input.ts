/** The form that something was typed into last. */
let typedForm: HTMLFormElement | undefined

/** What else a page has of a form: its errors, and the panel of a form whose answer was lost. */
const unsent = 'main :is([aria-invalid=true], [data-unsent])'

/** Whether something was typed into a form of the shown page, which leaving the page would lose. */
export function hasUnsentInput(): boolean {
  return typedForm?.isConnected || document.querySelector(unsent) !== null
}

/** Watches what is typed. Returns a function that ends it. */
export function watchInput(): () => void {
  const handleInput = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest('main form') : null
    if (form instanceof HTMLFormElement && form.method === 'post') typedForm = form
  }
  document.addEventListener('input', handleInput)
  return () => document.removeEventListener('input', handleInput)
}
