import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer whose body is read as text. */
export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

export type HttpRequestInit = {
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type HttpClient = ReturnType<typeof createHttpClient>

const timeoutMs = 120_000

/**
 * An HTTP client for a site on this machine that sends paths, Host and headers as given and follows no redirect. A body
 * without a Content-Type gets that of a form.
 *
 * @param maxSockets the most requests in flight; the others wait in the client.
 */
export function createHttpClient(port: number, maxSockets = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets })

  function send(method: string, path: string, { headers = {}, body }: HttpRequestInit = {}): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const hasContentType = body === undefined || 'Content-Type' in headers
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent,
          timeout: timeoutMs,
          headers: {
            ...(hasContentType ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
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

  /** Calls `POST /api/routes/<segment>`. A string payload is sent as it is. */
  const call = (callName: string, payload: unknown, headers: Record<string, string> = {}) =>
    send('POST', `/api/routes/${callName}`, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  /** Signs in. @returns the `name=value` of the session cookie */
  async function signIn(id = 'demo', pw = 'demo-1234', headers: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ id, pw }).toString()
    const answer = await send('POST', '/login', { headers, body })
    const cookie = findSetCookie(answer, /^(?:__Host-)?madang=./)
    if (answer.status !== 303 || !cookie) throw new Error(`Logging in as ${id} answered ${answer.status}`)
    return cookie
  }

  return { send, call, signIn, close: () => agent.destroy() }
}

/** The `name=value` of the first cookie set by an answer that matches `pattern`. */
function findSetCookie(answer: HttpAnswer, pattern: RegExp): string | undefined {
  return answer.headers['set-cookie']?.find((line) => pattern.test(line))?.split(';')[0]
}
