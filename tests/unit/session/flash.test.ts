import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { flashContext, redirectWithFlash } from '~/server/cookies/flash.server'
import { describeRequest } from '~/server/request-info/request-info.server'
import { completeResponse } from '~/server/responses/complete.server'

const done = { kind: 'success', message: 'comp.done', values: { amount: 10_000 } } as const
const sent = redirectWithFlash('/', done)
const cookie = sent.headers.get('Set-Cookie')?.split(';')[0] ?? ''
const html = { 'Content-Type': 'text/html; charset=utf-8' }

async function openPage(path: string, headers: Record<string, string>, init: ResponseInit = { headers: html }) {
  const request = new Request(`http://localhost${path}`, { headers })
  const context = new RouterContextProvider()
  await describeRequest(request, context)
  const response = new Response('page', init)
  completeResponse(response, request, context)
  return { notice: context.get(flashContext), cookies: response.headers.getSetCookie() }
}

describe('a flash message', () => {
  it('is set with the redirect and shown once by the next page', async () => {
    expect(sent.status).toBe(303)
    const shown = await openPage('/', { Cookie: cookie })
    expect(shown.notice).toEqual(done)
    expect(shown.cookies).toEqual([expect.stringMatching(/^notice=; Max-Age=0; Path=\//)])
  })

  it('isn’t used up by a response that isn’t a page', async () => {
    expect((await openPage('/', { Cookie: cookie }, { status: 303, headers: { Location: '/login' } })).cookies).toEqual(
      [],
    )
    expect((await openPage('/a.data?_routes=lobby%2Fslot', { Cookie: cookie }, {})).cookies).toEqual([])
    expect((await openPage('/a.data', { Cookie: cookie }, {})).cookies).toHaveLength(1)
  })

  it('isn’t used up by a prefetched page', async () => {
    const ahead = await openPage('/', { Cookie: cookie, 'Sec-Purpose': 'prefetch' })
    expect(ahead.notice).toBeNull()
    expect(ahead.cookies).toEqual([])
  })
})

describe('a forged flash message', () => {
  const planted = async (value: unknown) =>
    (await openPage('/', { Cookie: `notice=${Buffer.from(JSON.stringify(value)).toString('base64url')}` })).notice

  it.each([
    { kind: 'success', message: 'comp.done', values: { amount: '010-1234-5678 로 전화해 주세요. 보너스' } },
    { kind: 'error', message: 'user.history.file.failed', values: { reference: 'call 010-1234-5678' } },
    { kind: 'success', message: 'msg2010', values: { amount: 1 } },
    { kind: 'warning', message: 'msg2010' },
    { kind: 'success', message: 'notice.new', values: { title: 'x' } },
    { kind: 'info', message: 'problem.reference' },
    { kind: 'success', message: 'comp.done', values: { amount: 10_000, more: 'words' } },
    { kind: 'success', message: 'msg2010', text: 'words' },
  ])('%j shows nothing', async (value) => {
    expect(await planted(value)).toBeNull()
  })
})
