import { Refused } from '../../context.server'
import type { BackofficeHandlers } from '../handler'

export const handlers: BackofficeHandlers<'backup' | 'record-backup'> = {
  /** @throws Refused `own_folder` on PGlite, whose folder is copied while the site is stopped */
  backup: async ({ store }) => {
    if (store.kind === 'pglite') throw new Refused({ status: 'own_folder' }, 409)
    return { status: 'success', store: store.kind }
  },

  'record-backup': async () => ({ status: 'success' }),
}
