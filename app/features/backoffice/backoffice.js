// Shortcuts for what the pages also do without JavaScript: the keys listed in the dialog that ? opens, ticks and their
// sum, commands in a dialog over their list, and refreshing the overview.
const search = document.querySelector('[data-search]')
const main = document.querySelector('main')
const rowsOf = (place = main) => [...place.querySelectorAll('tr[data-row]')]
/** Rows of different lists may have the same id. */
const keyOf = (row) => row && `${row.closest('[id]')?.id} ${row.dataset.row}`
const requestIn = (row) => row?.querySelector('a[href*="/movement?"]') ?? row?.querySelector('td a')
const isTyping = (target) => target.closest('input:not([type=checkbox]),textarea,select') !== null
/** Where `j` and `k` continue. The other keys act only on the row that has the focus. */
let current = -1

/** Scrolls the current link of each row of links into view, without scrolling the page. */
for (const link of document.querySelectorAll('nav [aria-current]')) {
  const row = link.closest('ul') ?? link.parentElement
  const [place, edges] = [link, row].map((part) => part.getBoundingClientRect())
  // The fade at the end is 40 px wide.
  if (place.right > edges.right - 40) row.scrollLeft += place.left - edges.left - row.clientWidth / 3
}

// A reload must not show the notice again.
if (main.querySelector('[data-done]')) {
  const address = new URL(location.href)
  address.searchParams.delete('done')
  history.replaceState(null, '', address)
}

const keys = document.querySelector('#keys')
keys?.addEventListener('click', () => keys.close())

document.addEventListener('keydown', (event) => {
  const { code, ctrlKey, metaKey, altKey, target, repeat } = event
  // While a Korean keyboard types Hangul, A has the key ㅁ.
  const isForeign = /^(?:[^ -~]|Process)$/.test(event.key) && code.startsWith('Key')
  const key = isForeign ? code.slice(3).toLowerCase() : event.key
  // Enter must not act on the list while it or a preview loads, nor confirm anything if it is still held down from the list.
  const isBusy = main.ariaBusy === 'true'
  if (key === 'Enter' && (isBusy || repeat) && !target.closest('textarea')) return event.preventDefault()
  if (key === 'Enter' && !repeat && (ctrlKey || metaKey))
    target.closest('form:not(:has(button:disabled)) textarea')?.form.requestSubmit()
  if (dialog.open || keys?.open) return
  if (key === 'Escape') closeMenus()
  const rows = rowsOf()
  const isPlain = !(ctrlKey || metaKey || altKey || isTyping(target))
  if (isPlain ? key === '/' : (ctrlKey || metaKey) && key.toLowerCase() === 'k') {
    event.preventDefault()
    search?.focus()
    return
  }
  const row = target.closest('tr[data-row]')
  if (row) current = rows.indexOf(row)
  if (!isPlain || isBusy) return
  if (key === '?') keys?.showModal()
  // Without a current row, `a` and `x` only move to it.
  else if (key === 'j' || key === 'k' || (!row && (key === 'a' || key === 'x'))) {
    const step = { j: 1, k: -1 }[key] ?? 0
    current = Math.max(0, Math.min(rows.length - 1, current + step))
    const place = rows[current]?.querySelector('.pick input') ?? requestIn(rows[current])
    place?.focus()
  } else if (key === 'x') row?.querySelector('input[type=checkbox]')?.click()
  else if (key === 'a') row?.querySelector('a[href*="/approve?"]')?.click()
  else if (key === 'Enter' && row && !target.closest('button,a,summary,input:not(td input)')) {
    // Otherwise, a focused tick would submit the list's form.
    event.preventDefault()
    requestIn(row)?.click()
  }
})

const direct = document.querySelector('#direct')

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function addCopyButtons(root) {
  for (const place of navigator.clipboard ? root.querySelectorAll('[data-copy]') : []) {
    const { copy: label, copied } = direct.dataset
    const button = element('button', {
      type: 'button',
      className: 'copy',
      ariaLabel: label,
      title: label,
      textContent: place.matches('ul, .secret') ? `\u00a0${label}` : '',
    })
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(place.dataset.copy)
      say([place.matches('code,ul') ? copied : `${copied}: ${place.dataset.copy}`])
    })
    const row = place.matches('ul') && place.nextElementSibling
    if (row) button.className = row.firstElementChild.className
    // A number and its button stay on one line.
    if (row) row.prepend(button)
    else if (place.matches('code, ul')) place.after(button)
    else place.append(button)
  }
}

