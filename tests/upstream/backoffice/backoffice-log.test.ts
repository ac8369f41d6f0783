import { describe, expect, it } from 'vitest'
import { reportLastEntry } from '~/embedded/backoffice/log-facts.server'
import { auditLedger } from '~/embedded/ledger/audit.server'
import { hours } from '~/values/durations'
import { createBackofficeOf } from '../../support/backoffice-people'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

/** The back office's log reveals changes by anyone who can write to the database. */

const embedded = sharedEmbeddedUpstream({ playApprovalMs: 0 })
const { backoffice } = createBackofficeOf(embedded)
const correct = (won = 1_000) => backoffice('correct', { member: 'demo', account: 'cash', won, reason: '확인' })

/** Returns an audit's findings about the log. */
async function logFindings(): Promise<readonly string[]> {
  const { findings } = await auditLedger(embedded.context().store)
  return findings.find(({ check }) => check.includes('log'))?.examples ?? []
}

/** Tampers as the database's owner, without triggers, and undoes it. @returns an audit's findings in between */
async function findingsAfter(tamper: string, undo: string): Promise<readonly string[]> {
  const tables = ['desk_acts', 'desk_log_chain', 'desk_act_texts']
  const triggers = (state: string) =>
    embedded.context().store.exec(tables.map((table) => `alter table ${table} ${state} trigger user;`).join('\n'))
  await triggers('disable')
  await embedded.query(tamper)
  await triggers('enable')
  const examples = await logFindings()
  await triggers('disable')
  await embedded.query(undo)
  await triggers('enable')
  expect(await logFindings()).toEqual([])
  return examples
}

