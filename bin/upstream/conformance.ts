/** Plays the contract against an operator's upstream. Source: docs/upstream.md. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingError } from '~/platform/settings/setting-error.server'
import { processIo, readUpstreamPaths } from '~/platform/settings/setting-files.server'
import { upstreamUrl } from '~/platform/settings/setting-kinds.server'
import { connectToUpstream } from '~/upstream/client/transport/connection.server'
import { knownCallNames } from '~/upstream/contract'
import { runConformance } from './conformance-run'
import { exitCodeOf, row, summaryOf } from './summary'
import { trialAmount } from './trials/money'

const help = `Usage: npm run conformance -- --url URL --id ID --password PASSWORD [options]

  --url URL                    the upstream, as in UPSTREAM_URL
  --id ID, --password TEXT     a member to log in as (or CONFORMANCE_PASSWORD)
  --paths FILE                 other paths, as in UPSTREAM_PATHS (default: that setting)
  --id2 ID, --password2 TEXT   another member, whose lists and token are compared (or CONFORMANCE_PASSWORD2)
  --origin URL                 the site's public origin (default: http://localhost:3000); with https, addresses of games
                               and payment pages must be https too
  --timeout MS                 time of one call (default: 5000)
  --strict                     exit code 1 also when a call falls short, 4 when a trial was not judged
  --allow-writes               also calls that leave traces: a help request, asking for the account, accepting documents
  --allow-deletes              also deletes the member’s notes and help requests
  --allow-money --cap WON      also calls that move money: deposits and withdrawals of ${trialAmount} and ${2 * trialAmount} won, a payment,
                               single points to and fro (some twenty, until their list has two pages), opening a game,
                               and the wallet into games and back; what may move more than is left of WON is not tried
  --exchange-password TEXT     for the withdrawal (or CONFORMANCE_EXCHANGE_PASSWORD)
  --json                       one JSON document instead of the table

Exit code: 0 no trial fails, 1 one does (with --strict also: falls short), 2 wrong options, 3 nothing answers,
4 only with --strict: none fails or falls short, and some were not judged.
`

type Options = ReturnType<typeof readOptions>

class WrongOption extends Error {}

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      id: { type: 'string' },
      password: { type: 'string' },
      'exchange-password': { type: 'string' },
      id2: { type: 'string' },
      password2: { type: 'string' },
      origin: { type: 'string' },
      strict: { type: 'boolean', default: false },
      paths: { type: 'string' },
      timeout: { type: 'string', default: '5000' },
      'allow-writes': { type: 'boolean', default: false },
      'allow-deletes': { type: 'boolean', default: false },
      'allow-money': { type: 'boolean', default: false },
      cap: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const upstream = values.url === undefined ? undefined : upstreamUrl.safeParse(values.url)
  const password = values.password ?? process.env.CONFORMANCE_PASSWORD
  const password2 = values.password2 ?? process.env.CONFORMANCE_PASSWORD2
  const timeoutMs = Number(values.timeout)
  const cap = values.cap === undefined ? undefined : Number(values.cap)
  if (!values.help) {
    if (!upstream?.success)
      throw new WrongOption(`--url ${upstream?.error.issues[0]?.message ?? 'names the upstream'}.`)
    if (!values.id || !password) throw new WrongOption('--id and --password name the member to log in as.')
    if ((values.id2 === undefined) !== (password2 === undefined))
      throw new WrongOption('--id2 and --password2 name the second member together.')
    if (values.origin !== undefined && !isOrigin(values.origin))
      throw new WrongOption('--origin must be an origin such as https://www.example.com.')
    if (!Number.isInteger(timeoutMs) || timeoutMs < 1) throw new WrongOption('--timeout must be milliseconds.')
    if (values['allow-money'] !== (cap !== undefined))
      throw new WrongOption('--allow-money and --cap go together: without both no money moves.')
    if (cap !== undefined && (!Number.isInteger(cap) || cap < trialAmount))
      throw new WrongOption(`--cap must be whole won, ${trialAmount} or more.`)
  }
  const paths = readUpstreamPaths(values.paths ?? process.env.UPSTREAM_PATHS, processIo)
  const unknown = Object.keys(paths).find((name) => !knownCallNames.has(name))
  if (unknown !== undefined) throw new WrongOption(`--paths names a call that there is not: ${unknown}.`)
  return {
    ...values,
    url: upstream?.data ?? '',
    id: values.id ?? '',
    second: values.id2 === undefined || password2 === undefined ? undefined : { id: values.id2, password: password2 },
    password: password ?? '',
    withdrawalPassword: values['exchange-password'] ?? process.env.CONFORMANCE_EXCHANGE_PASSWORD,
    paths,
    timeoutMs,
    cap,
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  let options: Options
  try {
    options = readOptions(args)
  } catch (error) {
    const isWrong = error instanceof WrongOption || error instanceof SettingError || error instanceof TypeError
    if (!isWrong) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  if (options.help) {
    process.stdout.write(help)
    return 0
  }
  const connection = connectToUpstream(options.url)
  try {
    await connection.check()
  } catch (error) {
    process.stderr.write(`${options.url} does not answer (${error instanceof Error ? error.message : error}).\n`)
    return 3
  }
  const findings = await runConformance({
    fetch: connection.fetch,
    id: options.id,
    password: options.password,
    withdrawalPassword: options.withdrawalPassword,
    second: options.second,
    origin: options.origin,
    paths: options.paths,
    timeoutMs: options.timeoutMs,
    allowWrites: options['allow-writes'],
    allowDeletes: options['allow-deletes'],
    cap: options.cap,
    report: (finding) => {
      if (!options.json) process.stdout.write(`${row(finding)}\n`)
    },
  })
  await connection.close()
  await keepReport(findings)
  if (options.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
  else process.stdout.write(`\n${summaryOf(findings)}\n`)
  const unjudged = findings.filter(({ result }) => result === 'not judged').length
  if (options.strict && unjudged > 0)
    process.stderr.write(`--strict: ${unjudged} trials were not judged; the reasons stand above.\n`)
  return exitCodeOf(findings, options.strict)
}

/** Leaves the report where a support bundle of a site here finds it: in DATA_DIR, if that folder is there. */
async function keepReport(findings: readonly object[]): Promise<void> {
  const dataDir = process.env.DATA_DIR?.trim() || 'data'
  if (existsSync(dataDir)) await writeFile(join(dataDir, 'conformance.json'), `${JSON.stringify(findings, null, 2)}\n`)
}
