/** The number of characters to parse at once, which takes a few milliseconds. */
const maxCharacters = 64 * 1024

/** Like `JSON.parse`, but parses the rows of the outermost lists in slices if the text is long. @throws SyntaxError */
export async function parseJsonInSlices(text: string): Promise<unknown> {
  if (text.length <= maxCharacters) return JSON.parse(text)
  const lists: unknown[][] = []
  // The text without the rows of the outermost lists. Each list contains its index in `lists` instead.
  let around = ''
  let beganAt = 0
  await inSlices(findListSigns(text), ({ sign, at }) => {
    if (sign === '[') {
      around += text.slice(beganAt, at + 1) + lists.length
      lists.push([])
      beganAt = at + 1
    } else if (sign !== ',' || at - beganAt > maxCharacters) {
      // All slices but the first start with a comma. A 0 before it makes a slice valid, but still rejects a trailing comma.
      const isFirst = text[beganAt - 1] === '['
      const rows: unknown[] = JSON.parse(`[${isFirst ? '' : '0'}${text.slice(beganAt, at)}]`)
      for (const row of isFirst ? rows : rows.slice(1)) lists.at(-1)?.push(row)
      beganAt = at
    }
  })
  return JSON.parse(around + text.slice(beganAt), (_, value) => (Array.isArray(value) ? lists[value[0]] : value))
}

/** Finds the brackets of the outermost lists in a JSON text and the commas between their rows. */
function* findListSigns(text: string): Generator<{ sign: string | undefined; at: number }, void, undefined> {
  let depth = 0
  let listDepth = Infinity
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    if (sign === '[' || sign === '{') depth += 1
    if (sign === '[' && listDepth === Infinity) {
      listDepth = depth
      yield { sign, at }
    }
    const isEnd = sign === ']' || sign === '}'
    if (depth === listDepth && (isEnd || sign === ',')) yield { sign, at }
    if (isEnd && depth === listDepth) listDepth = Infinity
    if (isEnd) depth -= 1
  }
}

const sliceMs = 10
/** The number of items that can be sorted in one slice, even with slow comparisons. */
const sortedTogether = 200

/** When the first loop in this event-loop pass started, if any. */
let passBeganMs: number | undefined
let lastTurn = Promise.resolve()

function isSliceUsed(): boolean {
  if (passBeganMs === undefined) {
    passBeganMs = performance.now()
    setImmediate(() => {
      passBeganMs = undefined
    })
  }
  return performance.now() - passBeganMs >= sliceMs
}

function awaitSlice(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    while (isSliceUsed()) await new Promise<void>((resolve) => setImmediate(resolve))
  })
  return lastTurn
}

/** Visits each item. Yields to the event loop whenever these loops have used 10 ms of the current pass. */
export async function inSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  for (const item of items) {
    while (isSliceUsed()) await awaitSlice()
    visit(item)
  }
}

export async function filterInSlices<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Promise<Item[]> {
  const passed: Item[] = []
  await inSlices(items, (item) => {
    if (test(item)) passed.push(item)
  })
  return passed
}

export async function sortInSlices<Item>(items: readonly Item[], compare: (left: Item, right: Item) => number) {
  const starts = Array.from({ length: Math.ceil(items.length / sortedTogether) }, (_, index) => index * sortedTogether)
  let lists: Item[][] = []
  await inSlices(starts, (start) => void lists.push(items.slice(start, start + sortedTogether).sort(compare)))
  while (lists.length > 1) {
    const merged: Item[][] = []
    for (let index = 0; index < lists.length; index += 2) {
      const list: Item[] = []
      await inSlices(merge(lists[index] ?? [], lists[index + 1] ?? [], compare), (item) => void list.push(item))
      merged.push(list)
    }
    lists = merged
  }
  return lists[0] ?? []
}

function* merge<Item>(left: readonly Item[], right: readonly Item[], compare: (left: Item, right: Item) => number) {
  let next = 0
  for (const item of left) {
    for (; next < right.length && compare(right[next] as Item, item) < 0; next += 1) yield right[next] as Item
    yield item
  }
  yield* right.slice(next)
}
