import { createHash } from 'node:crypto'
import { href } from 'react-router'

/** A file of the brand. A drawn one is made when it is first asked for, and kept. */
export type BrandAsset = { contentType: string; bytes: Buffer | (() => Promise<Buffer>) }

/** What the path of each file of a brand begins with. */
export const brandBasePath = href('/brand/*', { '*': '' })

/** The files of a brand, by their path below it, which contains a hash of what they are made of. */
export class AssetList extends Map<string, BrandAsset> {
  /** @returns the file's path on the site. */
  publish(name: string, content: string | Buffer, contentType: string): string {
    const bytes = Buffer.from(content)
    return this.#add(name, bytes, { contentType, bytes })
  }

  /**
   * Publishes a PNG that is drawn at its first request.
   *
   * @param source everything that the drawing depends on.
   * @returns the file's path on the site.
   */
  publishDrawing(name: string, source: readonly string[], draw: () => Promise<Buffer>): string {
    let drawn: Promise<Buffer> | undefined
    const bytes = () => {
      drawn ??= draw()
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
