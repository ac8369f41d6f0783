import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPictureAddresses } from '~/brand/pictures/picture-address.server'
import { createPictureStore } from '~/brand/pictures/picture-store.server'
import { Secret } from '~/platform/settings/secret.server'
import { srcSetOf } from '~/ui/picture/picture-widths'
import { hasProc } from '../../support/platform'

const origin = 'https://pictures.example'
const artwork = '/art/1/game/a/b.moon.svg'
const [older, newer] = [new Secret('o'.repeat(32)), new Secret('n'.repeat(32))]
const addresses = createPictureAddresses([older], [origin])
const belowBase = (path: string) => path.replace('/picture/1/', '')
/** In ms: each attempt encodes one picture, which is slow on a busy machine. */
const timeout = 60_000

describe('a picture’s address', () => {
  it('contains the picture, its width and its artwork, and is always the same', () => {
    const path = addresses.pathOf(`${origin}/a b.png?v=1#top`, artwork)
    expect(path).toMatch(/^\/picture\/1\/[\w-]{22}\/[\w-]+\/240\.webp$/)
    expect(addresses.pathOf(`${origin}/a b.png?v=1`, artwork)).toBe(path)
    const url = `${origin}/a%20b.png?v=1`
    expect(addresses.read(belowBase(path))).toEqual({ url, artwork, width: 240, isAllowed: true })
  })

  it.each([
    undefined,
    '',
    'a.png',
    'http://pictures.example/a.png',
    'https://pictures.example.evil.example/a.png',
    'https://pictures.example:444/a.png',
    'https://user:word@pictures.example/a.png',
    'https://pictures.example@evil.example/a.png',
    'data:image/png;base64,AAAA',
    `${origin}/${'a'.repeat(1_024)}`,
    `${origin}/${'가'.repeat(200)}`,
  ])('is the artwork’s address for %s', (img) => {
    expect(addresses.pathOf(img, artwork)).toBe(artwork)
  })

  it('has only one valid spelling', async () => {
    const path = addresses.pathOf(`${origin}/a.png`, artwork)
    const [signature = '', ...rest] = belowBase(path).split('/')
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = [...last].map((character) => [signature.slice(0, -1) + character, ...rest].join('/'))
    expect(spellings.filter((spelling) => addresses.read(spelling))).toEqual([belowBase(path)])
  })

  it('can’t be forged or changed, and has only known widths', () => {
    const path = belowBase(addresses.pathOf(`${origin}/a.png`, artwork))
    const [signature = '', target = ''] = path.split('/')
    const otherTarget = Buffer.from(`${origin}/b.png ${artwork}`).toString('base64url')
    for (const forged of [
      `${'A'.repeat(22)}/${target}/240.webp`,
      `${signature}/${otherTarget}/240.webp`,
      `${signature}/${target}/241.webp`,
      `${signature}/${target}/240.png`,
      `/${target}/240.webp`,
      '',
    ]) {
      expect(addresses.read(forged), forged).toBeUndefined()
    }
    expect(addresses.read(path.replace('240', '480'))).toMatchObject({ width: 480 })
  })

  it('stays valid during a rotation of the secret, and returns its artwork once its origin is removed', () => {
    const path = addresses.pathOf(`${origin}/a.png`, artwork)
    const rotated = createPictureAddresses([newer, older], [])
    expect(rotated.read(belowBase(path))).toMatchObject({ artwork, isAllowed: false })
    const ended = createPictureAddresses([newer], [origin])
    expect(ended.read(belowBase(path))).toBeUndefined()
    expect(createPictureAddresses([newer, older], [origin]).pathOf(`${origin}/a.png`, artwork)).toBe(
      ended.pathOf(`${origin}/a.png`, artwork),
    )
  })

  it('is sent once in a page’s data, for all widths of its picture', () => {
    const path = addresses.pathOf(`${origin}/a.png`, artwork)
    const widths = srcSetOf(path)
      ?.split(', ')
      .map((source) => source.split(' '))
    expect(widths?.map(([, width]) => width)).toEqual(['120w', '240w', '360w', '480w'])
    for (const [address = ''] of widths ?? []) expect(addresses.read(belowBase(address))).toBeDefined()
    expect(srcSetOf(artwork)).toBeUndefined()
  })
})

