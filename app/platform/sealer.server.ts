import { memoize } from '~/values/memoize'
import { createSealer } from './create-sealer.server'
import { config } from './settings/config.server'

export const sealerFor = memoize((purpose: string) => createSealer(config.session.secrets, purpose))
