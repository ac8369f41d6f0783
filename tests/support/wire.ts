import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. */
export type WireAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

export type Sent = {
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type Wire = ReturnType<typeof wireTo>

const patienceMs = 20_000

/**
 * Speaks HTTP with a site on this machine as no browser would: paths, Host and headers go out as they are given, and
 * nothing is followed. A form's type is put in when a body comes without one.
 *
 * @param maxSockets how many requests are under way at once; the others wait here.
 */
export function wireTo(port: number, maxSockets = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets })

  function send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const typed = body === undefined || 'Content-Type' in headers
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent,
          timeout: patienceMs,
          headers: {
            ...(typed ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
            ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              body: Buffer.concat(parts).toString(),
            }),
          )
          answer.on('error', reject)
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path.slice(0, 80)}`)))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Calls `POST /api/routes/<segment>`; a text goes out as it is. */
  const call = (segment: string, payload: unknown, headers: Record<string, string> = {}) =>
    send('POST', `/api/routes/${segment}`, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  /** Logs in. @returns the line of the Cookie header that carries the session. */
  async function signIn(id = 'demo', pw = 'demo-1234', headers: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ id, pw }).toString()
    const answer = await send('POST', '/login', { headers, body })
    const cookie = cookieIn(answer, /^(?:__Host-)?madang=./)
    if (answer.status !== 303 || !cookie) throw new Error(`Logging in as ${id} answered ${answer.status}`)
    return cookie
  }

  return { send, call, signIn, close: () => agent.destroy() }
}

/** The `name=value` of the first cookie that an answer sets and that looks like this. */
export function cookieIn(answer: WireAnswer, like: RegExp): string | undefined {
  return answer.headers['set-cookie']?.find((line) => like.test(line))?.split(';')[0]
}
