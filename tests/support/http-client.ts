import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** A response whose body is read as text. */
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: string }

export type HttpRequestInit = { headers?: Record<string, string>; body?: string | Uint8Array }

export type HttpClient = ReturnType<typeof createHttpClient>

const timeoutMs = 120_000

/**
 * An HTTP client for a local site. It sends paths, Host and headers unchanged, and follows no redirects. A body without
 * a Content-Type is sent as a form.
 * @param maxSockets the maximum number of concurrent requests; further requests wait in the client.
 */
export function createHttpClient(port: number, maxSockets = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets })

  function send(method: string, path: string, { headers = {}, body }: HttpRequestInit = {}): Promise<HttpResponse> {
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
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts).toString(),
            }),
          )
          response.on('error', reject)
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no response to ${method} ${path.slice(0, 80)}`)))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Calls `POST /api/routes/<segment>`. A string payload is sent unchanged. */
  const call = (callName: string, payload: unknown, headers: Record<string, string> = {}) =>
    send('POST', `/api/routes/${callName}`, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  /** Signs in. @returns the `name=value` of the session cookie */
  async function signIn(id = 'demo', pw = 'demo-1234', headers: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams({ id, pw }).toString()
    const response = await send('POST', '/login', { headers, body })
    const cookie = findSetCookie(response, /^(?:__Host-)?madang=./)
    if (response.status !== 303 || !cookie) throw new Error(`Logging in as ${id} returned ${response.status}`)
    return cookie
  }

  return { send, call, signIn, close: () => agent.destroy() }
}

/** The `name=value` of the first cookie set by a response that matches `pattern`. */
function findSetCookie(response: HttpResponse, pattern: RegExp): string | undefined {
  return response.headers['set-cookie']?.find((line) => pattern.test(line))?.split(';')[0]
}
