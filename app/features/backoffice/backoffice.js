// Shortens what the pages do without it: the search by / or Ctrl-K, the list by j, k, x and Enter, ticks and their sum, and
// today by itself.
const search = document.querySelector('[data-search]')
const rows = [...document.querySelectorAll('tr[data-row]')]
const isTyping = (target) => target.closest('input:not([type=checkbox]),textarea,select') !== null
let current = -1

document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event
  const isPlain = !(ctrlKey || metaKey || altKey || isTyping(target))
  if (isPlain ? key === '/' : (ctrlKey || metaKey) && key.toLowerCase() === 'k') {
    event.preventDefault()
    search?.focus()
  } else if (!isPlain) return
  else if (key === 'j' || key === 'k') {
    current = Math.max(0, Math.min(rows.length - 1, current + (key === 'j' ? 1 : -1)))
    rows[current]?.querySelector('a,input,button')?.focus()
  } else if (key === 'x') rows[current]?.querySelector('input[type=checkbox]')?.click()
  else if (key === 'Enter' && !target.closest('button,a')) rows[current]?.querySelector('a')?.click()
})

const sumText = document.querySelector('[data-ticked]')
if (sumText) {
  const boxes = [...document.querySelectorAll('input[data-won]')]
  const link = document.querySelector('[data-tick-all]')
  const all = Object.assign(document.createElement('input'), { type: 'checkbox', ariaLabel: link.textContent })
  const label = document.createElement('label')
  label.append(all)
  label.insertAdjacentHTML('beforeend', `<span class="phone">${link.innerHTML}</span>`)
  link.replaceWith(label)
  const { lang } = document.documentElement
  const show = () => {
    const ticked = boxes.filter(({ checked }) => checked)
    const won = ticked.reduce((sum, { dataset }) => sum + BigInt(dataset.won), 0n)
    sumText.value = sumText.dataset.ticked
      .replace('{count}', ticked.length.toLocaleString(lang))
      .replace('{won}', won.toLocaleString(lang))
    all.checked = ticked.length === boxes.length
    all.indeterminate = ticked.length > 0 && !all.checked
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    show()
  })
  for (const box of boxes) box.addEventListener('change', show)
  // Boxes that Back brings along ticked come after the page.
  addEventListener('pageshow', show)
}

/** A short tone. Browsers play it once somebody has pressed something on the page. */
function beep() {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.value = 0.1
  tone.connect(volume).connect(audio.destination)
  tone.onended = () => audio.close()
  tone.start()
  tone.stop(audio.currentTime + 0.2)
}

const today = document.querySelector('[data-renew]')
if (today) {
  /** What waits stands in the first list. */
  const waiting = () =>
    [...today.querySelector('#queue').querySelectorAll('[data-row]')].map(({ dataset }) => dataset.row)
  const known = new Set(waiting())
  const title = document.title
  let announced = 0
  const renew = async () => {
    if (document.hidden || today.contains(document.activeElement)) return
    const headers = { Accept: 'text/html', 'X-Backoffice-Renew': 'yes' }
    const response = await fetch(location.href, { headers }).catch(() => undefined)
    if (!response?.ok || response.redirected) return
    const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-renew]')
    if (!next) return
    today.replaceChildren(...next.childNodes)
    const fresh = waiting().filter((row) => !known.has(row)).length
    document.title = fresh > 0 ? `(${fresh}) ${title}` : title
    if (fresh > announced && sound.checked) beep()
    announced = fresh
  }
  setInterval(renew, 20_000)

  const label = document.createElement('label')
  label.className = 'check'
  const sound = Object.assign(document.createElement('input'), { type: 'checkbox' })
  sound.checked = localStorage.getItem('desk-sound') === 'on'
  sound.addEventListener('change', () => {
    localStorage.setItem('desk-sound', sound.checked ? 'on' : 'off')
    if (sound.checked) beep()
  })
  label.append(sound, ' ', today.dataset.sound)
  document.querySelector('h1').after(label)
}