describe('the back office’s log', () => {
  it('chains simultaneous lines in sequence', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? correct() : backoffice('members'))))
    const lines = await embedded.query<{ no: bigint }>('select no from desk_log_chain order by no')
    expect(lines.map(({ no }) => Number(no))).toEqual(lines.map((_, index) => index))
    expect(await logFindings()).toEqual([])
  })

  it.each([
    ["who = 'nobody'", "who = 'owner'"],
    ["act = 'close'", "act = 'correct'"],
    ["made_at = made_at + interval '1 microsecond'", "made_at = made_at - interval '1 microsecond'"],
    ['rehearsed = not rehearsed', 'rehearsed = not rehearsed'],
    [`payload = payload || '{"won": 5}'`, `payload = payload || '{"won": 1000}'`],
    [`payload_hash = 'another'`, 'payload_hash = null'],
    ['member_ids = member_ids || 1::bigint', 'member_ids = trim_array(member_ids, 1)'],
  ])('reveals a line changed by %s', async (change, back) => {
    await correct()
    const where = `where id = (select max(id) from desk_acts where act in ('correct', 'close'))`
    const examples = await findingsAfter(
      `update desk_acts set ${change} ${where}`,
      `update desk_acts set ${back} ${where}`,
    )
    expect(examples).toHaveLength(1)
  })

  it('reveals a changed text, but not an erased one', async () => {
    await correct()
    const where = `where act_id = (select max(act_id) from desk_act_texts)`
    const set = (reason: string) =>
      `update desk_act_texts set payload = jsonb_set(payload, '{reason}', '"${reason}"') ${where}`
    expect(await findingsAfter(set('another'), set('확인'))).toEqual([expect.stringMatching(/^texts of \d+$/)])
    await embedded.query(`delete from desk_act_texts ${where}`)
    expect(await logFindings()).toEqual([])
  })

  it('reveals a removed line, an inserted line and a gap in the chain', async () => {
    const table = 'create table aside as select * from'
    await correct()
    await backoffice('members')
    await embedded.query(`${table} desk_log_chain where no = (select max(no) - 1 from desk_log_chain)`)
    const gap = await findingsAfter(
      'delete from desk_log_chain where no = (select no from aside)',
      'insert into desk_log_chain select * from aside',
    )
    expect(gap.length).toBeGreaterThan(0)
    await embedded.query('drop table aside')
    const stranger = await findingsAfter(
      `insert into desk_acts (made_at, who, act, payload, result) values (now(), 'owner', 'erase', '{}', '{}')`,
      `delete from desk_acts where act = 'erase'`,
    )
    expect(stranger).toEqual([expect.stringMatching(/^line \d+$/)])
  })

  it('reveals removed first lines, a forged line number, a replaced function and a replaced trigger', async () => {
    await embedded.query('create table aside as select * from desk_log_chain where no < 3')
    const cut = await findingsAfter(
      'delete from desk_log_chain where no < 3',
      'insert into desk_log_chain select * from aside',
    )
    expect(cut).toContain('no anchor')
    const moved = await findingsAfter(
      'update desk_log_chain set no = no + 1000',
      'update desk_log_chain set no = no - 1000',
    )
    expect(moved.length).toBeGreaterThan(0)
    await embedded.query('drop table aside')
    const early = await findingsAfter(
      `insert into desk_acts (id, made_at, who, act, payload, result) overriding system value
       values (-5, now(), 'owner', 'approve', '{}', '{}')`,
      'delete from desk_acts where id = -5',
    )
    expect(early).toContain('line -5')
    await embedded.query('alter table desk_acts disable trigger desk_acts_chain')
    expect(await logFindings()).toContain('trigger desk_acts_chain')
    await embedded.query('alter table desk_acts enable trigger desk_acts_chain')
  })

  it('also chains lines that a release without the chain wrote', async () => {
    await embedded.query(
      `insert into desk_acts (made_at, who, act, payload, result) values (now(), 'owner', 'overview', '{}', '{}')`,
    )
    await correct()
    expect(await logFindings()).toEqual([])
  })

  it('publishes the chain’s last hash every hour', async () => {
    const announced = () =>
      embedded.lines
        .filter(({ message }) => message.includes('last entry'))
        .map(({ about }) => about as { hash: string })
    const before = announced().length
    for (const ms of [hours(1), hours(1) - 1, 1]) {
      embedded.advanceClock(ms)
      await reportLastEntry(embedded.context())
      await correct()
    }
    expect(announced()).toHaveLength(before + 2)
    const rows = await embedded.query<{ hash: string }>('select hash from desk_log_chain order by no')
    expect(rows.map(({ hash }) => hash)).toEqual(expect.arrayContaining(announced().map(({ hash }) => hash)))
  })

  it('publishes its last hash after every ten lines', async () => {
    const countPublished = () => embedded.lines.filter(({ message }) => message.includes('last entry')).length
    embedded.advanceClock(hours(1))
    await reportLastEntry(embedded.context())
    const before = countPublished()
    const counts: number[] = []
    for (let line = 1; line <= 20; line += 1) {
      await correct()
      await reportLastEntry(embedded.context())
      counts.push(countPublished() - before)
    }
    expect(counts).toEqual([...Array(9).fill(0), ...Array(10).fill(1), 2])
  })

  it('reveals removed last lines in the process that published their hash', async () => {
    embedded.advanceClock(hours(1))
    await correct()
    await reportLastEntry(embedded.context())
    const last = '(select max(id) from desk_acts)'
    await embedded.context().store.exec(
      `alter table desk_log_chain disable trigger user; alter table desk_acts disable trigger user;
       delete from desk_act_texts where act_id = ${last}; delete from desk_log_chain where act_id = ${last};
       delete from desk_acts where id = ${last};
       alter table desk_log_chain enable trigger user; alter table desk_acts enable trigger user`,
    )
    expect(await logFindings()).toEqual([])
    const { findings } = (await backoffice('audit')) as unknown as { findings: { check: string }[] }
    expect(findings).toEqual([expect.objectContaining({ check: expect.stringContaining('still exists') })])
  })
})
