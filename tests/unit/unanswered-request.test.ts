import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { describe, expect, it } from 'vitest'
import { mayMoveMoney, readSentAmount } from '~/cashier/lost-movement'
import {
  isConnectionError,
  preservePageBody,
  preservePageMiddleware,
  preservePageWith,
  setUnansweredListener,
  type UnansweredRequest,
} from '~/shell/unanswered-request'

describe('an answer', () => {
  it.each([
    ['nothing came', new TypeError('Failed to fetch')],
    ['half of it came', new Error('Unable to decode turbo-stream response')],
    ['a proxy answered', new ErrorResponse(502, 'Bad Gateway', '<html>502</html>')],
    ['a firewall answered', new ErrorResponse(403, 'Forbidden', '<html>no</html>')],
    ['a proxy answered with nothing', new ErrorResponse(504, '', '')],
  ])('is lost when %s', (_name, error) => {
    expect(isConnectionError(error)).toBe(true)
  })

  it.each([
    ['a refusal of the site', new ErrorResponse(401, 'Unauthorized', { problem: 'signed-out' })],
    ['a failure of the site', new Error('Unexpected Server Error')],
    ['the framework’s refusal', new ErrorResponse(405, 'Method Not Allowed', 'Error: You made a POST request')],
    ['what a route threw', { problem: 'internal' }],
    ['nothing', undefined],
  ])('has arrived when it is %s', (_name, error) => {
    expect(isConnectionError(error)).toBe(false)
  })
})

const post = (body: BodyInit, type: string) =>
  new Request('http://site.example/deposit', { method: 'POST', body, headers: { 'Content-Type': type } })
const form = () => post('balance=10000', 'application/x-www-form-urlencoded')
const failed = (result: unknown) => async () => ({ 'cashier/deposit': { type: 'error' as const, result } })

describe('a request of the router', () => {
  it('waits for the shell’s decision when its answer is lost, however the framework wraps the error', async () => {
    for (const thrown of [new TypeError('Failed to fetch'), data(new TypeError('Failed to fetch'), { status: 200 })]) {
      const unanswered: UnansweredRequest[] = []
      const stopListening = setUnansweredListener((lost) => unanswered.push(lost))
      const results = preservePageMiddleware({ request: form() }, failed(thrown))
      await expect.poll(() => unanswered.length).toBe(1)
      expect(unanswered[0]).toMatchObject({ isMutation: true, isAfterFormRedirect: false })
      unanswered[0]?.release('reload')
      expect(await results).toEqual({})
      stopListening()
    }
  })

  it('fails as usual where nobody listens, and when the site itself answered with an error', async () => {
    const lost = await preservePageMiddleware({ request: form() }, failed(new TypeError('Failed to fetch')))
    expect(lost['cashier/deposit']?.type).toBe('error')
    const stopListening = setUnansweredListener(() => expect.unreachable())
    const ours = new ErrorResponse(400, 'Bad Request', { problem: 'bad-request' })
    expect((await preservePageMiddleware({ request: form() }, failed(ours)))['cashier/deposit']?.result).toBe(ours)
    stopListening()
  })

  it('that preserves the page is answered with what the page shows and never sent', async () => {
    const never = () => expect.unreachable() as never
    const answer = { typed: { balance: '10000' } }
    preservePageWith({ url: 'http://site.example/deposit', actionData: { 'cashier/deposit': answer }, failure: null })
    const kept = await preservePageMiddleware({ request: post(preservePageBody, 'text/plain') }, never)
    expect(kept).toMatchObject({ 'cashier/deposit': { type: 'data', result: { data: answer, init: { status: 503 } } } })

    const next = async () => ({})
    expect(await preservePageMiddleware({ request: new Request('http://site.example/deposit') }, next)).toEqual({})
  })
})

describe('a form of a money screen', () => {
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }

  it('moves money unless a button of it asks for something else', () => {
    for (const intent of ['deposit', 'withdraw', 'exchange', 'bring-back'])
      expect(mayMoveMoney(formOf({ intent }))).toBe(true)
    expect(mayMoveMoney(formOf({ balance: '10000' }))).toBe(true)
    for (const intent of ['clear', 'all', 'ask-account']) expect(mayMoveMoney(formOf({ intent }))).toBe(false)
    expect(mayMoveMoney(formOf({ add: '10000', intent: 'deposit' }))).toBe(false)
  })

  it('has an amount that is parsed as the site parses it', () => {
    expect(readSentAmount({ formData: formOf({ balance: '1만' }) }, 'balance')).toBe(10_000)
    expect(readSentAmount({ formData: formOf({ balance: 'x' }) }, 'balance')).toBeUndefined()
    expect(readSentAmount({ formData: undefined }, 'balance')).toBeUndefined()
  })
})
