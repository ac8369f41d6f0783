import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { buildVariant } from './build-variant'
import type { Server } from './processes'

/**
 * The same pages as the framework would serve them by default: its own entry, which streams, under its own server, which
 * compresses each chunk. Only the two providers that the pages need are put around the router, and the site's start
 * stays, which opens the upstream. This build also measures what `renderToString` of a page's whole tree costs by itself.
 */

/** A request with this header renders its page so many times, and answers what one costs. */
const renderCountHeader = 'x-render-count'

const frameworkEntry = 'node_modules/@react-router/dev/dist/config/defaults/entry.server.node.tsx'

const router = '<ServerRouter context={routerContext} url={request.url} />'
const pageWith = (context: string) => `<DocumentSettingsProvider value={settings}>
        <I18nProvider value={i18nFor(requestInfo.locale)}>
          <ServerRouter context={${context}} url={request.url} nonce={requestInfo.nonce} />
        </I18nProvider>
      </DocumentSettingsProvider>`
const imports = `import { renderToString } from 'react-dom/server'
import { brand } from '~/brand/brand.server'
import { requestInfoContext } from '~/server/request-info.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { I18nProvider } from '~/i18n/i18n'
import { boot } from '~/server/start.server'
import { DocumentSettingsProvider } from '~/frame/document-settings'

void boot()
`
const settings = `const requestInfo = loadContext.get(requestInfoContext)
  const settings = {
    locale: requestInfo.locale,
    theme: requestInfo.theme,
    lite: requestInfo.lite,
    playMoney: true,
    https: requestInfo.https,
    brand: brand.page(requestInfo.locale),
    requestId: undefined,
  }
  const renderCount = Number(request.headers.get('${renderCountHeader}'))
  if (renderCount > 0) {
    const before = process.cpuUsage()
    for (let count = 0; count < renderCount; count++) {
      renderToString(${pageWith('{ ...routerContext, serverHandoffStream: undefined }')})
    }
    const { user, system } = process.cpuUsage(before)
    return Response.json({ processorMs: (user + system) / 1000 / renderCount })
  }
`
/** Where the framework's entry is changed: before its first line, before its promise, and at its router. */
const changes: readonly (readonly [string, string])[] = [
  ['import { PassThrough }', `${imports}import { PassThrough }`],
  ['return new Promise((resolve', `${settings}return new Promise((resolve`],
  [router, pageWith('routerContext')],
]

/**
 * Builds the site with the framework's entry, unless that build is newer than the site's own.
 *
 * @returns the program with its arguments, to run in the project's folder.
 * @throws Error when the framework's entry is no longer what this file knows.
 */
export function buildStockServer(): readonly string[] {
  const serverBuild = buildVariant('stock-entry', (folder) => {
    let entry = readFileSync(frameworkEntry, 'utf8')
    for (const [place, changed] of changes) {
      if (!entry.includes(place)) throw new Error(`The framework's entry has no ${place}`)
      entry = entry.replace(place, () => changed)
    }
    writeFileSync(join(folder, 'app/entry.server.tsx'), entry)
  })
  return ['tests/all/node_modules/.bin/react-router-serve', serverBuild]
}

/** Processor time, in milliseconds, of `renderToString` of a page's tree, with the data and words of a request. */
export async function sampleRenders(server: Server, count: number, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${server.base}/`, { headers: { ...headers, [renderCountHeader]: `${count}` } })
  return z.object({ processorMs: z.number() }).parse(await response.json()).processorMs
}
