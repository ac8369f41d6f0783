import { LRUCache } from 'lru-cache'
import type { EdgeRefusal } from '~/http/incoming.server'
import type { Visit } from '~/http/visit.server'

/** Stand in a rendered refusal where each answer has its own: the request's number, and the address to try again. */
const anyRequestId = '00000000-0000-4000-8000-000000000000'
const anyPath = '/0-any-address-0'

type Template = { status: number; headers: [string, string][]; body: string }

/** A longer address is not offered again: it stands several times on the page. */
const pathCharactersMax = 512
/** Waits are rounded up to whole steps, so that few pages say all of them. */
const waitStepSeconds = 5

/** A refusal is some 20 kB: 8 MB at most. */
const templates = new LRUCache<string, Promise<Template>>({ max: 400 })

/**
 * The page of a refusal, without script and at next to no cost: rendered once for each language, theme and wait, after
 * that only the request's number and its address are put in.
 *
 * @param asked.path with its query, as the visitor asked for it.
 * @param render makes the page for these facts and this address.
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
  // Kept while it is made: a crowd that is turned away at once has it made once.
  const made = templates.get(key) ?? make()
  templates.set(key, made)
  const { status, headers, body } = await made.catch((error: unknown) => {
    templates.delete(key)
    throw error
  })
  const own = path.length <= pathCharactersMax ? inMarkup(path) : '/'
  // By functions: in a plain replacement a $ of the visitor's path would stand for parts of the page.
  const text = body.replaceAll(anyRequestId, () => visit.requestId).replaceAll(anyPath, () => (isData ? anyPath : own))
  // Its length says that nothing has to be packed: that would cost more than all the rest.
  return new Response(text, { status, headers: [...headers, ['Content-Length', String(Buffer.byteLength(text))]] })
}

async function templateOf(response: Response): Promise<Template> {
  const dropped = new Set(['content-length', 'content-encoding', 'set-cookie', 'x-request-id'])
  const body = await response.text()
  return { status: response.status, headers: [...response.headers].filter(([name]) => !dropped.has(name)), body }
}

/** An address as it stands in an attribute. */
function inMarkup(path: string): string {
  return path.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
