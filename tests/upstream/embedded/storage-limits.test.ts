import { beforeAll, describe, expect, it } from 'vitest'
import { maxAcceptances } from '~/embedded/members/documents.server'
import { createCallsOf } from '../../support/member-calls'
import { sharedEmbeddedUpstream } from '../../support/shared-embedded-upstream'

const embedded = sharedEmbeddedUpstream()
const { deposit, depositsOf } = createCallsOf(embedded)
let token: string
beforeAll(async () => {
  token = await embedded.signIn()
})

/** From docs/product.md: notes, notices, help. */
const maxInquiries = 100
const maxInquiryBytes = 512 * 1024

const long = '가'.repeat(4_000)
const bytesOf = (body: object) => Buffer.byteLength(JSON.stringify(body))
const memberId = async (id: string) =>
  (await embedded.query<{ id: bigint }>('select id from members where user_id = $1', [id]))[0]?.id
const writeInquiry = (contents: string, by = token) => embedded.call('user-write-help', { title: '문의', contents }, by)
const listInquiries = async (by = token) => (await embedded.call('get-help-list', {}, by)).response.helps

describe('inquiries', () => {
  it('are limited in number per member, and others can still write', async () => {
    const written = (await listInquiries()).length
    await embedded.query(
      `insert into help_requests (member_id, title, contents, language, made_at)
       select $1, n::text, '짧은 문의', 'ko', now() from generate_series(1, $2) n`,
      [await memberId('demo'), maxInquiries - 1 - written],
    )
    expect((await writeInquiry('짧은 문의')).status).toBe('success')
    expect(await writeInquiry('하나 더')).toMatchObject({ httpStatus: 200, status: 'limit' })
    expect(await listInquiries()).toHaveLength(maxInquiries)
    const strangerToken = await embedded.signIn('demo2', 'demo-5678')
    expect((await writeInquiry('다른 회원의 문의', strangerToken)).status).toBe('success')

    // Account inquiries have a separate limit, because members can't deposit without them.
    expect((await embedded.call('user-ask-account', {}, token)).status).toBe('success')
    await embedded.call('del-all-help', {}, token)
    expect((await writeInquiry('다시')).status).toBe('success')
  })

  it('are limited in total length per member', async () => {
    await embedded.call('del-all-help', {}, token)
    let written = 0
    while ((await writeInquiry(long)).status === 'success') written += 1
    expect(written).toBe(Math.floor(maxInquiryBytes / Buffer.byteLength(`문의${long}`)))
    expect(bytesOf(await listInquiries())).toBeLessThan(1024 * 1024)
  })

  it('about the account are limited to the newest twenty', async () => {
    await embedded.call('del-all-help', {}, token)
    for (let count = 0; count < 25; count++) {
      expect((await embedded.call('user-ask-account', {}, token)).status).toBe('success')
      embedded.advanceClock(3_000)
    }
    const ids = (await listInquiries()).map(({ _id }) => Number(_id))
    expect(ids).toHaveLength(20)
    expect(ids).toEqual([...ids].sort((left, right) => right - left))
  })
})

it.each([
  ['about one mebibyte of long ones', long, { least: 51, most: 199 }],
  ['two hundred short ones', '짧은 글', { least: 200, most: 200 }],
])('a too long list of texts contains the newest ones: %s', async (_, text, { least, most }) => {
  const id = await memberId('demo')
  // More rows than the limits allow, as from older releases or the back office.
  await embedded.query(
    `insert into help_requests (member_id, title, contents, language, made_at)
     select $1, n::text, $2, 'ko', now() from generate_series(1, 300) n`,
    [id, text],
  )
  await embedded.query(
    'insert into notes (member_id, title, contents, made_at) select $1, n::text, $2, now() from generate_series(1, 300) n',
    [id, text],
  )
  await embedded.query(
    `insert into notices (place, title, contents, made_at)
     select 'list', n::text, $1, $2::timestamptz - (300 - n) * interval '1 second' from generate_series(1, 300) n`,
    [text, embedded.context().now()],
  )
  for (const [callName, list] of [
    ['get-help-list', 'helps'],
    ['get-user-note', 'note'],
    ['get-user-notices', 'notices'],
  ] as const) {
    const { body, response } = await embedded.call(callName, {}, token)
    expect(bytesOf(body), callName).toBeLessThan(1.2 * 1024 * 1024)
    const texts = (response as unknown as Record<string, { title?: string }[]>)[list] ?? []
    expect(texts.length, callName).toBeGreaterThanOrEqual(least)
    expect(texts.length, callName).toBeLessThanOrEqual(most)
    expect(
      texts.slice(0, 2).map(({ title }) => title),
      callName,
    ).toEqual(['300', '299'])
  }
  await embedded.query('delete from help_requests where member_id = $1', [id])
  await embedded.query('delete from notes where member_id = $1', [id])
  await embedded.query("delete from notices where title ~ '^[0-9]+$'")
})

it('accepted documents are limited in number per member, whatever versions a request names', async () => {
  const accept = (version: string) =>
    embedded.call('accept-documents', { versions: { terms: version, privacy: version }, adult: true }, token)
  await embedded.query(
    `insert into document_acceptances (member_id, document, version, adult, accepted_at)
     select $1, 'terms', n::text, true, now() from generate_series(3, $2) n`,
    [await memberId('demo'), maxAcceptances],
  )
  expect((await accept('1')).status).toBe('success')
  expect((await accept('2')).status).toBe('limit')
})

it('a member has at most a thousand pending deposits, of which a call approves only a few', async () => {
  const id = await memberId('demo2')
  const otherToken = await embedded.signIn('demo2', 'demo-5678')
  await embedded.query(
    `insert into movements (kind, member_id, won, fee, method, applied_at)
       select 'deposit', $1, 10000, 0, 'bank', now() from generate_series(1, 999)`,
    [id],
  )
  expect((await deposit(otherToken)).status).toBe('success')
  expect((await deposit(otherToken)).status).toBe('wait')
  expect((await depositsOf(otherToken)).balances).toHaveLength(20)

  await embedded.query("update movements set due_at = $1 where state = 'wait'", [new Date(0)])
  await embedded.call('user-health-check', {}, otherToken)
  const [waiting] = await embedded.query<{ count: number }>(
    "select count(*)::integer as count from movements where state = 'wait'",
  )
  expect(waiting?.count).toBeGreaterThan(500)
})
