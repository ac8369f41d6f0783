import { describe, expect, it } from 'vitest'
import { describeSettings } from '~/platform/settings/config.server'
import { secretNames } from '~/platform/settings/settings.server'
import { toAnonymousLine } from '~/platform/telemetry/anonymous-log'

/** The contents of a support bundle. tests/http/server/log.test.ts reads a whole one. */

describe('a log line in a support bundle', () => {
  const read = (line: object) => JSON.parse(toAnonymousLine(JSON.stringify(line)) ?? '')

  it('keeps only the listed fields, none of which can identify a person', () => {
    const plain = { level: 'info', msg: 'request', route: '/deposit', status: 303, requestId: 'q7-_fR0aQ9yC3kTn2LxV5w' }
    const named = { member: 'Xb3kP0s9LqTz', address: '203.0.113.7', who: 'kim', path: '/u/demo', later: 'demo' }
    expect(read({ ...plain, ...named })).toEqual(plain)
    expect(read({ ...plain, status: { pw: 'three-plain-words' } })).not.toHaveProperty('status')
  })

  it.each([
    ['an address', 'no route to 203.0.113.7:5432', 'no route to [left out]:5432'],
    ['an IPv6 address', 'from 2001:db8::1:7 it came', 'from [left out] it came'],
    ['an e-mail address', 'key (kim@example.com) exists', 'key ([left out]) exists'],
    ['a phone number', 'phone 010-2345-6789 is taken', 'phone [left out] is taken'],
    ['an account', 'account 12345678901234', 'account [left out]'],
    ['a token', 'at /sandbox/game/q7fR0aQ9yC3kTn2LxV5wq7fR0aQ9', 'at /sandbox/game/[left out]'],
  ])('omits %s from an error’s text', (_what, text, scrubbed) => {
    expect(read({ err: { type: 'Error', message: text, detail: text } })).toEqual({
      err: { type: 'Error', message: scrubbed },
    })
  })

  it('is omitted if it isn’t a JSON object', () => {
    expect(['', 'Demo member: demo', '7', 'null'].map(toAnonymousLine)).toEqual([...Array(4)])
  })
})

describe('the settings in a support bundle', () => {
  it('show whether and how each secret is set, but not its value', () => {
    const value = 'postgres://madang:a-password@database/madang'
    const [byFile = '', ...others] = secretNames
    const set = Object.fromEntries(others.map((name) => [name, value]))
    const described = describeSettings({ ...set, [`${byFile}_FILE`]: '/run/secrets/x', MONEY: 'real' })
    expect(described).toMatchObject({ ...Object.fromEntries(others.map((name) => [name, '[set]'])), MONEY: 'real' })
    expect([described[byFile], described.PORT]).toEqual(['[set by a file]', '[not set]'])
    expect(JSON.stringify(described)).not.toContain('a-password')
  })

  it('contain no user name or password from a URL', () => {
    expect(describeSettings({ UPSTREAM_URL: 'https://kim:pw@up.example/api' }).UPSTREAM_URL).toBe(
      'https://[left out]@up.example/api',
    )
  })
})
