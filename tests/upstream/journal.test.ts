import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { StoreUnavailable } from '~/embedded/store/errors'
import { Journal, quarantineJournal } from '~/embedded/store/journal.server'
import { shortenJournal } from '~/embedded/store/journal-check.server'
import { openTestEmbeddedUpstream } from '../support/embedded-upstream'
import { createCallsOf } from '../support/member-calls'

const at = new Date('2026-03-02T03:00:00.000Z')
const deposit = (id: bigint) => ({ what: 'movement' as const, id, won: 10_000n, at, about: 'deposit of member 1' })

describe('the file of a journal', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'madang-journal-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('reads back what was written, only counts a line that was cut off, and keeps those of others when it is shortened', () => {
    const path = join(folder, 'journal')
    new Journal(path).append([deposit(1n), deposit(2n)])
    appendFileSync(path, '{"what":"movement","id":"3","wo')
    new Journal(path).append([deposit(4n)])
    expect(new Journal(path).read()).toEqual({
      records: [deposit(1n), deposit(2n), deposit(4n)],
      lines: 4,
      unreadable: 1,
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const journal = new Journal(path)
    new Journal(path).append([deposit(5n)])
    journal.shorten([deposit(4n)], 4)
    expect(journal.read().records).toEqual([deposit(4n), deposit(5n)])
  })

  it('acknowledges nothing until what could not be written is written', async () => {
    const away = join(folder, 'away')
    const journal = new Journal(join(away, 'journal'))
    expect(() => journal.append([deposit(1n)])).toThrow(StoreUnavailable)
    // A repeated request writes no line of its own but would still acknowledge the first.
    expect(() => journal.append([])).toThrow(StoreUnavailable)
    await mkdir(away)
    journal.append([])
    expect(journal.read().records).toEqual([deposit(1n)])
  })

  it('is not taken for empty, or for none, where it can’t be read', async () => {
    const path = join(folder, 'journal')
    const journal = new Journal(path)
    journal.append([deposit(1n)])
    await rename(path, `${path}.whole`)
    await symlink(path, path)
    expect(() => journal.read()).toThrow(/ELOOP/)
    expect(() => journal.shorten([], 1)).toThrow(/ELOOP/)
    expect(() => new Journal(path)).toThrow(/ELOOP/)
    expect(quarantineJournal(join(folder, 'none'), at)).toBeUndefined()
  })
})

describe('an embedded upstream on PGlite', () => {
  const inFolder = { databaseUrl: undefined } as const
  type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>
  let embedded: TestEmbeddedUpstream
  beforeAll(async () => {
    embedded = await openTestEmbeddedUpstream(inFolder)
  })
  beforeEach(() => {
    embedded.lines.length = 0
  })
  afterAll(() => embedded.close())
  const journalPath = () => join(embedded.options.dataDir, 'house.journal')
  const lines = () =>
    readFileSync(journalPath(), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const errors = () => embedded.lines.filter(({ level }) => level === 'error')

  async function deposited(won: number): Promise<void> {
    const token = await embedded.signIn()
    expect((await createCallsOf(embedded).deposit(token, won)).status).toBe('success')
  }

  it('has a line of each movement and transfer before it acknowledges it', async () => {
    await deposited(30_000)
    expect(lines().at(-1)).toMatchObject({
      what: 'movement',
      won: '30000',
      about: expect.stringMatching(/^deposit of member \d+$/),
    })
    embedded.advanceClock(3_000)
    await embedded.signIn().then((token) => embedded.call('user-health-check', {}, token))
    expect(lines().at(-1)).toMatchObject({ what: 'transfer', won: '30000', about: 'deposit' })
    await embedded.reopen()
    expect(errors()).toEqual([])
  })

  it('moves the journal of an earlier store away when it begins anew', async () => {
    await deposited(20_000)
    await embedded.whileClosed(() => rm(join(embedded.options.dataDir, 'house'), { recursive: true }))
    expect(
      readdirSync(embedded.options.dataDir).filter((name) => name.startsWith('house.journal.before-')),
    ).toHaveLength(1)
    expect(embedded.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('anew') }),
    )
    expect(errors()).toEqual([])
    expect(existsSync(journalPath())).toBe(true)
  })

  it('names at its start, and in the audit, what an old copy of its folder lacks, until the journal is moved away', async () => {
    const { dataDir } = embedded.options
    const folder = join(dataDir, 'house')
    const copy = join(dataDir, 'copy')
    await embedded.reopen()
    await deposited(20_000)
    await embedded.whileClosed(() => cp(folder, copy, { recursive: true }))
    await deposited(40_000)
    await deposited(50_000)
    await embedded.whileClosed(async () => {
      await rm(folder, { recursive: true })
      await rename(copy, folder)
    })
    // Ids continue from the copy, so a new movement has the id of a lost one.
    await deposited(60_000)

    const [lost] = errors()
    expect(lost).toMatchObject({ about: { count: 2 }, message: expect.stringContaining('lacks') })
    const { inOrder, findings } = await auditLedger(embedded.context().store)
    expect(inOrder).toBe(false)
    expect(findings).toEqual([
      {
        check: 'everything that the journal names is there',
        count: 2,
        examples: [
          expect.stringMatching(/^movement \d+ of 40000 won at .*: deposit of member \d+$/),
          expect.stringContaining('50000'),
        ],
      },
    ])

    await embedded.whileClosed(() => rename(journalPath(), `${journalPath()}.old`))
    expect((await auditLedger(embedded.context().store)).inOrder).toBe(true)
  })

  it('shortens a long journal to its newer half and what the store lacks of the older one', async () => {
    const { store } = embedded.context()
    await store.query(
      `insert into movements (kind, member_id, won, fee, method, applied_at)
       select 'deposit', (select min(id) from members), 10000, 0, 'bank', $1 from generate_series(1, 10000)`,
      [at],
    )
    const rows = await embedded.query<{ id: bigint }>('select id from movements where applied_at = $1 order by id', [
      at,
    ])
    const lost = deposit(999_999n)
    // What earlier releases wrote in place of dropped lines.
    appendFileSync(journalPath(), `${JSON.stringify({ what: 'checkpoint', movements: {}, transfers: {} })}\n`)
    store.journal?.append([lost, ...rows.map(({ id }) => deposit(id))])
    const before = statSync(journalPath()).size
    await shortenJournal(embedded.context())
    expect(statSync(journalPath()).size).toBeLessThan(before * 0.6)
    // And the few of the tests before.
    expect(lines().length).toBeLessThan(5_010)
    expect(lines()[0]).toMatchObject({ id: '999999' })
    expect((await auditLedger(store)).findings).toMatchObject([
      { count: 1, examples: [expect.stringMatching(/^movement 999999 of 10000 won/)] },
    ])
    await embedded.reopen()
    expect(embedded.lines.filter(({ level }) => level === 'warn')).toEqual([])
    expect(errors()).toMatchObject([{ about: { count: 1 } }])
    await embedded.whileClosed(() => rm(journalPath()))
  })
})
