import { createContext } from 'react-router'
import { refusals } from '~/platform/telemetry/metrics.server'
import { isNotRedisplayed, isOwnerField, ownerOf } from '~/values/form-owner'
import { readBounded } from '~/values/read-bounded'
import { parseStrictJson } from '~/values/strict-json'
import type { Context } from '../http/incoming.server'
import { refuse, refuseRequest } from '../responses/refusal.server'
import { hasSafeMethod, routeContext } from './route.server'

/** A request's body (at most 64 KiB), with the parsed form or the reason why it could not be parsed. */
export type RequestBody = {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
  form: FormData | 'unsupported-type' | 'bad-request' | 'too-large'
  /** The member for whom the form was rendered, from `OwnerField`. Actions don't see the field itself. */
  owner?: string | undefined
}

export const bodyContext = createContext<RequestBody | null>(null)

/** Returns whether this request posts a form. If it does, loaders redisplay the form. */
export const isFormPost = (context: Context): boolean => context.get(bodyContext) !== null

/** The maximum number of fields in a form or in an API call's JSON object. Parsing unknown fields takes time too. */
const maxFields = 100

const maxBytes = 64 * 1024

export async function receiveBody(request: Request, context: Context): Promise<Response | undefined> {
  if (hasSafeMethod(request)) return undefined
  const contentLength = request.headers.get('Content-Length')
  // `bytes` is undefined if the client stopped sending in the middle of the body.
  const bytes = await readBounded(request.body, { maxBytes, contentLength }).catch(() => undefined)
  if (bytes === undefined || bytes === 'too-large') {
    refusals.inc({ reason: bytes === undefined ? 'body' : 'size' })
    return refuse(request, context, bytes ?? 'bad-request')
  }
  // Compressed bodies are rejected, because their decompressed size is unknown. Browsers never send them.
  const contentEncoding = request.headers.get('Content-Encoding') ?? 'identity'
  if (contentEncoding.trim().toLowerCase() !== 'identity') return refuse(request, context, 'unsupported-type')
  const contentType = request.headers.get('Content-Type') ?? ''
  const form = await parseForm(bytes, contentType)
  const owner = form instanceof FormData ? takeOwner(form) : undefined
  const { takesOtherForms } = context.get(routeContext).handle
  const body = takesOtherForms ? withoutSecrets({ contentType, form, owner }) : { bytes, contentType, form, owner }
  context.set(bodyContext, body)
  return undefined
}

function takeOwner(form: FormData): string | undefined {
  const owner = ownerOf(form)
  for (const name of [...form.keys()]) if (isOwnerField(name)) form.delete(name)
  return owner
}

/** Returns a body without its bytes, and without passwords, codes and the site's own fields. */
function withoutSecrets({ contentType, form, owner }: Omit<RequestBody, 'bytes'>): RequestBody {
  if (form instanceof FormData) {
    for (const name of [...form.keys()].filter((name) => isNotRedisplayed(name, owner))) form.delete(name)
  }
  return { bytes: new Uint8Array(), contentType, form, owner }
}

/** Parses a UTF-8 form (urlencoded, or multipart without files) with at most 100 fields. */
async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<RequestBody['form']> {
  if (bytes.byteLength === 0) return new FormData()
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(contentType))
    return 'unsupported-type'
  try {
    assertUtf8(bytes)
    const form = await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData()
    const values = [...form.values()]
    if (values.length > maxFields) return 'too-large'
    return values.every((value) => typeof value === 'string') ? form : 'bad-request'
  } catch {
    return 'bad-request'
  }
}

/** Throws on invalid UTF-8, raw or percent-encoded, which the platform would silently replace with U+FFFD. */
function assertUtf8(bytes: Uint8Array<ArrayBuffer>): void {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
}

function requireBody(context: Context) {
  const body = context.get(bodyContext)
  if (!body) throw new Error('request: has no body, because it changes nothing')
  return body
}

/** Returns a request's form. @throws error page 415 (wrong type), 400 (malformed, has a file), 413 (too many fields) */
export function getForm(context: Context): FormData {
  const { form } = requireBody(context)
  if (typeof form === 'string') throw refuseRequest(context, form)
  return form
}

/** Returns a form field's value, or undefined if it is missing, repeated, a file or not printable. */
export function getField(form: FormData, name: string): string | undefined {
  const [value, ...more] = form.getAll(name)
  const isPlain = typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value)
  return isPlain && more.length === 0 ? value : undefined
}

export function withoutField(form: FormData, name: string): FormData {
  const copy = new FormData()
  for (const [field, value] of form) if (field !== name) copy.append(field, value)
  return copy
}

/** Returns a body's JSON. @throws API error 415 (wrong type), 400 (malformed, duplicate name), 413 (too many names) */
export function getJson(context: Context, options: { whenEmpty?: object } = {}): unknown {
  const { bytes, contentType } = requireBody(context)
  if (!isUtf8Json(contentType)) throw refuseRequest(context, 'unsupported-type')
  if (bytes.byteLength === 0 && options.whenEmpty) return options.whenEmpty
  const value = decodeJson(bytes)
  if (value === undefined) throw refuseRequest(context, 'bad-request')
  if (typeof value === 'object' && Object.keys(value ?? {}).length > maxFields)
    throw refuseRequest(context, 'too-large')
  return value
}

function decodeJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Returns whether a content type is UTF-8 JSON. Other charsets would be decoded incorrectly. */
function isUtf8Json(contentType: string): boolean {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset'))
  return type === 'application/json' && charsets.every((charset) => /^charset\s*=\s*"?utf-?8"?$/.test(charset))
}