/** Adds copy buttons and the sum of the ticked rows, which need JavaScript. */
function enhance(root) {
  addCopyButtons(root)
  sumTicks(root)
  root.querySelector('#movements > .bar > nav')?.after(element('output', { className: 'stale' }))
  followAmount(root)
  const everyone = root.querySelector('#to-all')
  const ids = everyone?.form.querySelector('input[name=to]:not([type=checkbox])')
  const follow = () => ids?.toggleAttribute('disabled', everyone.checked)
  everyone?.addEventListener('change', follow)
  follow()
}

/** While another amount is typed, shows its result, and writes it into the message until somebody edits that. */
function followAmount(root) {
  const result = root.querySelector('output[data-credit]')
  if (!result) return
  const { won, tell } = result.form.elements
  const { requested, cash, after, tell: message, limit, first } = JSON.parse(result.dataset.credit)
  const rule = result.value
  const { lang } = document.documentElement
  let written
  const follow = () => {
    const digits = won.value.replace(/[\s,]/g, '')
    const paid = /^\d+$/.test(digits) && BigInt(digits)
    const change = BigInt(paid) - BigInt(requested)
    const amounts = paid !== false && { won: paid, change, after: BigInt(cash) + paid }
    const format = (name) =>
      amounts[name].toLocaleString(lang, { signDisplay: name === 'change' ? 'exceptZero' : 'auto' })
    const fill = (text) => (amounts ? text.replace(/\{(\w+)\}/g, (_, name) => format(name)) : '')
    const isFirst = limit !== null && paid >= BigInt(limit)
    result.value = isFirst ? `${fill(after)} · ${first}` : fill(after) || rule
    const isFar = amounts && 2n * (change < 0n ? -change : change) > BigInt(requested)
    result.className = isFirst || isFar ? 'late' : 'soft'
    if (['', written ?? fill(message)].includes(tell.value)) tell.value = fill(message)
    written = fill(message)
  }
  won.addEventListener('input', follow)
  follow()
}

function sumTicks(root) {
  const sumText = root.querySelector('[data-ticked]')
  const link = root.querySelector('[data-tick-all]')
  if (!sumText || !link) return
  const { form } = sumText
  const boxes = () => [...form.querySelectorAll('td.pick input:enabled')]
  const isList = form.matches('[data-dialog]')
  const all = element('input', { type: 'checkbox', ariaLabel: link.textContent })
  link.replaceWith(element('label', {}, all, element('span', { className: 'phone' }, link.textContent)))
  const { lang } = document.documentElement
  const show = () => {
    const ticked = boxes().filter(({ checked }) => checked)
    const textOf = (text, rows, total = 0) => {
      const won = rows.reduce((sum, { dataset }) => sum + BigInt(dataset.won ?? 0), 0n)
      const counts = { count: rows.length, won, left: total - rows.length }
      return text.replace(/\{(\w+)\}/g, (_, name) => counts[name].toLocaleString(lang))
    }
    sumText.value = textOf(sumText.dataset.ticked, ticked)
    const flagged = ticked.filter((box) => box.closest('tr').matches('.flagged, :has(.note .overdue)'))
    if (flagged.length > 0)
      sumText.append(' ', element('b', { className: 'late' }, textOf(sumText.dataset.flagged, flagged)))
    if (isList) {
      for (const button of form.querySelectorAll('.sticky button')) button.disabled = ticked.length === 0
      storeTicks(ticked)
    }
    for (const place of root.querySelectorAll('span[data-part], [data-total]')) {
      const { part, text, total } = place.dataset
      const rows = part ? ticked.filter(({ dataset }) => dataset.part.split(' ').includes(part)) : ticked
      place.textContent = textOf(text, rows, total)
    }
    // A balance follows from the ticked rows of the same member above it.
    const sums = new Map()
    for (const place of root.querySelectorAll('[data-balance]')) {
      const { balance: member, cash, change, text } = place.dataset
      const isTicked = place.closest('tr').querySelector('.pick input')?.checked
      const before = sums.get(member) ?? BigInt(cash)
      const after = isTicked ? before + BigInt(change) : before
      sums.set(member, after)
      const [from, to] = [before, after].map((won) => text.replace('{won}', won.toLocaleString(lang)))
      place.replaceChildren(...(from === to ? [] : [element('span', { className: 'soft' }, `${from} → `)]), to)
    }
    all.checked = ticked.length > 0 && ticked.length === boxes().length
    all.indeterminate = ticked.length > 0 && !all.checked
  }
  let last
  form.addEventListener('click', ({ target, shiftKey }) => {
    const rows = boxes()
    const range = [target.value, last].map((id) => rows.findIndex(({ value }) => value === id))
    if (!rows.includes(target)) return
    // With Shift, the rows since the last click follow.
    if (shiftKey && range[1] >= 0)
      for (const box of rows.slice(Math.min(...range), Math.max(...range) + 1)) box.checked = target.checked
    last = target.value
  })
  form.addEventListener('change', ({ target }) => {
    if (target === all) for (const box of boxes()) box.checked = all.checked
    show()
    // Without a selection, the list catches up at once.
    if (root.querySelector('.stale:not(:empty)') && !form.querySelector(rowTicks)) renewList()
  })
  form.querySelector('[data-untick]')?.addEventListener('click', (event) => {
    event.preventDefault()
    all.focus()
    all.checked = false
    all.dispatchEvent(new Event('change', { bubbles: true }))
  })
  form.addEventListener('renewed', show)
  show()
}

