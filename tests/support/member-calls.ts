import { randomUUID } from 'node:crypto'
import type { openTestEmbeddedUpstream } from './embedded-upstream'

type TestEmbeddedUpstream = Awaited<ReturnType<typeof openTestEmbeddedUpstream>>

/** Members' calls to an embedded upstream with their tokens, and their browsers' requests to its pages. */
export function createCallsOf(embedded: TestEmbeddedUpstream) {
  const deposit = (token: string, balance = 10_000, code: string = randomUUID()) =>
    embedded.call('apply-user-deposit', { balance, code }, token)

  /** Creates a deposit through a payment service, which is pending until it is paid. */
  const depositByPayment = (token: string, balance = 10_000, idx: string | number = 1, code: string = randomUUID()) =>
    embedded.call('apply-deposit-payment', { balance, code, idx }, token)

  /** @param more a withdrawal password other than the one from `newMember`, or a request code. */
  const withdraw = (
    token: string,
    balance = 10_000,
    more: { exchange_pw?: string | undefined; code?: string } = {},
  ) => {
    const payload = { balance, code: randomUUID(), exchange_pw: '4321', ...more }
    return embedded.call('apply-user-withdraw', payload, token)
  }

  const moneyOf = async (token: string) => (await embedded.call('get-in-game-balance', {}, token)).response
  const cashOf = async (token: string) => (await moneyOf(token)).balance
  const depositsOf = async (token: string) => (await embedded.call('get-deposit-list', {}, token)).response
  const withdrawalsOf = async (token: string) => (await embedded.call('get-withdraw-list', {}, token)).response

  /** Opens a slot, or another company's only game. */
  async function openGame(token: string, company = 'dodam-play', language?: string) {
    const code = company === 'dodam-play' ? 'moon-rabbit-mill' : company
    const headers: Record<string, string> = language === undefined ? {} : { 'Accept-Language': language }
    const { body } = await embedded.call('open-game', { company, code }, token, headers)
    const path = String(body.gameUrl)
    return { status: body.status, path, session: path.slice('/sandbox/game/'.length) }
  }

  async function getPage(path: string, headers: Record<string, string> = {}) {
    const response = await embedded.send(new Request(`http://site.example${path}`, { headers }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  async function submitForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields)
    const response = await embedded.send(new Request(`http://site.example${path}`, { method: 'POST', body, headers }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  const calls = { deposit, depositByPayment, withdraw, moneyOf, cashOf, depositsOf, withdrawalsOf }
  return { ...calls, openGame, getPage, submitForm }
}
