import { memoize } from '~/values/memoize'
import { createSealer } from './create-sealer.server'
import { config } from './settings/config.server'

/** The sealer for one purpose, made once per process. */
export const sealerFor = memoize((purpose: string) => createSealer(config.session.secrets, purpose))
