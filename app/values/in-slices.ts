/** How long loops run before the event loop gets a pass. */
const sliceMs = 10
/** Few enough to be sorted within a slice, with a slow comparison too. */
const sortedTogether = 200

/** When the first loop of this pass of the event loop began; undefined before. */
let passBeganMs: number | undefined
let lastTurn = Promise.resolve()

/** Whether the loops of this pass have used its slice, also several that end one after another. */
function isSliceUsed(): boolean {
  if (passBeganMs === undefined) {
    passBeganMs = performance.now()
    setImmediate(() => {
      passBeganMs = undefined
    })
  }
  return performance.now() - passBeganMs >= sliceMs
}

/** Waits for a pass with a slice left, behind the loops that wait already. */
function awaitSlice(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    while (isSliceUsed()) await new Promise<void>((resolve) => setImmediate(resolve))
  })
  return lastTurn
}

/** Does something with each item of a list of any size. The event loop gets a pass after each 10 ms of all such loops. */
export async function inSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  for (const item of items) {
    while (isSliceUsed()) await awaitSlice()
    visit(item)
  }
}

/** The items of a list of any size that pass a test. */
export async function filterInSlices<Item>(items: Iterable<Item>, test: (item: Item) => boolean): Promise<Item[]> {
  const passed: Item[] = []
  await inSlices(items, (item) => {
    if (test(item)) passed.push(item)
  })
  return passed
}

/** A list of any size, sorted. Equal items stay in their order. */
export async function sortInSlices<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Promise<Item[]> {
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

function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Generator<Item, void, undefined> {
  let next = 0
  for (const item of left) {
    for (; next < right.length && compare(right[next] as Item, item) < 0; next += 1) yield right[next] as Item
    yield item
  }
  yield* right.slice(next)
}
