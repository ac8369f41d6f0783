import { LRUCache } from 'lru-cache'
import type { EdgeRefusal } from '~/http/incoming.server'
import type { RequestInfo } from '~/http/request-info.server'

/** Placeholders in a rendered template for the request id and the path to retry. */
const placeholderRequestId = '00000000-0000-4000-8000-000000000000'
const placeholderPath = '/0-any-address-0'

type PageTemplate = { status: number; headers: [string, string][]; body: string }

/** A longer path is replaced by '/', because the page repeats it several times. */
const maxPathCharacters = 512
/** Waits are rounded up to this step, so that few templates cover them all. */
const waitStepSeconds = 5

/** A refusal is some 20 kB: 8 MB at most. */
const templates = new LRUCache<string, Promise<PageTemplate>>({ max: 400 })

/**
 * The page of a refusal, without script. It is rendered once per problem, language, theme and wait; after that only the
 * request id and the path are filled in, at almost no cost.
 *
 * @param requested.path the requested path with its query.
 * @param render renders the page for this request information and path.
 */
export async function renderRefusalPage(
  refusal: EdgeRefusal,
  requested: { requestInfo: RequestInfo; path: string; isData: boolean },
  render: (refusal: EdgeRefusal, requestInfo: RequestInfo, path: string) => Promise<Response>,
): Promise<Response> {
  const { requestInfo, path, isData } = requested
  const retryAfterSeconds = Math.ceil(refusal.retryAfterSeconds / waitStepSeconds) * waitStepSeconds
  const key = [refusal.problem, retryAfterSeconds, requestInfo.locale, requestInfo.theme, isData].join(' ')
  const renderTemplate = async () => {
    const templateInfo = { ...requestInfo, lite: true, requestId: placeholderRequestId }
    const templatePath = isData ? `${placeholderPath}.data` : placeholderPath
    return templateFromResponse(await render({ ...refusal, retryAfterSeconds }, templateInfo, templatePath))
  }
  // Cached as a promise: requests that are refused at the same time share one rendering.
  const template = templates.get(key) ?? renderTemplate()
  templates.set(key, template)
  const { status, headers, body } = await template.catch((error: unknown) => {
    templates.delete(key)
    throw error
  })
  const retryPath = path.length <= maxPathCharacters ? escapeAttribute(path) : '/'
  // Replaced by functions: in a replacement string, a $ in the visitor's path would insert parts of the page.
  const text = body
    .replaceAll(placeholderRequestId, () => requestInfo.requestId)
    .replaceAll(placeholderPath, () => (isData ? placeholderPath : retryPath))
  // A response with a length is not compressed: compressing would cost more than everything else here.
  return new Response(text, { status, headers: [...headers, ['Content-Length', String(Buffer.byteLength(text))]] })
}

async function templateFromResponse(response: Response): Promise<PageTemplate> {
  const perRequestHeaders = new Set(['content-length', 'content-encoding', 'set-cookie', 'x-request-id'])
  const body = await response.text()
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !perRequestHeaders.has(name)),
    body,
  }
}

/** Escapes a path for an HTML attribute. */
function escapeAttribute(path: string): string {
  return path.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
