import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createBrand } from '~/brand/brand.server'
import { cleanSvg, findCostlyDrawing } from '~/brand/clean-svg.server'
import { assertReadable, colourPairs, contrastIn, deriveColours, deriveHeroPalette } from '~/brand/colours.server'
import { readBrandFile } from '~/brand/read-brand-file.server'
import { locales } from '~/i18n/locale'
import { nightPalette } from '~/ui/artwork/palettes'
import { dark, light } from '~/ui/palette'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="#fff" d="M0 0h4v4z"/></svg>'

const squarePicture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#3fb68b' } })
  .png()
  .toBuffer()

function readBrand(values: object | string | Buffer, files: Record<string, string | Buffer> = {}) {
  const text = typeof values === 'string' || Buffer.isBuffer(values) ? values : JSON.stringify(values)
  const all: Record<string, string | Buffer> = { 'brand.json': text, ...files }
  return readBrandFile('/brand/brand.json', (path) => {
    const content = all[path.replace('/brand/', '')]
    if (content === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' })
    return Buffer.from(content)
  })
}

const brandOf = async (values: object | string, files?: Record<string, string | Buffer>) =>
  createBrand(readBrand(values, files))

describe('a brand file', () => {
  it('provides its name in each language, or in English if a language has none', async () => {
    const brand = await brandOf({ name: { ko: '별마당', en: 'Star Yard' } })
    expect(locales.map((locale) => brand.name(locale))).toEqual(['별마당', ...Array(5).fill('Star Yard')])
  })

  it('inherits everything that it omits from the shipped brand', async () => {
    const shipped = await createBrand()
    const brand = await brandOf({})
    for (const locale of locales) {
      expect(brand.name(locale)).toBe(shipped.name(locale))
      expect(brand.helpLines('KR', locale)).toEqual(shipped.helpLines('KR', locale))
      expect(brand.documents.terms.markdown(locale)).toBe(shipped.documents.terms.markdown(locale))
      expect(shipped.page(locale), 'the shipped brand adds nothing to a page').toBeUndefined()
      expect(brand.page(locale)).toMatchObject({ styleSheet: undefined, logo: undefined, contact: {} })
    }
  })

  it('shows banners in their languages to the exact millisecond, and has levels and a theme', async () => {
    const [from, until] = ['2026-12-01T00:00:00+09:00', '2026-12-08T00:00:00+09:00']
    const text = { en: 'Winter', ko: '겨울' }
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
      'base64',
    )
    const winter = { picture: 'w.png', text, link: '/notice?id=1', languages: ['ko', 'en'], from, until }
    const brand = await brandOf(
      {
        banners: [winter, { picture: 'w.png', text, link: 'https://events.example' }],
        levels: { '2': { name: { en: 'Silver' }, benefit: { en: 'Faster withdrawals' } } },
        hero: 'w.png',
        login: 'w.png',
        theme: 'light',
      },
      { 'w.png': png },
    )
    const linksAt = (time: number, locale: 'ko' | 'th' = 'ko') => brand.banners(locale, time).map(({ link }) => link)
    const [start, end] = [Date.parse(from), Date.parse(until)]
    expect(linksAt(start)).toEqual(['/notice?id=1', 'https://events.example'])
    expect([linksAt(start - 1), linksAt(end), linksAt(start, 'th')]).toEqual(Array(3).fill(['https://events.example']))
    expect(linksAt(end - 1)).toHaveLength(2)
    expect(brand.banners('ko', start)[0]).toMatchObject({ text: '겨울', width: 1, height: 1 })
    expect(brand.level(2, 'ko')).toEqual({ name: 'Silver', benefit: 'Faster withdrawals' })
    expect([brand.level(1, 'ko'), brand.theme]).toEqual([undefined, 'light'])
    const { hero, login } = brand.page('ko') ?? {}
    expect(login).toMatch(/\/login\.png$/)
    expect(hero).toEqual({
      wide: expect.stringMatching(/hero-wide\.svg$/),
      narrow: expect.stringMatching(/hero\.png$/),
    })

    const refused = (banner: object, words: string) =>
      expect(brandOf({ banners: [{ ...winter, ...banner }] }, { 'w.png': png }), words).rejects.toThrow(words)
    await refused({ link: '//evil.example' }, 'banners[0].link must be a path')
    await refused({ from: '2026-12-01' }, 'banners[0].from must be a time with a UTC offset')
    await refused({ until: from }, 'banners[0].until must be after from')
    await refused({ languages: ['fr'] }, 'must be one of ko')
    await refused({ picture: 'x.png' }, "names a file that can't be read")
    await expect(brandOf({ banners: Array(6).fill(winter) }, { 'w.png': png })).rejects.toThrow('five banners')
    await expect(brandOf({ hero: 'w.png' }, { 'w.png': 'no picture' })).rejects.toThrow('hero must be a PNG')
    await expect(brandOf({ theme: 'blue' })).rejects.toThrow('theme must be dark, light or system')
  })

  it('states how customers’ funds are held, who decides disputes and the highest stake of a slot round', async () => {
    const brand = await brandOf({
      funds: { level: 'medium', text: { en: 'Held apart.', ko: '따로 둡니다.' } },
      disputes: { name: { en: 'Adjudicator' }, url: 'https://adr.example' },
      maxStake: 20_000,
    })
    expect(brand.funds('ko')).toMatchObject({ level: 'medium', text: '따로 둡니다.' })
    expect(brand.funds('th')).toMatchObject({ level: 'medium', text: 'Held apart.' })
    expect(brand.disputes('ko')).toEqual({ name: 'Adjudicator', url: 'https://adr.example' })
    expect(brand.stakeCaps).toEqual({ maxStake: 20_000 })
    const shipped = await createBrand()
    expect([shipped.funds('en'), shipped.disputes('en'), shipped.stakeCaps]).toEqual([undefined, undefined, {}])
    await expect(brandOf({ funds: { level: 'low', text: { en: 'x' } } })).rejects.toThrow('funds.level must be')
    await expect(brandOf({ maxStakeBelow25: 500 })).rejects.toThrow('maxStakeBelow25 must be at least 1000')
  })

  it('lists a country’s help lines, or the first country’s if it has none', async () => {
    const help = {
      JP: [{ name: { en: 'Japan Line' }, url: 'https://jp.example' }],
      VN: [{ name: { en: 'Vietnam Line', vn: 'Đường dây' }, phone: '1900-1' }],
    }
    const brand = await brandOf({ help })
    expect(brand.helpLines('VN', 'vn')).toEqual([{ name: 'Đường dây', phone: '1900-1' }])
    expect(brand.helpLines('VN', 'ko')).toEqual([{ name: 'Vietnam Line', phone: '1900-1' }])
    for (const country of [undefined, 'DE'])
      expect(brand.helpLines(country, 'ko')).toEqual([{ name: 'Japan Line', url: 'https://jp.example' }])
  })

  it('provides its documents in English if a language is missing, or else in any language', async () => {
    const files = { 'a.md': '# A', 'b.md': '# B' }
    const brand = await brandOf(
      {
        documents: {
          terms: { version: '2027-01-02', ko: 'a.md', en: 'b.md' },
          privacy: { version: '2027-01-03', th: 'a.md' },
        },
      },
      files,
    )
    expect(brand.documents.terms.version).toBe('2027-01-02')
    expect(locales.map((locale) => brand.documents.terms.markdown(locale))).toEqual(['# A', ...Array(5).fill('# B')])
    expect(locales.map((locale) => brand.documents.privacy.markdown(locale))).toEqual(Array(6).fill('# A'))
  })

  it.each<[string, object | string, RegExp, Record<string, string | Buffer>?]>([
    ['no JSON', '{', /^BRAND: \S+ is no JSON; /],
    ['a file in another encoding', Buffer.from([0x22, 0xb8, 0xb6, 0x22]), /^BRAND: \S+ is not in UTF-8; /],
    ['another country code', { help: { kr: [] } }, /^BRAND: \S+: help\.kr must be a two-letter country code/],
    ['an unknown field', { color: '#ffffff' }, /^BRAND: \S+: the file has no field color; /],
    [
      'a name without an English version',
      { name: { ko: '별마당' } },
      /^BRAND: \S+: name must have an English one \(en\)/,
    ],
    ['a named colour', { accent: 'green' }, /^BRAND: \S+: accent must be a colour such as #3fb68b$/],
    ['a light background', { ground: '#556677' }, /^BRAND: ground .* dark theme .*ink\.body .* is \d\.\d\d, not 4\.5/],
    [
      'text outside its folder',
      { documents: { terms: { version: '2026-11-01', en: '../terms.md' } } },
      /^BRAND: documents\.terms\.en must name a file in the folder/,
    ],
    ['a missing picture', { logo: 'no.svg' }, /^BRAND: logo names a file that can't be read: no\.svg \(ENOENT\)$/],
    ['a file that isn’t an SVG', { mark: 'm.svg' }, /^BRAND: mark must be an SVG file/, { 'm.svg': '<html></html>' }],
    [
      'colours in CSS',
      { mark: 'm.svg' },
      /^BRAND: mark must have its colours in attributes/,
      { 'm.svg': svg.replace('<path', '<style>path{fill:red}</style><path') },
    ],
    [
      'a photo in an SVG',
      { logo: 'm.svg' },
      /^BRAND: logo must be drawn with shapes and text, without <image>$/,
      { 'm.svg': svg.replace('<path', '<image href="data:image/png;base64,iVBORw0KGgo="/><path') },
    ],
    [
      'a link picture of the wrong size',
      { social: 's.png' },
      /^BRAND: social must be of 1200 by 630 px, not 600 by 600$/,
      { 's.png': squarePicture },
    ],
    [
      'text in another encoding',
      { documents: { terms: { version: '2026-11-01', ko: 'a.md' } } },
      /^BRAND: documents\.terms\.ko must name a text in UTF-8/,
      { 'a.md': Buffer.from([0xc0, 0xcc, 0xbf, 0xeb]) },
    ],
  ])('with %s is rejected with one line that names it', async (_what, values, message, files) => {
    const refused = await brandOf(values, files).catch((cause: Error) => cause)
    expect(refused).toMatchObject({ name: 'SettingError', message: expect.stringMatching(message) })
    expect((refused as Error).message).not.toContain('\n')
  })

  it('names its pictures after their content, so that browsers fetch a changed one', async () => {
    const first = await brandOf({ mark: 'm.svg' }, { 'm.svg': svg })
    const second = await brandOf({ mark: 'm.svg' }, { 'm.svg': svg.replace('#fff', '#000') })
    expect(first.page('ko')?.mark).toMatch(/^\/brand\/[\w-]{16}\/mark\.svg$/)
    expect(second.page('ko')?.mark).not.toBe(first.page('ko')?.mark)
    expect([...first.assets.keys()]).toContain(first.page('ko')?.mark?.slice('/brand/'.length))
  })
})

describe('a cleaned SVG drawing', () => {
  it('still has its shapes, gradients and transforms', () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><defs><linearGradient id="a" gradientUnits="userSpaceOnUse">' +
      '<stop offset="0" stop-color="red"></stop></linearGradient></defs>' +
      '<path fill="url(#a)" stroke="rgb(1, 2, 3)" transform="rotate(45 2 2)" d="M0 0h4"></path></svg>'
    expect(cleanSvg(`<?xml version="1.0"?><!-- by hand -->${drawing}\n`)).toBe(drawing)
  })

  it.each([
    '<script>alert(1)</script>',
    '<script href="https://a.example/a.js"/>',
    '<path onclick="alert(1)" onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><path/></a>',
    '<use href="https://a.example/a.svg#a"/>',
    '<use xlink:href="https://a.example/a.svg#a"/>',
    '<use href="data:image/svg+xml,&lt;svg/&gt;"/>',
    '<path id="b"/><use href="#https"/>',
    '<linearGradient href="https://a.example/a.svg#a"/>',
    '<linearGradient href="/other.svg#a"/>',
    '<path fill="\\75rl(//a.example/x#a)"/>',
    '<path fill="image-set(&quot;https://a.example/a.png&quot; 1x)"/>',
    '<path clip-path="src(&quot;https://a.example/a.svg#a&quot;)"/>',
    '<image href="https://a.example/a.png"/>',
    '<path fill="url(https://a.example/a)"/>',
    '<path fill="URL( &#104;ttps://a.example/a)"/>',
    '<style>@import "https://a.example/a.css"</style>',
    '<foreignObject><iframe src="https://a.example"/></foreignObject>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onclick" to="alert(1)"/>',
    '<handler type="text/javascript">alert(1)</handler>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
  ])('loses every part that runs, loads or links: %s', (part) => {
    const cleaned = cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${part}</svg>`)
    expect(cleaned).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg">/)
    expect(cleaned).not.toMatch(
      /<\w*:?(?:script|style|foreign|iframe|image|animate|set|handler|a)\b|example|href|\bon\w+=|javascript/i,
    )
  })
})

describe('an SVG drawing that would be slow to render', () => {
  const drawn = (part: string) => {
    const cleaned = cleanSvg(`<svg xmlns="http://www.w3.org/2000/svg">${part}</svg>`) ?? ''
    return findCostlyDrawing(cleaned)
  }
  const clip = (more: string, inner: string) => `<clipPath id="a"${more}>${inner}</clipPath>`
  const clipped = '<rect clip-path="url(#a)"/>'

  it.each([
    [clip('', clipped), 'clip a clipPath'],
    [clip(' clip-path="url(#b)"', '<rect/>'), 'clip a clipPath'],
    [clip('', `<clipPath id="b"><rect/></clipPath>${clipped}`), 'clip a clipPath'],
    [clip('', `<title>&lt;/clipPath></title>${clipped}`), 'clip a clipPath'],
    [clip('', `<path d="M0 0${'L1 1'.repeat(1_000)}"/>`) + clipped.repeat(30), 'clip fewer elements'],
    [clip('', '<text>a</text>'.repeat(1_000)) + clipped.repeat(30), 'clip fewer elements'],
    ['<g>'.repeat(64), '64 levels'],
  ])('is rejected: %s', (part, why) => expect(drawn(part)).toContain(why))

  it.each([
    clip('', '<rect/>') + clipped.repeat(50),
    `${clip('', '<rect/>')}<g clip-path="url(#a)">${clipped}</g>`,
    `${'<g>'.repeat(50)}${'</g>'.repeat(50)}`.repeat(9),
  ])('is not rejected without nested or expensive clips: %s', (part) => expect(drawn(part)).toBeUndefined())
})

describe('a brand’s colours', () => {
  it('are the shipped ones if no colour or both shipped colours are set', () => {
    expect(deriveColours({})).toEqual({ dark, light })
    expect(deriveHeroPalette({})).toEqual(nightPalette)
    expect(deriveColours({ accent: dark.accent.fill, ground: dark.surface.ground })).toEqual({ dark, light })
  })

  const accents = [
    ...['#3fb68b', '#e03e3e', '#1a3a8a', '#7c3aed', '#facc15', '#ff00ff', '#00ffff', '#c0c0c0', '#ffffff'],
    '#000000',
  ]
  const grounds = ['#0f1618', '#10161f', '#000000', '#1a0f1f', '#0b1a10', '#1f1410']

  it.each(accents)('are legible with the accent %s on any dark background, in both themes', (accent) => {
    for (const ground of grounds) {
      const colours = deriveColours({ accent, ground })
      expect(colours.dark).toMatchObject({ accent: { fill: accent }, surface: { ground } })
      for (const palette of [colours.dark, colours.light]) {
        const faint = colourPairs.filter((pair) => contrastIn(palette, pair) < pair.minContrast)
        expect(faint, `${accent} ${ground}`).toEqual([])
      }
    }
  })

  it('are rejected if text would be illegible', () => {
    const { dark, light } = deriveColours({})
    const faint = { ...light, ink: { ...light.ink, soft: '#aaaaaa' } }
    expect(() => assertReadable({ dark, light: faint })).toThrow(/light theme .*ink\.soft \(#aaaaaa\) on surface\.\w+/)
  })
})