const sumAgain = () => main.querySelector('[data-ticked]')?.form.dispatchEvent(new Event('renewed'))
// After Back, browsers restore ticked boxes only when the page has loaded.
addEventListener('pageshow', sumAgain)

const listName = `ticked ${location.pathname} ${new URLSearchParams(location.search).get('kind') ?? 'deposit'}`
const rowTicks = 'td.pick :checked'
const ticksOf = (boxes) => boxes.map(({ value, dataset }) => [value, dataset.number])
const storeTicks = (boxes) => sessionStorage.setItem(listName, JSON.stringify(ticksOf(boxes)))

/** Ticks the rows that were ticked before. Shows which of them are not listed now. */
function tickAgain(root, ticks) {
  const boxes = new Map([...root.querySelectorAll('td.pick input')].map((box) => [box.value, box]))
  for (const [value] of ticks) if (boxes.has(value)) boxes.get(value).checked = true
  const lost = ticks.flatMap(([value, number]) => (boxes.has(value) ? [] : [number]))
  const names = [...lost.slice(0, 5), ...(lost.length > 5 ? ['…'] : [])].join(', ')
  if (lost.length > 0) say([`${direct.dataset.lost.replace('{count}', lost.length)}: ${names}`], 'lost')
}

const today = document.querySelector('[data-renew]')
let timers = []

async function readPage(url, init) {
  const response = await fetch(url, init).catch(() => undefined)
  if (response?.status === 401 && init?.headers) showEnded()
  const isPage = response?.headers.get('Content-Type')?.startsWith('text/html') && response.status !== 401
  return isPage && { response, page: new DOMParser().parseFromString(await response.text(), 'text/html') }
}

/** Reports that the session has ended, and removes confidential content. */
function showEnded() {
  for (const timer of timers) clearInterval(timer)
  const ended = document.querySelector('#ended')
  if (!ended) return
  const own = '.scroll, [data-copy], .copy, .code-picture, a[download]'
  for (const place of document.querySelectorAll(`:is(main, dialog) :is(${own})`)) place.remove()
  ;(dialog.open ? dialog : main).prepend(ended.content)
  ended.remove()
}

/**
 * Remembers the focused control of a row.
 * @returns a function that focuses its replacement, or else the row's first control
 */
function focusKeeper() {
  const held = document.activeElement
  const key = keyOf(held.closest('tr[data-row]'))
  const nameOf = ({ tagName, ariaLabel, textContent }) => `${tagName} ${ariaLabel} ${textContent}`
  return () => {
    if (!key || held.isConnected) return
    const row = rowsOf().find((one) => keyOf(one) === key)
    const controls = [...(row?.querySelectorAll('a, button, input, summary') ?? [])]
    ;(controls.find((control) => nameOf(control) === nameOf(held)) ?? controls[0] ?? main).focus()
  }
}

/**
 * Refreshes the list or the overview. @param isDone the ticked rows were settled, so they lose their ticks
 * @param isUsed whether somebody ticks or types. If so, or if the current row is no longer listed, the rows keep their
 *   places, and a line above them says what a refresh would change. Other lists are not refreshed then. Undefined
 *   refreshes everything.
 */
