import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * Which room may import which: this table is the rule. Rooms are the folders of app/; `config` is app/config.server.ts,
 * `entry` the files that wire the rooms together. Of upstream, `contract` (with outcome) and `problem` are plain data
 * that others may have alone, and `browser` is the caller of the site's API that runs in pages; `types of upstream`
 * allows `import type`. `cashier`, `lobby` and `talk` hold what several screens share.
 */
const mayImport: Record<string, readonly string[]> = {
  money: [],
  paths: [],
  config: [],
  art: [],
  ui: [],
  i18n: ['locales'],
  telemetry: ['config'],
  redis: ['telemetry', 'config'],
  upstream: ['money', 'paths', 'telemetry', 'config', 'redis'],
  embedded: ['money', 'telemetry', 'config', 'contract'],
  session: ['config', 'telemetry', 'upstream', 'http', 'i18n', 'redis'],
  http: ['config', 'session', 'paths', 'telemetry', 'i18n', 'upstream', 'redis'],
  server: ['http', 'telemetry', 'session', 'problem'],
  forms: ['money', 'i18n', 'contract', 'problem', 'types of upstream'],
  shell: ['ui', 'art', 'i18n', 'money', 'paths', 'problem', 'browser', 'types of upstream'],
  cashier: ['ui', 'i18n', 'money', 'forms', 'http', 'shell', 'upstream'],
  history: ['ui', 'i18n', 'shell', 'upstream'],
  lobby: ['ui', 'art', 'i18n', 'upstream'],
  talk: ['ui', 'art', 'i18n', 'forms', 'shell', 'lobby', 'http', 'types of upstream'],
  routes: [
    'ui',
    'art',
    'i18n',
    'money',
    'paths',
    'config',
    'telemetry',
    'redis',
    'session',
    'http',
    'forms',
    'shell',
    'cashier',
    'history',
    'lobby',
    'talk',
    'upstream',
  ],
  entry: [
    'ui',
    'art',
    'i18n',
    'money',
    'config',
    'telemetry',
    'redis',
    'session',
    'http',
    'server',
    'forms',
    'shell',
    'upstream',
    'connect',
  ],
}

/** Single doors into a room: file, and who alone may use it. */
const entryPoints: Record<string, { room: string; usedBy: readonly RegExp[] }> = {
  'app/upstream/connect.server': {
    room: 'connect',
    usedBy: [/^app\/(root|boot\.server|entry\.server)\b/, /^app\/routes\/readyz\b/],
  },
  'app/upstream/embedded/index.server': { room: 'embedded', usedBy: [/^app\/upstream\/connect\.server/] },
}

type Import = { from: string; to: string; asType: boolean; line: string }

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('+types'))
  .map((path) => join('app', path))

const routeModules = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'((?:\.\/)?routes\/[^']+)'/g)].map(
  ([, path = '']) => withoutExtension(join('app', path)),
)

function withoutExtension(path: string): string {
  return ['.ts', '.tsx'].includes(extname(path)) ? path.slice(0, -extname(path).length) : path
}

/** Every import of ours that a file writes, static or dynamic, as a path from the project's root. */
function importsOf(from: string): Import[] {
  const code = readFileSync(from, 'utf8').replace(/^\s*(\*|\/\/).*$/gm, '')
  const written = code.matchAll(
    /(import|export)\s+(type\s+)?[^'"()]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g,
  )
  return [...written].flatMap(([line, , type, named, sideOrLazy]) => {
    const name = (named ?? sideOrLazy ?? '').replace(/\?.*$/, '')
    const to = name.startsWith('~locales/')
      ? name.slice(1)
      : name.startsWith('~/')
        ? join('app', name.slice(2))
        : name.startsWith('.')
          ? normalize(join(dirname(from), name))
          : name
    return to.includes('+types')
      ? []
      : [{ from, to: withoutExtension(to), asType: type !== undefined, line: line.replace(/\s+/g, ' ') }]
  })
}

function roomOf(path: string): string {
  if (path.startsWith('locales/')) return 'locales'
  if (/^app\/config\.server/.test(path)) return 'config'
  if (path.startsWith('app/upstream/embedded/')) return 'embedded'
  if (/^app\/upstream\/(contract|outcome)\b/.test(path)) return 'contract'
  if (/^app\/upstream\/connect\.server/.test(path)) return 'connect'
  if (/^app\/upstream\/problem(\.ts)?$/.test(path)) return 'problem'
  if (/^app\/upstream\/browser(\.ts)?$/.test(path)) return 'browser'
  const [, room = '', rest] = path.split('/')
  return rest === undefined ? 'entry' : room
}

const allImports = sources.flatMap(importsOf)
const ownImports = allImports.filter(({ to }) => /^(app|locales)\//.test(to))

function isAllowed({ from, to, asType }: Import): boolean {
  const entryPoint = entryPoints[to]
  if (entryPoint) return entryPoint.usedBy.some((user) => user.test(from))
  const [user, used] = [roomOf(from), roomOf(to)]
  const whole = (room: string) => (['contract', 'connect', 'problem', 'browser'].includes(room) ? 'upstream' : room)
  if (user === used || (whole(user) === 'upstream' && whole(used) === 'upstream')) return true
  const list = mayImport[whole(user)] ?? []
  if (list.includes(used) || list.includes(whole(used))) return true
  return asType && whole(used) === 'upstream' && list.includes('types of upstream')
}

describe('rooms', () => {
  it('import only what the table allows', () => {
    expect(ownImports.filter((arrow) => !isAllowed(arrow)).map(({ from, line }) => `${from}: ${line}`)).toEqual([])
  })

  it('are all in the table', () => {
    const rooms = new Set(sources.map(roomOf))
    expect(
      [...rooms].filter(
        (room) => !['contract', 'connect', 'problem', 'browser'].includes(room) && !(room in mayImport),
      ),
    ).toEqual([])
  })

  it('are read at all: the imports of the root are found', () => {
    expect(ownImports.some(({ from, to }) => from === 'app/root.tsx' && to.startsWith('app/shell/'))).toBe(true)
  })

  it('never reach into the files that wire them, and a route never into another route', () => {
    const wrong = ownImports.filter(
      ({ from, to }) =>
        (roomOf(to) === 'entry' && roomOf(from) !== 'entry') ||
        (routeModules.includes(to) && withoutExtension(from) !== to),
    )
    expect(wrong.map(({ from, line }) => `${from}: ${line}`)).toEqual([])
  })
})

describe('the embedded upstream', () => {
  it('imports no page code: neither React nor its router nor messages', () => {
    const wrong = allImports.filter(
      ({ from, to }) =>
        roomOf(from) === 'embedded' && /^(react|react-dom|react-router|@react-router|i18next|remix-)/.test(to),
    )
    expect(wrong.map(({ from, line }) => `${from}: ${line}`)).toEqual([])
  })
})

describe('settings', () => {
  it('are read from the environment in one place', () => {
    const readers = sources.filter((path) =>
      /process\.env|import\.meta\.env\.(?!DEV|PROD|SSR|MODE)/.test(readFileSync(path, 'utf8')),
    )
    expect(readers).toEqual(['app/config.server.ts'])
  })
})

describe('files', () => {
  it('have no room for leftovers: no utils, lib, helpers, common or types', () => {
    expect(sources.filter((path) => /\/(utils?|libs?|helpers?|common|types)(\/|\.tsx?$)/.test(path))).toEqual([])
  })
})
