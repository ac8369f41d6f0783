/** Plays rounds without page loads. It is sent to browsers as source text, so it must be self-contained. */
function playInPlace(): void {
  let isBusy = false
  /** True from the click until the next round may start. Other forms, such as transfers, still work. */
  let isResting = false
  let sent = 0
  const motion = matchMedia('(prefers-reduced-motion: no-preference)')
  const wait = (seconds: number) => new Promise((over) => setTimeout(over, 1_000 * seconds))
  const change = () => new Promise((over) => addEventListener('change', over, { once: true }))
  const load = async (more?: RequestInit) => {
    const address = location.pathname + location.search
    const response = await fetch(address, { ...more, signal: AbortSignal.timeout(15_000) })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // Only the site's maintenance page has content. It uses the site's styles, so the game's page is reloaded.
    if (response.status === 503 && page.querySelector('main')) location.reload()
    if (response.status >= 500 || response.status === 429 || !page.querySelector('main')) throw new Error()
    return page
  }

  // If Enter is held down, the form is submitted only once.
  addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  })

  addEventListener('submit', async (event) => {
    event.preventDefault()
    const main = document.querySelector('main')
    if (isBusy || !main || !(event.target instanceof HTMLFormElement)) return
    const missing = event.target.querySelector<HTMLElement>('input:invalid')
    if (missing) {
      main.querySelector('[data-part=result]')?.classList.add('bad')
      missing.focus()
      return
    }
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(event.target)) fields.append(name, String(value))
    if (event.submitter instanceof HTMLButtonElement && event.submitter.name)
      fields.append(event.submitter.name, event.submitter.value)
    const isRound = fields.has('spin')
    // The answer to any form replaces the picks, so it must know them.
    const picks = isRound ? [] : main.querySelectorAll<HTMLInputElement>('input[name]:checked')
    for (const { name, value } of picks) fields.append(name, value)
    if (isRound && isResting) return
    isBusy = true
    isResting ||= isRound
    sent += 1
    const own = sent
    markBusy(main)
    main.classList.remove('fresh')
    for (const lit of main.querySelectorAll('.lit,.win,.hit')) lit.classList.remove('lit', 'win', 'hit')
    const result = main.querySelector('[data-part=result]')
    if (result && isRound) result.textContent = ''
    try {
      const page = await load({ method: 'POST', body: fields })
      show(page, main, { played: fields })
      isBusy = false
      // The result is announced after the animation. The next round can start after the server's minimum interval.
      const stop = Number.parseFloat(getComputedStyle(main).getPropertyValue('--stop')) || 0
      const isPlayed = main.matches('.fresh')
      const turning = isPlayed && motion.matches ? stop : 0
      result?.setAttribute('aria-busy', String(turning > 0))
      await wait(turning)
      result?.setAttribute('aria-busy', 'false')
      if (isPlayed) await wait(Math.max(0, Number(main.dataset.pace) / 1_000 - turning))
      // A double click on the button that confirms dropped picks must not bet. A press after another pick may.
      else if ([...fields.keys()].some((name) => name.startsWith('dropped'))) await Promise.race([wait(0.7), change()])
    } catch {
      // The form still has its one-time id, so submitting it again requests the same round.
      result?.classList.add('bad')
      if (result) result.textContent = main.dataset.unanswered ?? ''
    }
    if (sent === own) isBusy = false
    if (isRound) isResting = false
    markBusy(main)
  })

  function markBusy(main: HTMLElement): void {
    main.toggleAttribute('data-busy', isBusy || isResting)
    main.querySelector('.act button')?.setAttribute('aria-disabled', String(isResting))
  }

  const showMoney = async () => {
    const [main, before] = [document.querySelector<HTMLElement>('main.game'), sent]
    const page =
      isBusy || isResting || document.visibilityState !== 'visible' || !main
        ? undefined
        : await load().catch(() => undefined)
    if (main && sent === before && page?.querySelector('main.game'))
      show(page, main, { only: ['balance', 'purse', 'below'] })
  }
  addEventListener('focus', showMoney)
  addEventListener('visibilitychange', showMoney)

  type Shown = { only?: string[]; played?: URLSearchParams }

  function show(page: Document, main: HTMLElement, { only, played }: Shown): void {
    const next = page.querySelector('main')
    if (!next) return
    const focused = document.activeElement
    const chosen = [...main.querySelectorAll<HTMLInputElement>('input:checked')]
    const fieldLike = ({ name, value }: HTMLInputElement) =>
      document.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]:not(:disabled)`)
    const choose = () => {
      // The new page selects the choice of the last round. Fields that changed in the meantime keep their values.
      const isFresh = next.matches('.fresh')
      for (const field of chosen) {
        const like = isFresh && played?.get(field.name) === field.value ? null : fieldLike(field)
        if (!like?.checked) like?.click()
      }
    }
    const parts = [...main.querySelectorAll('[data-part]')]
    const nextParts = [...next.querySelectorAll('[data-part]')]
    const nameOf = (part: Element) => part.getAttribute('data-part')
    if (parts.map(nameOf).join() !== nextParts.map(nameOf).join()) {
      main.replaceWith(next)
      document.title = page.title
      next.tabIndex = -1
      choose()
      next.focus()
      return
    }
    if (!only) main.className = next.className
    for (const [index, part] of parts.entries()) {
      const { className, childNodes, innerHTML } = nextParts[index] ?? part
      if (only && (!only.includes(nameOf(part) ?? '') || part.innerHTML === innerHTML)) continue
      part.className = className
      part.replaceChildren(...childNodes)
    }
    countTime()
    choose()
    const [button, nextButton] = [main, next].map((element) => element.querySelector<HTMLButtonElement>('.act button'))
    if (button) button.disabled = nextButton?.disabled ?? false
    if (focused?.isConnected && focused.checkVisibility()) return
    const same = focused instanceof HTMLInputElement && fieldLike(focused)
    ;(same || main.querySelector<HTMLElement>('.act :is(a,button)'))?.focus()
  }

  const countTime = () => {
    const shown = document.querySelector<HTMLElement>('[data-elapsed]')
    if (!shown) return
    const nowSeconds = performance.now() / 1e3
    shown.dataset.since ??= String(nowSeconds - Number(shown.dataset.elapsed))
    const total = Math.floor(nowSeconds - Number(shown.dataset.since))
    const parts = [Math.floor(total / 60) % 60, total % 60].map((count) => String(count).padStart(2, '0'))
    shown.textContent = [Math.floor(total / 3600), ...parts].join(':')
  }
  countTime()
  setInterval(countTime, 1e3)

  // Closes the window if the site opened it. Otherwise, the link is followed.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-back]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    close()
    setTimeout(() => location.assign(link.href), 250)
  })
}

export const gameScript = `(${playInPlace})()`
