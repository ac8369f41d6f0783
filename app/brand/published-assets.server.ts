import { createHash } from 'node:crypto'
import { href } from 'react-router'

/** A published file of the brand. If the site draws it, `bytes` is a function that draws it once and caches it. */
export type BrandAsset = { contentType: string; bytes: Buffer | (() => Promise<Buffer>) }

export const brandBasePath = href('/brand/*', { '*': '' })

export class PublishedAssets extends Map<string, BrandAsset> {
  publish(name: string, content: string | Buffer, contentType: string): string {
    const bytes = Buffer.from(content)
    return this.#add(name, bytes, { contentType, bytes })
  }

  /** Publishes a PNG that is drawn on its first request. Its URL contains a hash of `source`, the drawing's inputs. */
  publishDrawing(name: string, source: readonly string[], draw: () => Promise<Buffer>): string {
    let drawn: Promise<Buffer> | undefined
    const bytes = () => {
      drawn ??= draw().catch((error: unknown) => {
        drawn = undefined
        throw error
      })
      return drawn
    }
    return this.#add(name, JSON.stringify(source), { contentType: 'image/png', bytes })
  }

  #add(name: string, hashed: string | Buffer, asset: BrandAsset): string {
    const path = `${createHash('sha256').update(hashed).digest('base64url').slice(0, 16)}/${name}`
    this.set(path, asset)
    return brandBasePath + path
  }
}
