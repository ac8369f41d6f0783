import { RouterContextProvider, redirect } from 'react-router'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { lookUpTransaction } from '~/features/cashier/form/find-sent-transaction'
import { readSentAmount } from '~/features/cashier/form/unknown-outcome'
import { mayMoveMoney, sendMoneyForm } from '~/session/send-money-form'
import { isFromSite } from '~/session/site-response'
import { readDeviceTime, TabState, tabStateContext } from '~/session/tab-state'
import { faviconPath } from '~/values/addresses'
import { formDataOf } from '../../support/form-data'

/** The router's representation of an error response. */
const errorResponse = (status: number, body: unknown) => ({ status, statusText: '', internal: false, data: body })

describe('an error thrown by a router request', () => {
  it.each([
    ['no response arrived', new TypeError('Failed to fetch')],
    ['the response was incomplete', new Error('Unable to decode turbo-stream response')],
    ['another navigation replaced it', new DOMException('aborted', 'AbortError')],
    ['a proxy responded', errorResponse(502, '<html>502</html>')],
    ['a firewall responded', errorResponse(403, '<html>no</html>')],
    ['a proxy responded with its own data', errorResponse(504, { problem: 'of the proxy' })],
    ['the site failed', new Error('Unexpected Server Error')],
  ])('isn’t a response from the site when %s', (_name, thrown) => {
    expect(isFromSite(thrown)).toBe(false)
  })

  it('is a response from the site if it redirects or names its problem', () => {
    expect(isFromSite(redirect('/'))).toBe(true)
    expect(isFromSite(errorResponse(401, { problem: 'signed-out' }))).toBe(true)
  })
})

const state = new TabState()
const { readSentMoneyForm } = state
const context = new RouterContextProvider(new Map([[tabStateContext, state]]))

function send(serverAction: () => Promise<unknown>, fields = 'intent=deposit&code=1') {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://site/deposit', { method: 'POST', body: fields, headers })
  return sendMoneyForm({ request, context, serverAction })
}

const lose = () => Promise.reject(new TypeError('Failed to fetch'))
const redirectTo = (path: string) => () => Promise.reject(redirect(path))

describe('a form that moves money', () => {
  it('stays unknown with its code until it gets a response, whatever is sent in between', async () => {
    await send(lose)
    const lost = readSentMoneyForm()
    expect([lost?.isLost, lost?.pathname, lost?.fields.get('code')]).toEqual([true, '/deposit', '1'])
    await send(async () => ({ submitted: {} }), 'intent=bring-back&code=1')
    expect(readSentMoneyForm()).toBe(lost)
    await send(lose)
    expect(readSentMoneyForm()).not.toBe(lost)
    expect(readSentMoneyForm()?.sentAt).toBe(lost?.sentAt)
    await expect(send(async () => ({ submitted: {} }))).resolves.toEqual({ submitted: {} })
    expect(readSentMoneyForm()).toBeUndefined()
  })

  it('stores its next page once it gets a response, so that it can’t be sent again', async () => {
    await expect(send(redirectTo('/'))).rejects.toBeInstanceOf(Response)
    expect(readSentMoneyForm()).toMatchObject({ isLost: false, nextPath: '/' })
    await send(async () => ({ submitted: {} }))
  })

  it('isn’t stored if its button only changes the form', async () => {
    await expect(send(lose, 'intent=clear&code=1')).rejects.toThrow('Failed to fetch')
    expect(readSentMoneyForm()).toBeUndefined()
  })
})

describe('a lost form', () => {
  it.each([
    ['slept', 0, 600_000],
    ['had its clock set back', 600_000, -3_600_000],
  ])('is found in the history even if the device %s in between', async (_what, tickMs, clockMs) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.unstubAllGlobals().useRealTimers())
    const sentAt = readDeviceTime()
    const regdate = new Date().toISOString()
    const siteNow = new Date(Date.now() + 600_000).toUTCString()
    vi.stubGlobal('fetch', async (path: string) =>
      path === faviconPath
        ? new Response(null, { headers: { 'Content-Type': 'image/svg+xml', Date: siteNow } })
        : Response.json({ points: [{ points: 500, regdate }] }),
    )
    vi.advanceTimersByTime(tickMs)
    vi.setSystemTime(sentAt.clockMs + clockMs)
    const found = await lookUpTransaction({ list: 'comp', amount: 500, sentAt, owner: undefined })
    expect(found.kind).toBe('found')
  })
})

describe('a form on a money screen', () => {
  it('moves money unless its button has another intent', () => {
    for (const intent of ['deposit', 'withdraw', 'exchange', 'bring-back'])
      expect(mayMoveMoney(formDataOf(['intent', intent]))).toBe(true)
    expect(mayMoveMoney(formDataOf(['balance', '10000']))).toBe(true)
    for (const intent of ['clear', 'all', 'ask-account'])
      expect(mayMoveMoney(formDataOf(['intent', intent]))).toBe(false)
    for (const chip of ['add', 'set'])
      expect(mayMoveMoney(formDataOf([chip, '10000'], ['intent', 'deposit']))).toBe(false)
  })

  it('has an amount that is parsed as by the site', () => {
    expect(readSentAmount({ fields: formDataOf(['balance', '1만']) }, 'balance')).toBe(10_000)
    expect(readSentAmount({ fields: formDataOf(['balance', 'x']) }, 'balance')).toBeUndefined()
  })
})
