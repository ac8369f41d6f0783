import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { fileErrorReason } from '~/platform/settings/setting-error.server'
import { parseJson } from '~/values/parse-json'
import { StoreUnavailable } from './errors'

/** A journal record of a requested deposit or withdrawal, or of a ledger transfer. `won` is its amount. */
export type JournalRecord = { what: 'movement' | 'transfer'; id: bigint; won: bigint; at: Date; about: string }

const wholeNumber = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform(BigInt)
const lineSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.enum(['movement', 'transfer']),
    id: wholeNumber,
    won: wholeNumber,
    at: z.iso.datetime().transform((text) => new Date(text)),
    about: z.string().max(200),
  }),
  // Earlier releases wrote sums of what they dropped.
  z.object({ what: z.literal('checkpoint') }),
])

/** A journal above this size is shortened: some 9,000 lines. */
const shortenAboveBytes = 1024 * 1024
const syncAfterMs = 1_000

/**
 * A file beside a store with one JSON line for each acknowledged write. It shows what the store has lost, for example
 * to another process or an old copy of its folder.
 *
 * A line is written before the response goes out, so it survives a crash of the process, and is synced to the disk within
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
  #endsMidLine: boolean
  #syncTimer: NodeJS.Timeout | undefined

  /** @param quarantinedPath path that the journal of an earlier store was moved to. */
  constructor(
    path: string,
    readonly quarantinedPath?: string,
  ) {
    this.path = path
    const text = readText(path)
    this.#bytes = Buffer.byteLength(text)
    this.#endsMidLine = text !== '' && !text.endsWith('\n')
  }

  get isLong(): boolean {
    return this.#bytes > shortenAboveBytes
  }

  /** Appends lines, including those that could not be written before. @throws StoreUnavailable */
  append(records: readonly JournalRecord[]): void {
    for (const one of records) this.#pending.push(formatRecord(one))
    if (this.#pending.length === 0) return
    // Opened each time, so that the lines go to the current file even when another process has replaced it.
    try {
      const file = openSync(this.path, 'a', 0o600)
      try {
        writeFully(file, `${this.#endsMidLine ? '\n' : ''}${this.#pending.join('')}`)
        this.#bytes = fstatSync(file).size
      } finally {
        closeSync(file)
      }
    } catch (cause) {
      this.#endsMidLine = true
      throw new StoreUnavailable('the journal can’t be written', { cause })
    }
    this.#endsMidLine = false
    this.#pending = []
    this.#syncTimer ??= setTimeout(() => {
      this.#syncTimer = undefined
      void this.#sync()
    }, syncAfterMs).unref()
  }

  /** Reads all records. Partial or invalid lines are only counted: in `lines`, as all are, and in `unreadable`. */
  read(): { records: JournalRecord[]; lines: number; unreadable: number } {
    const lines = splitLines(readText(this.path)).map((line) => lineSchema.safeParse(parseJson(line)).data)
    return {
      records: lines.filter((line) => line !== undefined && line.what !== 'checkpoint'),
      lines: lines.length,
      unreadable: lines.filter((line) => line === undefined).length,
    }
  }

  /** Replaces the first `readLines` lines, those that `read` has seen, by `remaining`; what was appended since stays. */
  shorten(remaining: readonly JournalRecord[], readLines: number): void {
    const appendedSince = splitLines(readText(this.path)).slice(readLines)
    const lines = [...remaining.map(formatRecord), ...appendedSince.map((line) => `${line}\n`)]
    const file = openSync(`${this.path}.new`, 'w', 0o600)
    try {
      writeFully(file, lines.join(''))
      fsyncSync(file)
      this.#bytes = fstatSync(file).size
    } finally {
      closeSync(file)
    }
    renameSync(`${this.path}.new`, this.path)
    this.#endsMidLine = false
  }

  async close(): Promise<void> {
    if (this.#syncTimer === undefined) return
    clearTimeout(this.#syncTimer)
    this.#syncTimer = undefined
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
export function quarantineJournal(path: string, now: Date): string | undefined {
  const quarantined = `${path}.before-${now.toISOString().replace(/[:.]/g, '-')}`
  return unlessMissing(() => {
    renameSync(path, quarantined)
    return quarantined
  }, undefined)
}

function readText(path: string): string {
  return unlessMissing(() => readFileSync(path, 'utf8'), '')
}

/** What `access` returns, or `instead` where there is no file. @throws any other error: such a journal is not empty. */
function unlessMissing<T>(access: () => T, instead: T): T {
  try {
    return access()
  } catch (error) {
    if (fileErrorReason(error) === 'ENOENT') return instead
    throw error
  }
}

function splitLines(text: string): string[] {
  return text.split('\n').filter((one) => one !== '')
}

function formatRecord({ what, id, won, at, about }: JournalRecord): string {
  return `${JSON.stringify({ what, id: String(id), won: String(won), at, about })}\n`
}

/** Writes a whole text; one `writeSync` may write only a part. */
function writeFully(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(file, bytes, at)
}