async function renewList(isDone = false, isUsed = undefined) {
  const selector = isUsed ? '#movements, #queue' : today ? '[data-renew]' : 'main'
  const place = document.querySelector(selector)
  if (!place) return false
  // The response also includes shown rows that are no longer listed.
  const shown = isUsed ? rowsOf(place).map(({ dataset }) => dataset.row) : []
  const headers = { Accept: 'text/html', 'X-Backoffice-Renew': ['yes', ...shown].join(' ') }
  const read = await readPage(location.href, { headers })
  main.ariaBusy = false
  if (!read?.response?.ok || read.response.redirected) return false
  const next = read.page.querySelector(selector)
  if (!next) return false
  if (isUsed) return renewRows(place, next)
  const focused = document.activeElement
  const row = focused.closest('tr[data-row]')
  if (isUsed === false && row && !freshRow(next, row)) return renewList(isDone, true)
  const ticked = isDone ? [] : ticksOf([...main.querySelectorAll(rowTicks)])
  const other = focused.closest('.stale') ? rowTicks : focused.closest('th.pick') && 'th.pick input'
  const keepFocus = focusKeeper()
  place.replaceChildren(...next.childNodes)
  tickAgain(place, ticked)
  storeTicks([])
  enhance(place)
  keepFocus()
  if (other) (place.querySelector(other) ?? main).focus()
  return true
}

const freshRow = (next, row) => rowsOf(next).find((fresh) => keyOf(fresh) === keyOf(row))

/** Refreshes the rows in their places, the tabs and the total. Settled rows stay, without a tick and actions. */
function renewRows(list, next) {
  const parts = '.bar nav a, .foot > span'
  const [old, renewed] = [list, next].map((of) => [...of.querySelectorAll(parts)])
  for (const [at, part] of old.entries())
    if (old.length === renewed.length && part.textContent !== renewed[at].textContent)
      part.replaceChildren(...renewed[at].childNodes)
  const keepFocus = focusKeeper()
  for (const row of rowsOf(list)) {
    const fresh = freshRow(next, row)
    if (fresh) renewRow(row, fresh)
    else {
      row.className = 'gone'
      for (const control of row.querySelectorAll('input, button, details, .tools > a')) control.remove()
    }
  }
  showStale(list, next)
  sumAgain()
  keepFocus()
  return true
}

function renewRow(row, fresh) {
  const [head, freshHead] = [row, fresh].map((of) => of.closest('table').tHead.rows[0])
  // A column without any value is not shown, so there may be another one now.
  if (head.textContent !== freshHead.textContent)
    head.replaceChildren(
      ...[...freshHead.cells].map(
        (cell) => (cell.matches('.pick') && head.querySelector('.pick')) || cell.cloneNode(true),
      ),
    )
  const copy = document.importNode(fresh, true)
  const [box, freshBox] = [row, copy].map((of) => of.querySelector('.pick input'))
  if (freshBox) freshBox.checked = box?.checked ?? false
  // With its invisible marks, a settled row is as high as before, so that no other row moves.
  const [note, freshNote] = [row, copy].map((of) => of.querySelector('.note'))
  if (copy.className === 'gone' && note) freshNote?.replaceWith(note)
  const opened = [...row.querySelectorAll('details')]
  for (const [at, details] of copy.querySelectorAll('details').entries()) details.open = opened[at]?.open ?? false
  row.replaceWith(copy)
  addCopyButtons(copy)
}

function showStale(list, next) {
  const line = list.querySelector('.stale')
  const { added, gone, refresh } = direct.dataset
  const counts = [
    [added, rowsOf(next).filter((row) => !freshRow(list, row)).length],
    [gone, list.querySelectorAll('.gone').length],
  ]
  const texts = counts.flatMap(([text, count]) => (count > 0 ? [text.replace('{count}', count)] : []))
  const text = texts.length > 0 ? `${texts.join(' · ')} · ` : ''
  if (!line || (line.firstChild?.textContent ?? '') === text) return
  const button = element('button', { type: 'button', textContent: refresh })
  button.addEventListener('click', () => renewList())
  line.firstChild && text ? line.firstChild.replaceWith(text) : line.replaceChildren(...(text ? [text, button] : []))
}

