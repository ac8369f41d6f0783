import { data } from 'react-router'
import { describe, expect, it } from 'vitest'
import { mayMoveMoney, readSentAmount } from '~/features/cashier/tracking/look-up'
import { isConnectionError } from '~/frame/lost-responses/client-middleware'
import { formDataOf } from '../support/form-data'

/** What the router makes of a response from 400 on. */
const errorResponse = (status: number, body: unknown) => ({ status, statusText: '', internal: false, data: body })

describe('a response', () => {
  it.each([
    ['nothing came', new TypeError('Failed to fetch')],
    ['half of it came', new Error('Unable to decode turbo-stream response')],
    ['it had no body', new Error('No response body to decode')],
    ['a proxy answered', errorResponse(502, '<html>502</html>')],
    ['a firewall answered', errorResponse(403, '<html>no</html>')],
    ['a proxy answered with nothing', errorResponse(504, '')],
  ])('is lost when %s, to a page or to a form', (_name, error) => {
    expect(isConnectionError(error)).toBe(true)
    // The router wraps what an action threw.
    expect(isConnectionError(data(error, { status: 200 }))).toBe(true)
  })

  it.each([
    ['a refusal of the site', errorResponse(401, { problem: 'signed-out' })],
    ['a failure of the site', new Error('Unexpected Server Error')],
    ['the framework’s refusal', errorResponse(405, 'Error: You made a POST request')],
    ['what a route threw', { problem: 'internal' }],
    ['nothing', undefined],
  ])('has arrived when it is %s', (_name, error) => {
    expect(isConnectionError(error)).toBe(false)
    expect(isConnectionError(data(error, { status: 200 }))).toBe(false)
  })
})

describe('a form of a money screen', () => {
  it('moves money unless a button of it asks for something else', () => {
    for (const intent of ['deposit', 'withdraw', 'exchange', 'bring-back'])
      expect(mayMoveMoney(formDataOf(['intent', intent]))).toBe(true)
    expect(mayMoveMoney(formDataOf(['balance', '10000']))).toBe(true)
    for (const intent of ['clear', 'all', 'set', 'ask-account'])
      expect(mayMoveMoney(formDataOf(['intent', intent]))).toBe(false)
    expect(mayMoveMoney(formDataOf(['add', '10000'], ['intent', 'deposit']))).toBe(false)
  })

  it('has an amount that is parsed as the site parses it', () => {
    expect(readSentAmount({ fields: formDataOf(['balance', '1만']) }, 'balance')).toBe(10_000)
    expect(readSentAmount({ fields: formDataOf(['balance', 'x']) }, 'balance')).toBeUndefined()
  })
})
