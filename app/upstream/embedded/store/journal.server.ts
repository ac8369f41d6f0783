import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { StoreUnavailable } from './store.server'

/** A deposit or withdrawal that was applied for, or a transfer of the ledger, as its journal names it. */
export type Moved = { what: 'movement' | 'transfer'; id: bigint; won: bigint; at: Date; about: string }

/** How many rows there were up to a number when lines of the journal were dropped, and what the movements came to. */
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

/** Past this a journal is shortened: some 9,000 lines. */
const longBytes = 1024 * 1024
const syncAfterMs = 1_000

/**
 * What was acknowledged, in a file of its own beside a store, a line for each: when the store loses some of it, to another
 * process or to an old copy of its folder, that is seen.
 *
 * A line is handed to the system before its answer goes out, so it outlives the process; it is forced to the disk within a
 * second. A power cut may therefore take the last second's lines, never make one too many: the store forces what it
 * commits to the disk, and the line is written after that.
 */
export class Journal {
  readonly path: string
  /** Committed, and not written yet: the disk was full, say. Nothing more is acknowledged before it is. */
  #pending: string[] = []
  #bytes = 0
  /** A write that failed may have left a piece of a line behind. */
  #torn: boolean
  #syncing: NodeJS.Timeout | undefined

  /** @param putAside where the journal of an earlier store went, which lay here. */
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

  /** Writes lines, and what could not be written before. @throws StoreUnavailable */
  append(moved: readonly Moved[]): void {
    for (const one of moved) this.#pending.push(lineOf(one))
    if (this.#pending.length === 0) return
    // Opened each time: a process that lost the folder without knowing it leaves its lines where they are looked for.
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

  /** What it holds. A line that was cut off in the middle proves nothing, and is only counted. */
  read(): { moved: Moved[]; checkpoints: Checkpoint[]; unreadable: number } {
    return parsed(textOf(this.path))
  }

  /**
   * Keeps these lines alone, and whatever came after `read` looked.
   *
   * @param had how many lines, unreadable ones included, `read` saw.
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
      // The lines are with the system all the same, and the next second tries again when there are more.
    }
  }
}

/**
 * Puts a journal away that is none of a store's, because the store begins anew: what it holds may still be asked for.
 *
 * @returns its new path; undefined when there was none.
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

/** The system may take a part of it alone. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at)
}