// Shows a command's pages over the list that opened them. Afterwards, the list's next row gets the focus.
const dialog = element('dialog')
const result = element('output', { className: 'result' })
document.body.append(dialog, result)
let fading
const removeLater = (ms) => {
  clearTimeout(fading)
  fading = setTimeout(() => {
    for (const toast of result.querySelectorAll(':scope > :not([data-kind=taken])')) toast.remove()
  }, ms)
}

/** Shows a message with a close button, in place of the previous one of its kind. */
function say(parts, kind = 'done') {
  const close = element('button', { textContent: '×', ariaLabel: direct.dataset.close })
  const toast = element('div', {}, element('div', {}, ...parts), close)
  close.addEventListener('click', () => toast.remove())
  toast.dataset.kind = kind
  result.querySelector(`[data-kind=${kind}]`)?.remove()
  result.append(toast)
  if (kind === 'news') clearTimeout(fading)
  else if (kind !== 'taken') removeLater(6_000)
  return close
}
// After filtering or sorting, the ticks are for the same list.
if (sessionStorage[listName] && new URL(document.referrer || '/', location).pathname === location.pathname)
  tickAgain(main, JSON.parse(sessionStorage[listName]))
sessionStorage.removeItem(listName)
enhance(main)
const typedField = ':is(input:not([type=hidden],[type=checkbox]), textarea, select)'
if (!main.querySelector('[autofocus]'))
  main.querySelector(`[data-command] ${typedField}`)?.focus({ preventScroll: true })
let opened
let isLoading = false

/** Loads a command's page into the dialog. @returns false if it must be opened as a page */
async function showInDialog(url, init) {
  if (isLoading) return true
  isLoading = main.ariaBusy = dialog.ariaBusy = true
  const read = await readPage(url, init)
  isLoading = main.ariaBusy = dialog.ariaBusy = false
  const at = read && new URL(read.response.url)
  const done = read?.page.querySelector('[data-done]')
  if (done) {
    opened.isDone = true
    say([done.textContent])
    if (dialog.open) dialog.close()
    else await showNext()
    return true
  }
  const content = read?.page.querySelector('main[data-fits-dialog]')
  if (!content) return false
  const title = content.querySelector('h1')
  // After a conflict, the list is out of date.
  if (opened && (at.searchParams.has('done') || read.response.status === 409)) opened.isDone = true
  title.id = 'dialog-title'
  // A form that was refused has no address of its own. Its texts stay out of the address, because addresses are logged.
  if (!read.response.redirected)
    for (const [name, value] of init?.body ?? [])
      if (['kind', 'id', 'back', 'fixed'].includes(name)) at.searchParams.append(name, value)
  const { live } = content.dataset
  delete dialog.dataset.live
  Object.assign(dialog.dataset, { at, ...(live !== undefined && { live }) })
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.replaceChildren(...content.childNodes)
  enhance(dialog)
  if (!dialog.open) dialog.showModal()
  const place =
    dialog.querySelector('form [autofocus], .pay') ??
    // On a phone, the keyboard would cover the templates.
    (matchMedia('(pointer: coarse)').matches ? dialog.querySelector('[name=template]') : null) ??
    dialog.querySelector(`form[method=post] ${typedField}`) ??
    dialog.querySelector('form button:not(.copy)') ??
    dialog.querySelector('.row a')
  dialog.scrollTop = 0
  place.focus({ preventScroll: place.ariaInvalid !== 'true' })
  return true
}

/** Shows in an open dialog who has settled or claimed its requests, and stops its action until they are shown again. */
async function checkDialog() {
  const { at, live } = dialog.dataset
  const isIdle = () => dialog.open && dialog.dataset.at === at && !isLoading && !dialog.querySelector('[data-busy]')
  if (!isIdle() || live === undefined) return
  const read = await readPage(at, { headers: { Accept: 'text/html', 'X-Backoffice-Renew': 'yes' } })
  const now = read?.page.querySelector('main')?.dataset.live
  const shown = dialog.querySelector('.changed')
  if (now === undefined || (now === live && !shown) || !isIdle()) return
  const changed = document.querySelector('#changed').content.firstElementChild.cloneNode(true)
  const known = live.split('\n')
  const news = now.split('\n').filter((line, index) => line && line !== known[index])
  if (news.length > 0) changed.querySelector('p').textContent = news.join('\n')
  if (changed.textContent === shown?.textContent) return
  const button = changed.querySelector('button')
  button.addEventListener('click', () => refreshDialog(at))
  const { activeElement: focused } = document
  shown?.remove()
  dialog.prepend(changed)
  // Neither an order to transfer money nor what would have changed stays beside the reason against it.
  for (const plan of dialog.querySelectorAll(
    '.pay, .plan, .row > a[href$="&edit"], section > :not(:first-child):has(> span > svg)',
  ))
    (plan.closest('dl > *') ?? plan).remove()
  for (const leave of dialog.querySelectorAll('form > .row > a:not([data-dialog])'))
    leave.textContent = direct.dataset.leave
  for (const line of news) leaveOut(line)
  for (const press of dialog.querySelectorAll('form[method=post] .row > button, form.direct > button'))
    press.disabled = true
  if (focused !== document.activeElement || focused.disabled) button.focus()
}

