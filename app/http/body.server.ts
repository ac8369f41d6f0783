import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { isSafe } from '~/session/page-path.server'
import { refusals } from '~/telemetry/metrics.server'
import { incomingContext } from './incoming.server'
import { readJson } from './json.server'
import { readBody } from './read-body.server'
import { refusal } from './refusal.server'

/** The whole body of a request, bounded, and the form in it or why there is none. */
export type Body = {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
  form: FormData | 'unsupported-type' | 'bad-request' | 'too-large'
}

/**
 * The body that was read once for all; null for a request that only reads, and for pages of the embedded upstream, which
 * bounds them itself.
 */
export const bodyContext = createContext<Body | null>(null)

const fieldsMax = 100

/**
 * Reads the body of a form or call, 64 KiB at most, counted while reading as well: the framework has no limit of its
 * own.
 */
export const bodies: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (isSafe(request)) return next()
  const bytes = context.get(incomingContext)?.body ?? (await readBody(request))
  if (bytes === 'too-large' || bytes === 'broken') {
    refusals.inc({ reason: bytes === 'broken' ? 'body' : 'size' })
    throw refusal(context, bytes === 'broken' ? 'bad-request' : 'too-large')
  }
  // What was packed can't be bounded before it is unpacked, and no browser packs what it sends.
  const packing = request.headers.get('Content-Encoding') ?? 'identity'
  if (packing.trim().toLowerCase() !== 'identity') throw refusal(context, 'unsupported-type')
  const contentType = request.headers.get('Content-Type') ?? ''
  context.set(bodyContext, { bytes, contentType, form: await formIn(bytes, contentType) })
}

/**
 * The form in a body: urlencoded, or multipart without files; UTF-8, 100 fields at most. Nothing at all is an empty form.
 */
export async function formIn(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Body['form']> {
  if (bytes.byteLength === 0) return new FormData()
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(contentType))
    return 'unsupported-type'
  try {
    assertUtf8(bytes)
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
    const values = [...form.values()]
    if (values.length > fieldsMax) return 'too-large'
    return values.every((value) => typeof value === 'string') ? form : 'bad-request'
  } catch {
    return 'bad-request'
  }
}

/** The platform would put a sign in place of what is no UTF-8, and a member's words would change without a word. */
function assertUtf8(bytes: Uint8Array<ArrayBuffer>): void {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
}

function bodyOf(context: Readonly<RouterContextProvider>) {
  const body = context.get(bodyContext)
  if (!body) throw new Error('Only a request that changes something has a body')
  return body
}

/**
 * The form of a request.
 *
 * @throws the pages of 415 (another type), 400 (unreadable, or a file in it) and 413 (more than 100 fields).
 */
export function formOf(context: Readonly<RouterContextProvider>): FormData {
  const { form } = bodyOf(context)
  if (typeof form === 'string') throw refusal(context, form)
  return form
}

/**
 * The one value of a form's field. For forms that `readForm` does not read.
 *
 * @returns undefined when it did not come, came twice, or is no text that can be read.
 */
export function fieldOf(form: FormData, name: string): string | undefined {
  const [value, ...more] = form.getAll(name)
  const isPlain = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
  return isPlain && more.length === 0 ? value : undefined
}

/**
 * The JSON value of a request's body.
 *
 * @throws the API's errors of 415 (another type or character set) and 400 (not UTF-8, not JSON, a name that stands twice).
 */
export function jsonOf(context: Readonly<RouterContextProvider>): unknown {
  const { bytes, contentType } = bodyOf(context)
  if (!isUtf8Json(contentType)) throw refusal(context, 'unsupported-type')
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw refusal(context, 'bad-request')
  }
}

/** JSON is UTF-8; a caller that says otherwise would be read wrongly. */
function isUtf8Json(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset'))
  return type === 'application/json' && charsets.every((charset) => /^charset\s*=\s*"?utf-?8"?$/.test(charset))
}
