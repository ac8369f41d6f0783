import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { bodyContext, getForm, receiveBody } from '~/server/middleware/body.server'
import { routeContext } from '~/server/middleware/route.server'
import { describeRequest } from '~/server/request-info/request-info.server'

const form = 'application/x-www-form-urlencoded'
async function posted(request: Request) {
  const context = new RouterContextProvider()
  try {
    await describeRequest(request, context)
    await receiveBody(request, context)
    return { context }
  } catch (thrown) {
    return { thrown: thrown instanceof Response ? { init: { status: thrown.status } } : thrown }
  }
}

function post(body: BodyInit, headers: Record<string, string> = { 'Content-Type': form }, path = '/deposit') {
  return new Request(`http://localhost${path}`, { method: 'POST', body, headers })
}

describe('a body', () => {
  it('is read up to 64 KiB', async () => {
    const full = 'a'.repeat(64 * 1024)
    const { context } = await posted(post(full, { 'Content-Type': 'application/json' }))
    expect(context?.get(bodyContext)?.bytes.byteLength).toBe(65_536)
    expect(await posted(post(`${full}a`))).toMatchObject({ thrown: { init: { status: 413 } } })
    expect(await posted(post(`${full}a`, {}, '/api/routes/open-game'))).toMatchObject({
      thrown: { init: { status: 413 } },
    })
  })

  it('with a too large Content-Length is rejected before it is read', async () => {
    let reads = 0
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      reads += 1
      controller.close()
    }
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const headers = { 'Content-Type': form, 'Content-Length': '20000000' }
    const request = new Request('http://localhost', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
    expect(await posted(request)).toMatchObject({ thrown: { init: { status: 413 } } })
    expect(reads).toBe(0)
  })
})

describe('a page’s form that is sent together with a preference', () => {
  it('is stripped of passwords, request code, owner and raw bytes before any other code reads it', async () => {
    const context = new RouterContextProvider()
    const request = post(
      'lng=en&balance=10000&exchange_pw=2580&code=abcdefgh&of.demo=&owner=demo&pw=a',
      undefined,
      '/language',
    )
    context.set(routeContext, { pattern: '/language', handle: { takesOtherForms: true } })
    await describeRequest(request, context)
    await receiveBody(request, context)
    expect([...getForm(context)]).toEqual([
      ['lng', 'en'],
      ['balance', '10000'],
    ])
    expect(context.get(bodyContext)?.bytes.byteLength).toBe(0)
    expect(context.get(bodyContext)?.owner).toBe('demo')
  })
})

describe('a form', () => {
  /** The status with which a page rejects the request, or undefined if it accepts it. */
  async function refusalOf(request: Request): Promise<unknown> {
    const { context, thrown } = await posted(request)
    try {
      if (context) getForm(context)
      return (thrown as { init?: { status: number } } | undefined)?.init?.status
    } catch (refused) {
      return (refused as { init: { status: number } }).init.status
    }
  }

  it.each([
    ...['text/plain', 'application/json', 'application/xml', 'application/octet-stream', '<script>'],
    ...['application/x-www-form-urlencodedx', 'multipart/form-data', 'multipart/form-data; boundary=other'],
  ])('is rejected with %s', async (type) => {
    const isMultipart = type.startsWith('multipart')
    const request = post(isMultipart ? '--x\r\n\r\n--x--' : '{"a":1}', { 'Content-Type': type })
    expect(await refusalOf(request)).toBe(isMultipart ? 400 : 415)
  })

  it('is rejected if it is compressed or has more than a hundred fields', async () => {
    expect(await refusalOf(post('a=b', { 'Content-Type': form, 'Content-Encoding': 'gzip' }))).toBe(415)
    expect([await refusalOf(post('a=b&'.repeat(100))), await refusalOf(post('a=b&'.repeat(101)))]).toEqual([
      undefined,
      413,
    ])
  })

  it('is decoded with every character as typed', async () => {
    const { context } = await posted(post(new URLSearchParams({ title: '입금 문의 & "네"', title2: '' })))
    const read = context && getForm(context)
    expect(read?.get('title')).toBe('입금 문의 & "네"')
    expect(read?.get('title2')).toBe('')
    const bare = await posted(post('title=50%&a=%zz'))
    expect(bare.context && getForm(bare.context).get('title')).toBe('50%')
    const half = await posted(post(Uint8Array.from([...new TextEncoder().encode('title='), 0xed, 0xa0, 0x80])))
    expect(() => half.context && getForm(half.context)).toThrow()
  })

  it('may be multipart, but without files', async () => {
    const parts = new FormData()
    parts.set('title', '문의')
    expect((await posted(new Request('http://localhost/help', { method: 'POST', body: parts }))).context).toBeDefined()
    parts.set('file', new File(['x'], 'x.txt'))
    const { context } = await posted(new Request('http://localhost/help', { method: 'POST', body: parts }))
    expect(() => context && getForm(context)).toThrow()
  })
})
