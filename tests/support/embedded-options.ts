import type { EmbeddedOptions } from '~/embedded/index.server'

/** The start of the clock of an embedded upstream under test. */
export const firstMomentMs = Date.parse('2026-03-02T03:00:00Z')

/** Options for an embedded upstream under test: on PGlite, with demo data and a stopped clock. */
export function testOptions(dataDir: string): EmbeddedOptions {
  return {
    dataDir,
    databaseUrl: undefined,
    databasePool: 6,
    playApprovalMs: 3_000,
    backofficeToken: 'a back-office token of 32 characters for tests',
    roundPaceMs: 0,
    depositsWaitingMax: 0,
    withdrawPauseMs: 0,
    withdrawDailyMax: 0,
    seedDemo: true,
    log: { info: () => {}, warn: () => {}, error: (about, message) => console.error(message, about) },
    now: () => new Date(firstMomentMs),
  }
}
