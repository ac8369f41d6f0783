/**
 * Plays on without loading pages: sends each form by fetch and puts what came back in the place of the parts that
 * changed. The button keeps the focus and the live region stays. Runs in the browser as its own source text, so it uses
 * nothing from outside of itself.
 */
function playInPlace(): void {
  let isBusy = false

  addEventListener('submit', async (event) => {
    event.preventDefault()
    const main = document.querySelector('main')
    if (isBusy || !main || !(event.target instanceof HTMLFormElement)) return
    isBusy = true
    main.toggleAttribute('data-busy', true)
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(event.target)) fields.append(name, String(value))
    if (event.submitter instanceof HTMLButtonElement && event.submitter.name)
      fields.append(event.submitter.name, event.submitter.value)
    try {
      const address = location.pathname + location.search
      const response = await fetch(address, { method: 'POST', body: fields, signal: AbortSignal.timeout(15_000) })
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      if (response.status >= 500 || response.status === 429 || !page.querySelector('main')) throw new Error()
      show(page, main)
    } catch {
      // The form keeps its one-time id: sent again, it asks for the same round.
      const result = main.querySelector('[data-part=result]')
      if (result) result.textContent = main.dataset.unanswered ?? ''
    }
    // The next round begins when the result of this one stands.
    const isTurning = main.matches('.fresh') && !matchMedia('(prefers-reduced-motion: reduce)').matches
    const turningSeconds = isTurning ? Number.parseFloat(getComputedStyle(main).getPropertyValue('--stop')) || 0 : 0
    await new Promise((stand) => setTimeout(stand, 1_000 * turningSeconds))
    main.removeAttribute('data-busy')
    isBusy = false
  })

  function show(page: Document, main: HTMLElement): void {
    const next = page.querySelector('main')
    if (!next) return
    const focused = document.activeElement
    const parts = [...main.querySelectorAll('[data-part]')]
    const nextParts = [...next.querySelectorAll('[data-part]')]
    document.title = page.title
    const nameOf = (part: Element) => part.getAttribute('data-part')
    if (parts.map(nameOf).join() !== nextParts.map(nameOf).join()) {
      main.replaceWith(next)
      next.tabIndex = -1
      next.focus()
      return
    }
    main.className = next.className
    for (const [at, part] of parts.entries()) {
      const { className, childNodes } = nextParts[at] ?? part
      part.className = className
      part.replaceChildren(...childNodes)
    }
    if (focused instanceof HTMLInputElement && !focused.isConnected)
      document.querySelector<HTMLElement>(`[name="${focused.name}"][value="${focused.value}"]`)?.focus()
  }

  // A window that the site opened closes, and the site is there again; anything else follows the link.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-back]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    close()
    setTimeout(() => location.assign(link.href), 250)
  })
}

/** The script of a game's page, as its text. */
export const gameScript = `(${playInPlace})()`
