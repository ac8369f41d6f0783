import type { EmbeddedOptions } from '~/embedded/index.server'

/** When the clock of an embedded upstream under test begins. */
export const firstMomentMs = Date.parse('2026-03-02T03:00:00Z')

/** Settings of an embedded upstream under test: on PGlite, with the demo, at a clock that stands still. */
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
