import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callsThatMoveMoney } from '~/upstream/contract'
import { canRun } from '../../../bin/install/debian.mjs'
import { sharedSite } from '../../support/shared-site'
import { isReplicated } from '../../support/site'
import { signedIn } from '../../support/visitor'

const site = sharedSite({ LOG_LEVEL: 'error', RATE_LIMITS: '{"all":[1000000,60],"checks":[1,60]}' })

const readMetrics = async () => (await fetch(`${site.base}/metrics`)).text()

describe('the metrics', () => {
  it.skipIf(isReplicated)(
    'include every metric in docs/monitoring.md, of the process and of the site’s work',
    async () => {
      const member = await signedIn(site.base)
      const code = randomUUID()
      expect((await member.post('/deposit', { balance: '10000', code })).status).toBe(303)
      const second = await signedIn(site.base)
      for (const id of ['one', 'two', 'three']) await second.call('check-user-id', { id: `metrics_${id}` })
      await second.post('/logout', {})
      const text = await readMetrics()
      for (const line of [
        /^madang_http_request_seconds_bucket\{le="\+Inf",method="POST",route="\/deposit",status="303"\} 1$/m,
        /^madang_http_requests_in_flight 1$/m,
        /^madang_http_connections\{state="busy"\} 1$/m,
        /^madang_http_connections\{state="idle"\} \d+$/m,
        /^madang_http_connections_limit \d+$/m,
        /^madang_http_connections_closed_total 0$/m,
        /^madang_upstream_call_seconds_count\{segment="apply-user-deposit",outcome="done"\} 1$/m,
        /^madang_money_movements_total\{segment="apply-user-deposit",outcome="done"\} 1$/m,
        /^madang_movements_waiting\{kind="deposit"\} \d+$/m,
        /^madang_movements_waiting\{kind="withdrawal"\} \d+$/m,
        /^madang_movements_waiting_oldest_seconds\{kind="deposit"\} \d+$/m,
        /^madang_movements_won\{kind="deposit",state="waiting"\} \d+$/m,
        /^madang_last_backup_timestamp_seconds 0$/m,
        /^madang_last_audit_timestamp_seconds\{result="findings"\} 0$/m,
        /^madang_sessions_total\{event="begun"\} 2$/m,
        /^madang_sessions_total\{event="ended"\} 1$/m,
        /^madang_refused_total\{reason="limit-checks"\} 2$/m,
        /^madang_build_info\{version="\d+\.\d+\.\d+",node="[^"]+"\} 1$/m,
        /^madang_unhandled_rejections_total 0$/m,
        /^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m,
        /^process_resident_memory_bytes \d+$/m,
      ])
        expect(text).toMatch(line)
      // These have no value until a circuit opens, a picture is fetched, or PostgreSQL is used.
      for (const name of ['upstream_circuit_open', 'upstream_pictures_total', 'database_connections'])
        expect(text).toContain(`# TYPE madang_${name} `)
    },
  )

  it.skipIf(!canRun('promtool'))('are named and described as promtool requires', async () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await readMetrics(),
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it('have unknown money outcomes from zero on, or an alert would miss the first one of a process', async () => {
    const text = await readMetrics()
    for (const callName of callsThatMoveMoney)
      expect(text).toContain(`madang_money_movements_total{segment="${callName}",outcome="unknown"} 0`)
  })

  it('get no additional series from what clients send: paths, queries, methods and headers', async () => {
    const readSeries = async () =>
      new Set((await readMetrics()).split('\n').flatMap((line) => (/^madang_/.test(line) ? [line.split(' ')[0]] : [])))
    const patterns = ['__proto__', 'art/4/gaon/WORD.svg', 'assets/WORD.js', 'picture/1/WORD', 'callbacks/WORD']
    const paths = [
      ...patterns,
      'sandbox/WORD/x',
      'api/routes/WORD',
      'WORD.data',
      'login?WORD=WORD',
      '%zzWORD',
      '/WORD/x',
    ]
    const sendAll = async (word: string) => {
      for (const path of paths.map((pattern) => `/${pattern.replaceAll('WORD', word)}`))
        for (const method of ['GET', 'PUT'])
          await fetch(site.base + path, { method, headers: { 'User-Agent': word, 'X-Request-Id': word } })
    }
    await sendAll('first')
    const before = await readSeries()
    await sendAll('constructor')
    expect([...(await readSeries())].filter((series) => !before.has(series))).toEqual([])
  })

  it('are open only to this machine, and not to requests through a proxy', async () => {
    expect(await readMetrics()).toContain('madang_http_request_seconds')
    for (const header of ['X-Forwarded-For', 'Forwarded'])
      expect((await fetch(`${site.base}/metrics`, { headers: { [header]: 'for=127.0.0.1' } })).status).toBe(403)
  })
})
