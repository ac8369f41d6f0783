import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { toSeoulDay } from '~/values/seoul'
import type { EmbeddedContext } from '../../context.server'
import type { BackofficeHandlers } from '../handler'
import { readMomentsOfLastChecks } from '../last-checks.server'
import { handlers as books } from './ledger.server'

export const handlers: BackofficeHandlers<'bundle'> = {
  bundle: async (ctx) => {
    const day = toSeoulDay(ctx.now().getTime())
    const { findings, ...audit } = await books.audit(ctx, {})
    const files = {
      ...(await ctx.options.describeSite?.()),
      'store.json': asJson(await describeStore(ctx)),
      // Examples are left out, because they name members' rows.
      'audit.json': asJson({ ...audit, findings: findings.map(({ check, count }) => ({ check, count })) }),
    }
    const archive = pack()
    for (const [name, text] of Object.entries(files))
      archive.entry({ name: `madang-${day}/${name}`, mtime: ctx.now() }, text)
    archive.finalize()
    return new Response(new Uint8Array(await promisify(gzip)(await buffer(archive))), {
      headers: {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="madang-${day}.tar.gz"`,
        'Cache-Control': 'no-store',
      },
    })
  },
}

async function describeStore(ctx: EmbeddedContext): Promise<object> {
  const { store } = ctx
  const began = performance.now()
  const check = await store.check().then(
    () => ({ ok: true, ms: Math.round(performance.now() - began) }),
    (error: Error) => ({ ok: false, error: error.name }),
  )
  return {
    kind: store.kind,
    check,
    lastChecks: await readMomentsOfLastChecks(ctx),
    migrations: await store.query('select name, compatible_from as "compatibleFrom" from migrations order by name'),
  }
}

const asJson = (value: unknown) =>
  `${JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part), 2)}\n`
