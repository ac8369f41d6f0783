import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The imports that each module may have; docs/architecture.md describes the modules. A module is a folder of app/ or
 * app/features/, with two exceptions: `contract` (upstream/contract* and outcome) is plain data that others may use
 * without the client, and `wiring` are the files beside the folders, which connect modules. `type:module` allows only
 * `import type`.
 */
const mayImport: Record<string, readonly string[]> = Object.fromEntries(
  `
    values:
    platform: values
    ui:
    i18n: locales values
    brand: i18n locales platform ui values
    limits: values
    contract: limits values
    upstream: contract limits platform values
    embedded: contract i18n limits locales platform ui values
    server: brand contract embedded i18n limits platform ui upstream values
    forms: contract i18n server upstream values
    session: server ui values type:brand type:contract type:i18n type:limits
    navigation: i18n session values type:server
    components: forms i18n navigation session ui values type:brand type:contract type:limits
    transactions: components contract i18n navigation platform server session shell ui upstream values
    shell: components i18n navigation platform server session ui values type:contract type:limits
    documents: brand components forms i18n navigation platform server session ui upstream values type:contract
    play-limits: brand components contract documents forms i18n limits navigation platform server session shell ui upstream values
    cashier: brand components contract documents forms i18n limits navigation play-limits server session shell transactions ui upstream values
    account: brand components contract documents forms i18n navigation platform play-limits server session shell transactions ui upstream values
    lobby: brand components i18n navigation play-limits server session shell ui upstream values type:contract
    inbox: brand components contract forms i18n navigation server session ui upstream values
    backoffice: brand embedded i18n locales platform server ui values
    preferences: components i18n server ui values
    errors: shell type:server
    api: account brand contract documents i18n limits lobby play-limits server session transactions values
    home: brand components i18n lobby navigation play-limits server session shell transactions ui values type:contract
  `
    .trim()
    .split('\n')
    .map((line) => line.split(/:(?: |$)/))
    .map(([module = '', used = '']) => [module.trim(), used.split(' ').filter(Boolean)]),
)

/** Imports the modules that it connects. No module imports it. */
const wiring = 'wiring'

type Import = { from: string; to: string; asType: boolean }

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('+types'))
  .map((path) => join('app', path))

/** Every static or dynamic import in a file, with paths of the project from its root, without extension. */
function importsOf(from: string): Import[] {
  const code = readFileSync(from, 'utf8').replace(/^\s*(\*|\/\/).*$/gm, '')
  const written = code.matchAll(
    /(?:import|export)\s+(type\s+)?[^'"()]*?from\s*['"]([^'"]+)['"]|import\s*(?:\(|\.meta\.glob<\w+>\()?\s*['"]([^'"]+)['"]/g,
  )
  return [...written].flatMap(([, type, named, sideEffect]) => {
    const name = (named ?? sideEffect ?? '').replace(/\?.*$/, '').replace(/^[~/]locales\//, 'locales/')
    const to = name.startsWith('~/')
      ? join('app', name.slice(2))
      : name.startsWith('.')
        ? join(dirname(from), name)
        : name
    return to.includes('+types') ? [] : [{ from, to: normalize(to).replace(/\.tsx?$/, ''), asType: type !== undefined }]
  })
}

function moduleOf(path: string): string {
  if (path.startsWith('locales/')) return 'locales'
  if (/^app\/upstream\/(contract|outcome)\b/.test(path)) return 'contract'
  const [, module = '', ...rest] = path.split('/')
  if (rest.length === 0) return wiring
  return module === 'features' ? (rest[0] ?? '') : module
}

const allImports = sources.flatMap(importsOf)
const crossings = allImports
  .filter(({ to }) => /^(app|locales)\//.test(to))
  .map((used) => ({ ...used, user: moduleOf(used.from), module: moduleOf(used.to) }))
  .filter(({ user, module }) => user !== module)

const isAllowed = ({ user, module, asType }: (typeof crossings)[number]) =>
  user === wiring || mayImport[user]?.includes(module) || (asType && mayImport[user]?.includes(`type:${module}`))

const listed = (found: readonly Import[]) => found.map(({ from, to }) => `${from} imports ${to}`)

describe('modules', () => {
  it('import only what the table allows', () => {
    expect(listed(crossings.filter((crossing) => !isAllowed(crossing)))).toEqual([])
  })

  it('use every permission of the table', () => {
    const used = new Set(crossings.map(({ user, module, asType }) => `${user}: ${asType ? 'type:' : ''}${module}`))
    const permissions = Object.entries(mayImport).flatMap(([user, entries]) =>
      entries.map((entry) => `${user}: ${entry}`),
    )
    expect(permissions.filter((permission) => !used.has(permission))).toEqual([])
  })

  it('are all in the table', () => {
    const modules = new Set([...Object.keys(mayImport), wiring])
    expect([...new Set(sources.map(moduleOf))].filter((module) => !modules.has(module))).toEqual([])
    expect(readdirSync('app').length).toBeLessThanOrEqual(22)
  })

  it('have no import cycles', () => {
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      (mayImport[from] ?? []).some((entry) => {
        const next = entry.replace('type:', '')
        if (next === to) return true
        return !seen.has(next) && reaches(next, to, seen.add(next))
      })
    expect(Object.keys(mayImport).filter((module) => reaches(module, module))).toEqual([])
  })

  it('never import a route module', () => {
    const routes = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([\w/-]+)\.tsx?'/g)].map(
      ([, path]) => `app/${path}`,
    )
    expect(routes.length).toBeGreaterThan(20)
    expect(listed(allImports.filter(({ to }) => routes.includes(to)))).toEqual([])
  })
})

