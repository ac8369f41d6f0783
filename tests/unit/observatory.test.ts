import { describe, expect, it } from 'vitest'
import { observatoryScore, observatoryTestScores } from '../support/observatory'

/** Tests the score itself. */

const best = {
  'content-security-policy': "default-src 'none'; script-src 'self'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}
const scored = (headers: Record<string, string | string[]>, body = '') =>
  observatoryScore({ headers: { ...best, ...headers }, body })

describe('the Observatory’s score', () => {
  it('is 130 for all that headers can do, 135 with a cookie set well, and 30 for none', () => {
    expect(scored({})).toBe(130)
    expect(scored({ 'set-cookie': ['a=b; Path=/; HttpOnly; SameSite=Lax; Secure'] })).toBe(135)
    expect(observatoryScore({ headers: {}, body: '' })).toBe(30)
  })

  it.each<[string, Record<string, string | string[]>, number]>([
    [
      'forms may lead elsewhere',
      {
        'content-security-policy':
          "default-src 'none'; script-src 'self'; form-action 'self' https://a.test; frame-ancestors 'none'",
      },
      125,
    ],
    ['inline scripts run', { 'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'" }, 60],
    ['scripts come from any https', { 'content-security-policy': "script-src https:; frame-ancestors 'none'" }, 80],
    ['eval runs', { 'content-security-policy': "default-src 'self' 'unsafe-eval'; frame-ancestors 'none'" }, 110],
    ['pictures come over http', { 'content-security-policy': "default-src 'self'; img-src http:" }, 70],
    ['no transport security', { 'strict-transport-security': 'never' }, 80],
    ['a month of it', { 'strict-transport-security': 'max-age=2592000' }, 120],
    ['a cookie that scripts read', { 'set-cookie': ['a=b; Secure; SameSite=Lax'] }, 70],
    ['a cookie over http', { 'set-cookie': ['a=b; HttpOnly; SameSite=Lax'] }, 120],
    ['a cookie for any site', { 'set-cookie': ['a=b; HttpOnly; Secure'] }, 130],
    [
      'others may read as the member',
      { 'access-control-allow-origin': 'x', 'access-control-allow-credentials': 'true' },
      50,
    ],
    ['an unsafe referrer', { 'referrer-policy': 'unsafe-url' }, 120],
    ['no rule for sniffing', { 'x-content-type-options': '' }, 125],
  ])('where %s is %o: %i', (_, headers, score) => {
    expect(scored(headers)).toBe(score)
  })

  it('sees where a page’s scripts come from', () => {
    const of = (body: string) =>
      observatoryTestScores({ headers: best, body }).find(({ test }) => /^sub/.test(test))?.points
    expect(of('<script src="/assets/a.js"></script><script>1</script>')).toBe(0)
    expect(of('<script src="https://cdn.test/a.js"></script>')).toBe(-5)
    expect(of('<script src="https://cdn.test/a.js" integrity="sha256-x"></script>')).toBe(0)
    expect(of('<script src="//cdn.test/a.js"></script>')).toBe(-50)
  })
})