/** Unticks the row that a line of news is about, and shows the news in it. */
function leaveOut(line) {
  const box = [...dialog.querySelectorAll('td.pick input')].find(({ dataset }) =>
    line.startsWith(`${dataset.number}: `),
  )
  if (!box) return
  const row = box.closest('tr')
  row.className = 'gone'
  Object.assign(box, { checked: false, disabled: true })
  row.querySelector('.note').replaceChildren(line.slice(box.dataset.number.length + 2))
  box.form.dispatchEvent(new Event('renewed'))
}

/** Shows the dialog's page again, with what was typed and ticked in it. */
async function refreshDialog(at) {
  const before = [...dialog.querySelectorAll(':is(input:not([type=hidden]), textarea, select)[name]')]
  if (!(await showInDialog(at))) location.href = at
  for (const { type, name, value, checked } of before) {
    const isChoice = ['checkbox', 'radio'].includes(type)
    const fields = [...dialog.querySelectorAll(`[name="${name}"]`)]
    const field = fields.find((one) => one.type === type && (!isChoice || one.value === value))
    // A text that the page doesn't ask for any more can still be copied.
    if (!field && type === 'textarea' && value)
      dialog.append(element('blockquote', { className: 'text', textContent: value }))
    if (!field) continue
    if (isChoice) field.checked = checked
    else field.value = value
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
  }
}

dialog.addEventListener('close', showNext)

/** Reloads the list after a command, and focuses the same row or the next one. */
async function showNext() {
  const { row, ids, isDone, isDirect, same } = opened
  if (!isDone) return
  renewCounts(true)
  main.ariaBusy = true
  if (!(await renewList(!row && !isDirect))) return
  const at = ids.indexOf(row)
  const wanted = [...(isDirect ? [row] : []), ...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0)).reverse()]
  const rows = rowsOf()
  const next = wanted.map((id) => rows.find((one) => keyOf(one) === id)).find(Boolean)
  current = next ? rows.indexOf(next) : -1
  const place = next?.querySelector(same) ?? next?.querySelector('input,a') ?? main
  const menu = place.closest('details:not([open])')
  ;(menu?.firstElementChild ?? place).focus()
}

const isClaim = (command) => /\/(?:claim|release)$/.test(command)

/** Opens the dialog for a row, or for the ticked rows. */
function openFrom(row, command, url, init) {
  const ids = rowsOf().map(keyOf)
  const same = isClaim(command) ? '.claim' : `a[href*="${command}?"]`
  opened = { row: keyOf(row), ids, command, same, isDirect: isClaim(command), isDone: false }
  return showInDialog(url, init)
}

/** Closes the open menus. One that contains `target` stays open, and one that contains the focus gives it to its button. */
function closeMenus(target) {
  for (const menu of document.querySelectorAll(':is(.menu, .filters)[open]')) {
    if (target && menu.contains(target)) continue
    if (menu.contains(document.activeElement)) menu.firstElementChild.focus()
    menu.open = false
  }
}

// A menu at the end of the page makes it longer. `toggle` does not bubble.
document.addEventListener(
  'toggle',
  ({ target }) => target.matches('.menu[open]') && target.lastElementChild.scrollIntoView({ block: 'nearest' }),
  true,
)

