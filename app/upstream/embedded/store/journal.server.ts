import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { StoreUnavailable } from './store.server'

/** A journal record of a requested deposit or withdrawal, or of a ledger transfer. `won` is its amount. */
export type Moved = { what: 'movement' | 'transfer'; id: bigint; won: bigint; at: Date; about: string }

/** Stands for dropped records: numbers of rows up to an id, and the movements' sum in won. */
export type Checkpoint = {
  movements: { upTo: bigint; count: number; won: bigint }
  transfers: { upTo: bigint; count: number }
}

const whole = z.string().regex(/^\d{1,19}$/)
const wholeNumber = whole.transform(BigInt)
const count = z.int().min(0)
const line = z.discriminatedUnion('what', [
  z.object({
    what: z.enum(['movement', 'transfer']),
    id: wholeNumber,
    won: wholeNumber,
    at: z.iso.datetime().transform((text) => new Date(text)),
    about: z.string().max(200),
  }),
  z.object({
    what: z.literal('checkpoint'),
    movements: z.object({ upTo: wholeNumber, count, won: wholeNumber }),
    transfers: z.object({ upTo: wholeNumber, count }),
  }),
])

/** A journal above this size is shortened: some 9,000 lines. */
const longBytes = 1024 * 1024
const syncAfterMs = 1_000

/**
 * A file beside a store with one JSON line for each acknowledged write. It shows what the store has lost, for example
 * to another process or an old copy of its folder.
 *
 * A line is written before the answer goes out, so it survives a crash of the process, and is synced to the disk within
 * a second. A power failure may lose the last second's lines, but never adds one: the store syncs its commit first.
 */
export class Journal {
  readonly path: string
  /**
   * Lines of committed writes that are not in the file yet, on a full disk for example. Until then nothing is
   * acknowledged.
   */
  #pending: string[] = []
  #bytes = 0
  /** Whether the file may end in a partial line, after a failed write. */
  #torn: boolean
  #syncing: NodeJS.Timeout | undefined

  /** @param quarantinedPath path that the journal of an earlier store was moved to. */
  constructor(
    path: string,
    readonly putAside?: string,
  ) {
    this.path = path
    const text = textOf(path)
    this.#bytes = Buffer.byteLength(text)
    this.#torn = text !== '' && !text.endsWith('\n')
  }

  get isLong(): boolean {
    return this.#bytes > longBytes
  }

  /** Appends lines, including those that could not be written before. @throws StoreUnavailable */
  append(moved: readonly Moved[]): void {
    for (const one of moved) this.#pending.push(lineOf(one))
    if (this.#pending.length === 0) return
    // Opened each time, so that the lines go to the current file even when another process has replaced it.
    try {
      const file = openSync(this.path, 'a', 0o600)
      try {
        writeWhole(file, `${this.#torn ? '\n' : ''}${this.#pending.join('')}`)
        this.#bytes = fstatSync(file).size
      } finally {
        closeSync(file)
      }
    } catch (cause) {
      this.#torn = true
      throw new StoreUnavailable('the journal can’t be written', { cause })
    }
    this.#torn = false
    this.#pending = []
    this.#syncing ??= setTimeout(() => {
      this.#syncing = undefined
      void this.#sync()
    }, syncAfterMs).unref()
  }

  /** Reads all records. Partial or invalid lines are only counted, in `unreadable`. */
  read(): { moved: Moved[]; checkpoints: Checkpoint[]; unreadable: number } {
    return parsed(textOf(this.path))
  }

  /**
   * Replaces the lines that `read` returned by `remaining`; lines that were appended since stay.
   *
   * @param readLineCount number of lines that `read` saw, unreadable ones included.
   */
  shorten(kept: { checkpoints: readonly Checkpoint[]; moved: readonly Moved[] }, had: number): void {
    const later = linesOf(textOf(this.path)).slice(had)
    const lines = [
      ...kept.checkpoints.map(checkpointLine),
      ...kept.moved.map(lineOf),
      ...later.map((one) => `${one}\n`),
    ]
    const file = openSync(`${this.path}.new`, 'w', 0o600)
    try {
      writeWhole(file, lines.join(''))
      fsyncSync(file)
      this.#bytes = fstatSync(file).size
    } finally {
      closeSync(file)
    }
    renameSync(`${this.path}.new`, this.path)
    this.#torn = false
  }

  async close(): Promise<void> {
    if (this.#syncing === undefined) return
    clearTimeout(this.#syncing)
    this.#syncing = undefined
    await this.#sync()
  }

  async #sync(): Promise<void> {
    try {
      const file = await open(this.path, 'r+')
      await file.datasync().finally(() => file.close())
    } catch {
      // The lines are already written to the file; the sync after the next append tries again.
    }
  }
}

/**
 * Renames the journal of an earlier store, because a new store begins; its records may still be needed.
 *
 * @returns its new path; undefined when there was no journal.
 */
export function putAside(path: string, now: Date): string | undefined {
  if (!existsSync(path)) return undefined
  const aside = `${path}.before-${now.toISOString().replace(/[:.]/g, '-')}`
  renameSync(path, aside)
  return aside
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((one) => one !== '')
}

function parsed(text: string): ReturnType<Journal['read']> {
  const read: ReturnType<Journal['read']> = { moved: [], checkpoints: [], unreadable: 0 }
  for (const one of linesOf(text)) {
    const found = line.safeParse(jsonOf(one)).data
    if (found === undefined) read.unreadable += 1
    else if (found.what === 'checkpoint') read.checkpoints.push(found)
    else read.moved.push(found)
  }
  return read
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function lineOf({ what, id, won, at, about }: Moved): string {
  return `${JSON.stringify({ what, id: String(id), won: String(won), at, about })}\n`
}

function checkpointLine({ movements, transfers }: Checkpoint): string {
  const { upTo, count, won } = movements
  return `${JSON.stringify({
    what: 'checkpoint',
    movements: { upTo: String(upTo), count, won: String(won) },
    transfers: { upTo: String(transfers.upTo), count: transfers.count },
  })}\n`
}

/** Writes a whole text; one `writeSync` may write only a part. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at)
}
