import { FairQueue } from './fair-queue'

/** How long a loop runs before the event loop gets a pass. */
const sliceMs = 10
/** Few enough to be sorted within a slice. */
const sortedTogether = 2_000

/** One slice in each pass, however many loops run. */
const slices = new FairQueue(1)

/** Does something with each item of a list of any size. The event loop gets a pass after each 10 ms of all such loops. */
export async function inSlices<Item>(items: Iterable<Item>, visit: (item: Item) => void): Promise<void> {
  let release = () => {}
  let beganMs = performance.now()
  try {
    for (const item of items) {
      visit(item)
      if (performance.now() - beganMs < sliceMs) continue
      await new Promise<void>((resolve) => setImmediate(resolve))
      release()
      release = await slices.acquire('')
      beganMs = performance.now()
    }
  } finally {
    // The rest of this pass is not for another loop.
    setImmediate(release)
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
    for (let other = right[next]; other !== undefined && compare(other, item) < 0; other = right[next]) {
      yield other
      next += 1
    }
    yield item
  }
  yield* right.slice(next)
}