describe('a picture from an upstream', () => {
  const paths: Record<string, RequestListener> = {}
  const counts: Record<string, number> = {}
  let server: Server
  let base: string

  beforeAll(async () => {
    const photo = sharp({ create: { width: 600, height: 300, channels: 3, background: '#3fb68b' } })
    const bytes = {
      png: await photo.clone().png().toBuffer(),
      jpeg: await photo.clone().jpeg().toBuffer(),
      webp: await photo.clone().webp().toBuffer(),
      bomb: await sharp({
        create: { width: 4_001, height: 4_000, channels: 3, background: '#000' },
        limitInputPixels: false,
      })
        .png()
        .toBuffer(),
      wide: await sharp({ create: { width: 20_000, height: 4, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    }
    const send = (type: string, body: string | Buffer): RequestListener => {
      return (_request, response) => void response.setHeader('Content-Type', type).end(body)
    }
    paths['/a.png'] = send('image/png', bytes.png)
    paths['/a.jpeg'] = send('image/jpeg', bytes.jpeg)
    paths['/a.webp'] = send('application/octet-stream', bytes.webp)
    paths['/svg'] = send('image/png', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')
    paths['/html'] = send('image/png', '<!doctype html><title>no</title>')
    paths['/empty'] = send('image/png', '')
    paths['/cut'] = send('image/png', bytes.png.subarray(0, 200))
    paths['/bomb'] = send('image/png', bytes.bomb)
    paths['/wide'] = send('image/png', bytes.wide)
    paths['/huge'] = (_request, response) => {
      response.write(bytes.png)
      for (let sent = 0; sent < 5; sent++) response.write(Buffer.alloc(1024 * 1024))
      response.end()
    }
    paths['/redirect'] = (_request, response) => void response.writeHead(302, { Location: '/a.png' }).end()
    paths['/missing'] = (_request, response) => void response.writeHead(404).end(bytes.png)
    paths['/slow'] = (_request, response) => void response.write(bytes.png.subarray(0, 20))
    paths['/reset'] = (request) => request.socket.destroy()
    server = createServer((request, response) => {
      const path = request.url?.split('?')[0] ?? ''
      counts[path] = (counts[path] ?? 0) + 1
      paths[path]?.(request, response)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // On a busy machine, the encoder takes seconds to start.
    await createPictureStore(timeout)(`${base}/a.png`, 120)
  }, timeout)
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it.each(['/a.png', '/a.jpeg', '/a.webp'])('is WebP of the requested width: %s', async (path) => {
    const picture = await createPictureStore(5_000)(base + path, 120)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 120, height: 60 })
  })

  it('is fetched with at most seven others at the same time', async () => {
    paths['/silent'] = () => undefined
    const get = createPictureStore(600)
    const requests = Array.from({ length: 12 }, (_, index) => get(`${base}/silent?${index}`, 120))
    await expect.poll(() => counts['/silent'], { timeout }).toBe(8)
    await Promise.race(requests)
    expect(counts['/silent']).toBe(8)
    await Promise.all(requests)
  })

  it('is requested again a minute after it failed', async () => {
    paths['/gone'] = paths['/missing'] as RequestListener
    const get = createPictureStore(5_000)
    const realNow = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now')
    const countAfter = async (ms: number) => {
      clock.mockImplementation(() => realNow() + ms)
      // The store reads its clock once a millisecond.
      await pause(5)
      expect(await get(`${base}/gone`, 120)).toBeUndefined()
      return counts['/gone']
    }
    expect([await countAfter(0), await countAfter(55_000), await countAfter(60_001)]).toEqual([1, 1, 2])
    clock.mockRestore()
  })

  it('is fetched once for simultaneous requests, and served from the cache afterwards', async () => {
    counts['/a.png'] = 0
    const get = createPictureStore(5_000)
    const pictures = await Promise.all([1, 2, 3].map(() => get(`${base}/a.png`, 360)))
    pictures.push(await get(`${base}/a.png`, 360))
    expect(new Set(pictures).size).toBe(1)
    expect(counts['/a.png']).toBe(1)
  })

  it.each(['/svg', '/html', '/empty', '/cut', '/bomb', '/wide', '/huge', '/redirect', '/missing', '/slow', '/reset'])(
    'isn’t available or requested again immediately after %s',
    async (path) => {
      counts['/a.png'] = 0
      const get = createPictureStore(path === '/slow' ? 200 : 5_000)
      expect(await get(base + path, 120)).toBeUndefined()
      expect(await get(base + path, 120)).toBeUndefined()
      expect(counts[path]).toBe(1)
      expect(counts['/a.png'], 'no redirect is followed').toBe(0)
    },
  )

  it('isn’t available when too many are requested at the same time, and is created by a later request', async () => {
    const get = createPictureStore(4_000)
    const slow = Array.from({ length: 8 }, (_, index) => get(`${base}/slow?${index}`, 120))
    const waiting = Array.from({ length: 199 }, (_, index) => get(`${base}/missing?${index}`, 120))
    waiting.push(get(`${base}/a.png?199`, 120))
    const refused = Array.from({ length: 50 }, (_, index) => get(`${base}/a.png?${200 + index}`, 120))
    expect(await Promise.all([...slow, ...refused])).toEqual(Array(58).fill(undefined))
    await Promise.all(waiting)
    await expect
      .poll(() => get(`${base}/a.png?199`, 120), { message: 'a queued picture', timeout })
      .toBeInstanceOf(Buffer)
    await expect
      .poll(() => get(`${base}/a.png?249`, 120), { message: 'a rejected picture', timeout })
      .toBeInstanceOf(Buffer)
  })

  it.skipIf(!hasProc)('is encoded by a low-priority process without the site’s settings', async () => {
    expect(await createPictureStore(5_000)(`${base}/a.png`, 240)).toBeInstanceOf(Buffer)
    const encoders = () => {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
      return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-encoder'))
    }
    const [encoder] = encoders()
    const environment = readFileSync(`/proc/${encoder}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
    expect(environment.filter((name) => !/^(NODE_|MALLOC_ARENA_MAX$|$)/.test(name ?? ''))).toEqual([])
    expect(getPriority(Number(encoder))).toBeGreaterThan(getPriority())
  })
})
