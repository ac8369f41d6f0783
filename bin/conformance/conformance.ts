/** Checks an operator's upstream against the contract. Source: docs/upstream.md. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingError } from '~/platform/settings/setting-error.server'
import { processIo, readUpstreamPaths } from '~/platform/settings/setting-files.server'
import { upstreamUrl } from '~/platform/settings/setting-kinds.server'
import { settings } from '~/platform/settings/settings.server'
import { connectToUpstream } from '~/upstream/client/transport/connect-to-upstream.server'
import { knownCallNames } from '~/upstream/contract'
import { testAmount } from './money'
import { runConformance } from './run'
import { exitCodeOf, row, summaryOf } from './summary'
import type { Finding } from './tester'

const help = `Usage: npm run conformance -- --url URL --id ID --password PASSWORD [options]

  --url URL                    the upstream, as in UPSTREAM_URL
  --id ID, --password TEXT     a member to log in as (or CONFORMANCE_PASSWORD)
  --paths FILE                 other paths, as in UPSTREAM_PATHS (default: that setting)
  --id2 ID, --password2 TEXT   another member, whose lists and token are compared (or CONFORMANCE_PASSWORD2)
  --origin URL                 the site's public origin (default: http://localhost:3000); with https, addresses of games
                               and payment pages must be https too
  (UPSTREAM_BODIES, UPSTREAM_GAME_BALANCE and UPSTREAM_TOKEN_HEADER are read as by the site)
  --timeout MS                 time limit of one call (default: 5000)
  --strict                     exit code 1 also if a call falls short, 4 if a trial was not judged
  --allow-writes               adds calls that leave traces: an inquiry, a question for the account, accepted documents
  --allow-deletes              adds the deletion of the member’s notes and inquiries
  --allow-money --cap WON      adds calls that move money: deposits and withdrawals of ${testAmount} and ${2 * testAmount} won, a payment,
                               some twenty exchanges of one comp point, opening a game, transfers to games and back;
                               a trial that could move more than what is left of WON is skipped
  --exchange-password TEXT     for the withdrawal (or CONFORMANCE_EXCHANGE_PASSWORD)
  --json                       one JSON document instead of the table

To play a provider against callbacks instead: npm run conformance -- --callbacks URL --help

Exit code: 0 no trial fails, 1 a trial fails (with --strict also: falls short), 2 wrong options, 3 no answer,
4 only with --strict: none fails or falls short, and some were not judged.
`

const quirkNames = { UPSTREAM_BODIES: true, UPSTREAM_GAME_BALANCE: true, UPSTREAM_TOKEN_HEADER: true } as const

class WrongOption extends Error {}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ url: text, id: text, password: text, 'exchange-password': text, id2: text, password2: text },
      ...{ origin: text, paths: text, timeout: { ...text, default: '5000' }, cap: text },
      ...{ 'allow-writes': flag, 'allow-deletes': flag, 'allow-money': flag },
      ...{ strict: flag, json: flag, help: { ...flag, short: 'h' } },
    },
  })
  const upstream = values.url === undefined ? undefined : upstreamUrl.safeParse(values.url)
  const password = values.password ?? process.env.CONFORMANCE_PASSWORD
  const password2 = values.password2 ?? process.env.CONFORMANCE_PASSWORD2
  const timeoutMs = Number(values.timeout)
  const cap = values.cap === undefined ? undefined : Number(values.cap)
  if (!values.help) {
    if (!upstream?.success)
      throw new WrongOption(
        `--url: ${upstream?.error.issues[0]?.message ?? 'missing; name the address of the upstream (--help lists the options)'}`,
      )
    if (!values.id || !password) throw new WrongOption('--id, --password: missing; name the member to log in as')
    if ((values.id2 === undefined) !== (password2 === undefined))
      throw new WrongOption('--id2, --password2: only one given; name both or neither')
    if (values.origin !== undefined && !isOrigin(values.origin))
      throw new WrongOption('--origin: must be an origin such as https://www.example.com')
    if (!Number.isInteger(timeoutMs) || timeoutMs < 1)
      throw new WrongOption('--timeout: must be whole milliseconds above 0')
    if (values['allow-money'] !== (cap !== undefined))
      throw new WrongOption('--allow-money, --cap: only one given; give both, or neither to move no money')
    if (cap !== undefined && (!Number.isInteger(cap) || cap < testAmount))
      throw new WrongOption(`--cap: must be whole won, ${testAmount} or more`)
  }
  const paths = readUpstreamPaths(values.paths ?? process.env.UPSTREAM_PATHS, processIo)
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()))
  const quirks = settings.pick(quirkNames).safeParse(set)
  const [wrong] = quirks.error?.issues ?? []
  if (wrong) throw new WrongOption(`${String(wrong.path[0])}: ${wrong.message}`)
  const unknown = Object.keys(paths).find((name) => !knownCallNames.has(name))
  if (unknown !== undefined) throw new WrongOption(`--paths: unknown call ${unknown}`)
  return {
    ...values,
    allowWrites: values['allow-writes'],
    allowDeletes: values['allow-deletes'],
    url: upstream?.data ?? '',
    id: values.id ?? '',
    second: values.id2 === undefined || password2 === undefined ? undefined : { id: values.id2, password: password2 },
    password: password ?? '',
    withdrawalPassword: values['exchange-password'] ?? process.env.CONFORMANCE_EXCHANGE_PASSWORD,
    paths,
    timeoutMs,
    cap,
    quirks: { gameBalance: quirks.data?.UPSTREAM_GAME_BALANCE, tokenHeader: quirks.data?.UPSTREAM_TOKEN_HEADER },
    hasMarkup: quirks.data?.UPSTREAM_BODIES === 'html',
  }
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  let options: ReturnType<typeof readOptions>
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
    process.stderr.write(
      `--url: no answer from ${options.url} (${error instanceof Error ? error.message : error}); check that the upstream is running\n`,
    )
    return 3
  }
  const report = (finding: Finding) => {
    if (!options.json) process.stdout.write(`${row(finding)}\n`)
  }
  const findings = await runConformance({ ...options, fetch: connection.fetch, report })
  await connection.close()
  await keepReport(findings)
  if (options.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
  else process.stdout.write(`\n${summaryOf(findings)}\n`)
  const unjudged = findings.filter(({ result }) => result === 'not judged').length
  if (options.strict && unjudged > 0)
    process.stderr.write(`--strict: ${unjudged} trials were not judged; see their reasons above\n`)
  return exitCodeOf(findings, options.strict)
}

/** Saves the report in DATA_DIR, if that folder exists, for the support bundle of a local site. */
async function keepReport(findings: readonly object[]): Promise<void> {
  const dataDir = process.env.DATA_DIR?.trim() || 'data'
  if (existsSync(dataDir)) await writeFile(join(dataDir, 'conformance.json'), `${JSON.stringify(findings, null, 2)}\n`)
}