it('the embedded upstream has one entry module, imported in one place', () => {
  // The back office creates its forms from the table of commands, which is plain data.
  const isTable = ({ from, to }: Import) =>
    from.startsWith('app/features/backoffice/') && /^app\/embedded\/backoffice\/commands\b/.test(to)
  const into = crossings.filter((crossing) => crossing.module === 'embedded' && !isTable(crossing))
  expect([...new Set(listed(into))]).toEqual([
    'app/server/upstream/connection.server.ts imports app/embedded/index.server',
  ])
})

it('files have no import cycles, even of types', () => {
  const importsByFile = new Map<string, string[]>()
  for (const { from, to } of allImports) {
    const file = from.replace(/\.tsx?$/, '')
    importsByFile.set(file, [...(importsByFile.get(file) ?? []), to])
  }
  const finished = new Set<string>()
  const circles: string[] = []
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || finished.has(file)) return
    for (const next of importsByFile.get(file) ?? []) visit(next, [...path, file])
    finished.add(file)
  }
  for (const file of importsByFile.keys()) visit(file, [])
  expect(circles).toEqual([])
})

it('the upstream client and the embedded upstream import neither React nor its router nor messages', () => {
  const pageCode = /^(react|react-dom|react-router|@react-router|i18next|remix-)/
  const modules = ['upstream', 'contract', 'embedded']
  expect(listed(allImports.filter(({ from, to }) => modules.includes(moduleOf(from)) && pageCode.test(to)))).toEqual([])
})

it('settings are read from the environment in one place', () => {
  const readers = sources.filter((path) =>
    /process\.env|import\.meta\.env\.(?!DEV|PROD|SSR|MODE)/.test(readFileSync(path, 'utf8')),
  )
  expect(readers.filter((path) => !path.startsWith('app/platform/settings/'))).toEqual([])
})

describe('files', () => {
  it('are in no catch-all module such as utils, lib, helpers, common or types', () => {
    expect(sources.filter((path) => /\/(utils?|libs?|helpers?|common|types)(\/|\.tsx?$)/.test(path))).toEqual([])
  })

  it('contain more than re-exports', () => {
    const ownCode = (path: string) =>
      readFileSync(path, 'utf8').replace(
        /\/\*.*?\*\/|\/\/.*$|export\s+(type\s+)?[{*][^}'"]*}?\s*from\s*['"].*?['"]/gms,
        '',
      )
    expect(sources.filter((path) => ownCode(path).trim() === '')).toEqual([])
  })

  /** Drawings, texts with one line per paragraph, and migrations, which are never edited. */
  const data = /^app\/(ui\/artwork|brand\/shipped|ui\/icon|embedded\/(seed|schema))\//

  const files = ['app', 'bin', 'docs', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => /\.([cm]?[jt]sx?|md|sql)$/.test(path) && !/\+types|node_modules/.test(path) && !data.test(path))
    .concat('README.md', 'SECURITY.md', '.env.example', 'vite.config.ts')

  it('exist if a document names them', () => {
    const missing = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((document) => {
        const text = readFileSync(document, 'utf8')
        const named = text.matchAll(/`((?:app|bin|tests|locales|public)\/[\w./-]+)`/g)
        // Tests may be named without backticks, and in tables without their folder.
        const tests = text.matchAll(
          /(?<![\w/-])(?:tests\/)?((?:all|bench|http|journeys|unit|upstream)\/[\w/-]+\.(?:test|spec)\.tsx?)/g,
        )
        // A folder's README may name files by their paths within the folder.
        const besides = /^(?:app|bin)\//.test(document) ? text.matchAll(/`([\w-][\w./-]*\.(?:tsx?|mjs|sql))`/g) : []
        const paths = [
          ...[...named].map(([, path = '']) => path),
          ...[...tests].map(([, path]) => `tests/${path}`),
          ...[...besides].map(([, path = '']) =>
            /^(?:app|bin|tests)\//.test(path) ? path : join(dirname(document), path),
          ),
        ]
        return paths.flatMap((path) => (existsSync(path) ? [] : [`${document} ${path}`]))
      })
    expect(missing).toEqual([])
  })

  it('exist with their headings if a document links to them, and pages have at most 400 lines', () => {
    const pages = new Map(
      [...files, 'CONTRIBUTING.md', 'CHANGELOG.md']
        .filter((path) => path.endsWith('.md') && path !== 'bin/upstream/introduction.md')
        .map((path) => [path, readFileSync(path, 'utf8').replace(/```.*?```/gs, '')] as const),
    )
    const anchorsOf = (path: string) =>
      [...(pages.get(path) ?? '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-'),
      )
    const dead = [...pages].flatMap(([page, text]) =>
      [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)/g)].flatMap(([link, path = '', anchor = '']) => {
        const target = path ? join(dirname(page), path) : page
        return existsSync(target) && (!anchor || anchorsOf(target).includes(anchor)) ? [] : [`${page} ${link}`]
      }),
    )
    expect(dead).toEqual([])
    const ofHand = [...pages.keys()].filter((path) => /^docs\/[\w-]+\.md$/.test(path) && path !== 'docs/upstream.md')
    expect(ofHand.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)).toEqual([])
  })
})
