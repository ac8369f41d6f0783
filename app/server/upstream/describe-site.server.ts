import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedStore } from '~/platform/redis.server'
import { config, describeSettings } from '~/platform/settings/config.server'
import { toAnonymousLine } from '~/platform/telemetry/anonymous-log'
import { checkDependency } from '~/platform/telemetry/dependency-check.server'
import { recentLogLines } from '~/platform/telemetry/log.server'
import { registry } from '~/platform/telemetry/metrics.server'
import { readiness } from '~/platform/telemetry/readiness.server'
import { version } from '~/platform/version.server'

/** What the conformance run leaves in DATA_DIR. */
const conformanceReport = 'conformance.json'

/**
 * What the site says of itself in a support bundle, by file name: of this process, where there are several. No secret and
 * no personal data are in it.
 */
export async function describeSite(): Promise<Record<string, string>> {
  const { platform, arch, versions, memoryUsage, uptime } = process
  const about = {
    version,
    ...{ node: versions.node, platform, arch },
    upSeconds: Math.round(uptime()),
    memory: memoryUsage(),
    readiness: readiness(),
    redis: sharedStore ? await checkDependency(sharedStore.check) : 'none',
  }
  const report = await readFile(join(config.dataDir, conformanceReport), 'utf8').catch(() => undefined)
  return {
    'site.json': asJson(about),
    'settings.json': asJson(describeSettings()),
    'metrics.txt': await registry.metrics(),
    'log.jsonl': recentLogLines()
      .flatMap((line) => toAnonymousLine(line) ?? [])
      .map((line) => `${line}\n`)
      .join(''),
    'conformance.json': report ?? asJson('No conformance run has left its report in DATA_DIR.'),
  }
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
