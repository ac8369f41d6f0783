import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { lookup } from 'mrmime'
import { fileEncodings, parseAcceptEncoding } from '../responses/compress.server'
import { cacheForAnHour, cacheForEver } from '../responses/file.server'

/** A file in one content encoding. HTTP requires a different ETag for each encoding. */
type Variant = { bytes: Buffer; etag: string }

type StaticFile = { contentType: string; cacheControl: string; identity: Variant; br?: Variant; gzip?: Variant }

export type StaticFiles = ReadonlyMap<string, StaticFile>

/** File extensions of the compressed copies written by bin/build/compress-files.mjs. */
const compressedExtensions = { br: '.br', gzip: '.gz' } as const

/** Reads the build's client files into memory. @param replacements the brand's files, keyed by path */
export async function readStaticFiles(
  folder: string,
  replacements: ReadonlyMap<string, { contentType: string; bytes: Buffer | (() => Promise<Buffer>) }>,
): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const fileNames = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const existingNames = new Set(fileNames)
  const files = new Map<string, StaticFile>()
  for (const fileName of fileNames) {
    const path = fileName.slice(join(folder, sep).length - 1).replaceAll(sep, '/')
    if (path.includes('/.') || path.endsWith('.map') || isCompressedCopy(fileName, existingNames)) continue
    // Synchronous reads are faster for hundreds of small files, and no request is being served yet.
    const bytes = readFileSync(fileName)
    const file: StaticFile = {
      contentType: contentTypeOf(path),
      // Files in /assets/ have a content hash in their names.
      cacheControl: path.startsWith('/assets/') ? cacheForEver : cacheForAnHour,
      identity: { bytes, etag: createEtag(bytes) },
    }
    for (const [encoding, extension] of Object.entries(compressedExtensions) as ['br' | 'gzip', string][]) {
      if (!existingNames.has(`${fileName}${extension}`)) continue
      file[encoding] = { bytes: readFileSync(`${fileName}${extension}`), etag: createEtag(bytes, encoding) }
    }
    files.set(path, file)
  }
  for (const [path, { contentType, bytes }] of replacements) {
    const content = Buffer.isBuffer(bytes) ? bytes : await bytes()
    const identity = { bytes: content, etag: createEtag(content) }
    files.set(path, { contentType, cacheControl: cacheForAnHour, identity })
  }
  return files
}

function isCompressedCopy(name: string, existingNames: ReadonlySet<string>): boolean {
  return Object.values(compressedExtensions).some(
    (extension) => name.endsWith(extension) && existingNames.has(name.slice(0, -extension.length)),
  )
}

function createEtag(content: Buffer, encoding?: string): string {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return encoding === undefined ? `"${digest}"` : `"${digest}-${encoding}"`
}

function contentTypeOf(path: string): string {
  const contentType = path.endsWith('.ico') ? 'image/x-icon' : (lookup(path) ?? 'application/octet-stream')
  return /^text\/|^application\/json$|\+xml$/.test(contentType) ? `${contentType}; charset=utf-8` : contentType
}

/** Sends a file in response to GET or HEAD, compressed if possible. Sends 304 if the ETag matches. */
export function sendStaticFile(file: StaticFile, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const acceptedEncoding = parseAcceptEncoding(headers['accept-encoding'] ?? '', fileEncodings)
  const variant = file[acceptedEncoding] ?? file.identity
  response.setHeader('Cache-Control', file.cacheControl)
  response.setHeader('ETag', variant.etag)
  if (file.br || file.gzip) response.setHeader('Vary', 'Accept-Encoding')
  if (includesEtag(headers['if-none-match'], variant.etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Type', file.contentType)
  if (variant !== file.identity) response.setHeader('Content-Encoding', acceptedEncoding)

  response.setHeader('Content-Length', variant.bytes.byteLength)
  response.writeHead(200)
  response.end(method === 'HEAD' ? undefined : variant.bytes)
}

/** Returns whether If-None-Match lists this ETag. Weak tags match too, because recompressing proxies weaken ETags. */
function includesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