document.addEventListener('click', async (event) => {
  closeMenus(event.target)
  const link = event.target.closest('a[href]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { pathname } = new URL(link.href)
  const row = link.closest('tr')
  const isOfRow = main.contains(link) && link.hasAttribute('data-dialog')
  if (dialog.contains(link) && pathname === location.pathname) {
    event.preventDefault()
    dialog.close()
  } else if (isOfRow || (dialog.contains(link) && (pathname === opened.command || 'dialog' in link.dataset))) {
    event.preventDefault()
    const menu = link.closest('.menu')
    if (menu) {
      menu.open = false
      // The dialog gives the focus back to the menu's button, because the link is hidden then.
      menu.firstElementChild.focus()
    }
    const isShown = isOfRow ? await openFrom(row, pathname, link.href) : await showInDialog(link.href)
    if (!isShown) location.href = link.href
  }
})

/** Shows progress on a preview's button while its rows run, until `end` is called. */
function showWork(form, button) {
  const text = button.textContent
  const count = form.querySelectorAll(rowTicks).length
  let timer
  const tell = async () => {
    const response = await fetch(`/backoffice/progress?form=${form.elements.requestId.value}`).catch(() => undefined)
    const { done = null } = response?.ok ? await response.json() : {}
    if (timer && done !== null) button.textContent = `${direct.dataset.working} ${done} / ${count}`
  }
  form.dataset.busy = ''
  button.textContent = direct.dataset.working
  if (count > 1) timer = setInterval(tell, 500)
  return function end() {
    timer = clearInterval(timer)
    button.textContent = text
    delete form.dataset.busy
  }
}

/** Adds a ready-made text to a form's text, in place of the one added before. The focus stays where it is. */
function insertText(form, text) {
  const field = form.elements.tell ?? form.elements.contents
  const { inserted } = form.dataset
  const typed = field.value.trim()
  const own = inserted && typed.endsWith(inserted) ? typed.slice(0, -inserted.length).trim() : typed
  field.value = [own, text].filter(Boolean).join(field.name === 'tell' ? ' ' : '\n\n')
  form.dataset.inserted = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** An error stays until its field is changed. */
document.addEventListener('input', ({ target }) => {
  // One of the two texts of a cancellation is enough.
  const fields = target.form?.dataset.command === 'cancel' ? target.form.elements : [target]
  for (const field of fields) {
    if (field.id) document.getElementById(`${field.id}-error`)?.remove()
    field.removeAttribute('aria-invalid')
  }
})

/** The form that the browser submits itself, because the response couldn't be shown here. */
let unscripted
document.addEventListener('submit', async (event) => {
  const { target: form, submitter } = event
  if (form === unscripted) return
  if (submitter?.name === 'template') {
    event.preventDefault()
    return insertText(form, submitter.dataset.text)
  }
  if ('busy' in form.dataset) return event.preventDefault()
  const press = submitter?.checkVisibility() ? submitter : form.querySelector('.row:last-child > button')
  const end = form.elements.confirm ? showWork(form, press) : undefined
  // After Back, the browser may show this page again.
  if (end) addEventListener('pagehide', end, { once: true })
  const url = new URL(submitter?.hasAttribute('formaction') ? submitter.formAction : form.action)
  if (!dialog.contains(form) && form !== direct && !form.hasAttribute('data-dialog')) return
  event.preventDefault()
  const fields = new URLSearchParams(new FormData(form, submitter))
  const isPost = (submitter?.getAttribute('formmethod') ?? form.method) === 'post'
  if (!isPost) url.search = fields
  const send = isPost ? { method: 'POST', body: fields } : {}
  const row = form === direct ? submitter.closest('tr') : undefined
  // A claim in a dialog may lead on to a payment. Without one, the focus stays on the row, at its main action.
  if (dialog.open) opened.isDirect = isClaim(url.pathname)
  if (opened?.isDirect && dialog.open) opened.same = '.tools > *'
  const isShown = dialog.open ? await showInDialog(url, send) : await openFrom(row, url.pathname, url, send)
  if (opened.isDirect) opened.isDone = true
  end?.()
  if (isShown) return
  // Identical fields have the same request id, so a command is never executed twice.
  if (form === direct) location.reload()
  else if (isPost) {
    unscripted = form
    form.requestSubmit(submitter)
  } else location.href = url
})

/** Plays a short tone. Browsers allow it only after the user has interacted with the page. */
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

/** The sidebar's counts. News is shown and counted in the title, with a tone, until the window gets the focus. */
const places = [...document.querySelectorAll('[data-waiting]')]
let renewCounts = () => {}
if (places.length > 0) {
  const { dataset } = document.querySelector('header')
  const title = document.title
  let { since, version: seen } = dataset
  let latest = since
  let shown = 0
  let shownTaken = ''
  /** The version at which an open preview was last checked. */
  let checked = seen
  /** Waiting times are refreshed every minute. */
  let rounds = 0
  /** Shows in the title how much waits, and how much of it is new. */
  const showTitle = (count) => {
    const waiting = places.reduce((sum, { textContent }) => sum + Number(textContent.replace(/\D/g, '')), 0)
    const shown = [waiting > 0 && waiting, count > 0 && `+${count}`].filter(Boolean).join(' ')
    document.title = shown ? `(${shown}) ${title}` : title
  }
  showTitle(0)
  /** @param isListRenewed the caller refreshes the list */
  renewCounts = async (isListRenewed = false) => {
    const address = `/backoffice/counts?${new URLSearchParams({ since })}`
    const response = await fetch(address, { headers: { 'X-Backoffice-Renew': 'yes' } }).catch(() => undefined)
    if (response?.status === 401) showEnded()
    if (!response?.ok) return
    const { counts, news, taken, at, version } = await response.json()
    latest = at
    showTaken(taken)
    for (const place of places)
      place.textContent = (counts[place.dataset.waiting] || '').toLocaleString(document.documentElement.lang)
    const count = news.reduce((sum, { count }) => sum + count, 0)
    const isNew = count > shown
    if (isNew) {
      showNews(news)
      if (sound.checked) beep()
    }
    shown = count
    showTitle(count)
    if (document.hasFocus()) read()
    if (isListRenewed) seen = checked = version
    if (isListRenewed || document.hidden) return
    if (dialog.open && version !== checked) await checkDialog()
    checked = version
    if (dialog.open) return
    const used = ':focus:not(tr a, tr button), .pick :checked, [open], #movements .gone'
    const isUsed = main.querySelector(used) !== null
    const isStale = main.querySelector('.stale:not(:empty)') !== null && !isUsed
    const isChanged = (version !== seen || isStale) && main.querySelector('[id^=movements], [data-renew]') !== null
    const isLate = (today && !isUsed) || (++rounds % 3 === 0 && main.querySelector('#movements td > time') !== null)
    if ((isChanged || isLate) && (await renewList(false, isUsed || !(isChanged || today)))) seen = version
  }
  /** Marks the news as seen, and fades its message. */
  const read = () => {
    since = latest
    shown = 0
    if (result.querySelector('[data-kind="news"]')) removeLater(8_000)
  }
  const lineOf = ({ text, to }) => element('p', {}, text, ' – ', element('a', { href: to, textContent: dataset.show }))
  const showNews = (news) => say(news.map(lineOf), 'news')
  /** Shows which claims were taken over, on every page until the message is closed in a tab or they are claimed back. */
  const showTaken = (taken) => {
    const ids = taken.map(({ id }) => id).join()
    if (ids === shownTaken) return
    shownTaken = ids
    result.querySelector('[data-kind=taken]')?.remove()
    const upTo = taken.at(-1)?.id
    if (upTo === undefined) return
    const send = { method: 'POST', body: new URLSearchParams({ upTo }), redirect: 'manual' }
    say(taken.map(lineOf), 'taken').addEventListener('click', () => fetch('/backoffice/taken', send))
    if (sound.checked && Number(upTo) > Number(localStorage.takenHeard ?? 0)) beep()
    localStorage.setItem('takenHeard', upTo)
  }
  // What an open preview shows may be paid at any moment.
  const isWatching = () => dialog.open && dialog.dataset.live !== undefined && !document.hidden
  timers = [true, false].map((is) => setInterval(() => isWatching() === is && renewCounts(), is ? 5_000 : 20_000))
  addEventListener('focus', () => {
    showTitle(0)
    if (shown > 0) read()
  })

  const sound = element('input', { type: 'checkbox' })
  sound.checked = dataset.on === 'true'
  const setSound = (isOn) => {
    fetch('/backoffice/sound', { method: 'POST', body: new URLSearchParams(isOn ? 'on=true' : '') })
    sound.checked = isOn
    if (isOn) beep()
  }
  sound.addEventListener('change', () => setSound(sound.checked))
  document.querySelector('.menu > div').prepend(element('label', { className: 'check' }, sound, ' ', dataset.sound))
  showTaken(JSON.parse(direct.dataset.taken))
}
