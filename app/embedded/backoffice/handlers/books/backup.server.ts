import { toSeoulDay } from '~/values/seoul'
import { packBackup } from '../../../store/backup.server'
import type { BackofficeHandlers } from '../../handler'

/** Answers a store on PGlite as one file. All other queries wait while it is packed, in memory. */
export const handlers: BackofficeHandlers<'backup' | 'record-backup'> = {
  backup: async (ctx) => {
    if (ctx.store.kind === 'postgres') return { status: 'success', store: 'postgres' }
    const began = performance.now()
    const packed = await packBackup(ctx.store, ctx.now())
    ctx.log.info({ heldUpMs: Math.round(performance.now() - began) }, 'the store was packed for a backup')
    return new Response(new Uint8Array(packed), {
      headers: {
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="house-${toSeoulDay(ctx.now().getTime())}.jsonl.gz"`,
        'Cache-Control': 'no-store',
      },
    })
  },

  // The line in the log is the record.
  'record-backup': async () => ({ status: 'success' }),
}
