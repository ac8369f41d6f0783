import { LRUCache } from 'lru-cache'
import type { EdgeRefusal } from '~/http/incoming.server'
import type { Visit } from '~/http/visit.server'

/** Placeholders in a rendered template for the request id and the path to retry. */
const anyRequestId = '00000000-0000-4000-8000-000000000000'
const anyPath = '/0-any-address-0'

type Template = { status: number; headers: [string, string][]; body: string }

/** A longer path is replaced by '/', because the page repeats it several times. */
const pathCharactersMax = 512
/** Waits are rounded up to this step, so that few templates cover them all. */
const waitStepSeconds = 5

/** A refusal is some 20 kB: 8 MB at most. */
const templates = new LRUCache<string, Promise<Template>>({ max: 400 })

/**
 * The page of a refusal, without script. It is rendered once per problem, language, theme and wait; after that only the
 * request id and the path are filled in, at almost no cost.
 *
 * @param asked.path the requested path with its query.
 * @param render renders the page for this request information and path.
 */
export async function refusalPage(
  refusal: EdgeRefusal,
  asked: { visit: Visit; path: string; isData: boolean },
  render: (refusal: EdgeRefusal, visit: Visit, path: string) => Promise<Response>,
): Promise<Response> {
  const { visit, path, isData } = asked
  const retryAfterSeconds = Math.ceil(refusal.retryAfterSeconds / waitStepSeconds) * waitStepSeconds
  const key = [refusal.problem, retryAfterSeconds, visit.locale, visit.theme, isData].join(' ')
  const make = async () => {
    const facts = { ...visit, lite: true, requestId: anyRequestId }
    const address = isData ? `${anyPath}.data` : anyPath
    return templateOf(await render({ ...refusal, retryAfterSeconds }, facts, address))
  }
  // Cached as a promise: requests that are refused at the same time share one rendering.
  const made = templates.get(key) ?? make()
  templates.set(key, made)
  const { status, headers, body } = await made.catch((error: unknown) => {
    templates.delete(key)
    throw error
  })
  const own = path.length <= pathCharactersMax ? inMarkup(path) : '/'
  // Replaced by functions: in a replacement string, a $ in the visitor's path would insert parts of the page.
  const text = body.replaceAll(anyRequestId, () => visit.requestId).replaceAll(anyPath, () => (isData ? anyPath : own))
  // A response with a length is not compressed: compressing would cost more than everything else here.
  return new Response(text, { status, headers: [...headers, ['Content-Length', String(Buffer.byteLength(text))]] })
}

async function templateOf(response: Response): Promise<Template> {
  const dropped = new Set(['content-length', 'content-encoding', 'set-cookie', 'x-request-id'])
  const body = await response.text()
  return { status: response.status, headers: [...response.headers].filter(([name]) => !dropped.has(name)), body }
}

/** Escapes a path for an HTML attribute. */
function inMarkup(path: string): string {
  return path.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
