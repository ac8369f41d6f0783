import { createSealer, type Sealer } from './create-sealer.server'
import { config } from './settings/config.server'

const sealers = new Map<string, Sealer>()

/** The sealer for one purpose, made once per process. */
export function sealerFor(purpose: string): Sealer {
  const sealer = sealers.get(purpose) ?? createSealer(config.session.secrets, purpose)
  sealers.set(purpose, sealer)
  return sealer
}
