import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsOf, parseFields, payloadFrom } from '~/embedded/backoffice/commands/form-fields'
import { commands } from '~/embedded/backoffice/commands/table'
import { Fields, ruleText } from '~/features/backoffice/form/form'
import { keyOf } from '~/features/backoffice/session.server'
import { backofficeTexts, textsOf } from '~/features/backoffice/texts'
import { fieldName, sharedParts, textOf } from '~/features/backoffice/values'
import { groups } from '../../../bin/backoffice/commands'
import { asJson, linesOf, printable } from '../../../bin/backoffice/print'
import { type ExitCode, refusalProblem } from '../../../bin/backoffice/problem'
import { wordsIn } from '../../support/words'

describe('the back-office program’s output', () => {
  it('contains no control characters from a member’s text', () => {
    const written = 'a\u001b[2J\u009b31mb\u0007\u202ec\r\nd\te'
    const harmless = 'a\ufffd[2J\ufffd31mb\ufffd\ufffdc\nd e'
    expect(printable(written)).toBe(harmless)
    expect(linesOf({ title: written, names: [written] })).toEqual([
      `title  ${harmless.replace('\n', '\n       ')}`,
      `names  ${harmless.replace('\n', '\n       ')}`,
    ])
    expect(linesOf({ rows: [{ title: written }] }).at(-1)).toBe(harmless.replace('\n', ' ⏎ '))
    expect([...'\u001b\u009b\u202e'].filter((sign) => asJson({ written }).includes(sign))).toEqual([])
    expect(JSON.parse(asJson({ written }))).toEqual({ written })
  })

  it('shows a result’s fields, then each list as a table, or its rows as lists on a narrow terminal', () => {
    const rows = [
      { who: '김데모', won: 1_000_000, at: '2026-03-02T03:00:00.000Z', madeAt: null },
      { who: 'demo2', won: -5, at: '2026-03-02T03:00:00.000Z', madeAt: null },
    ]
    const result = { changed: false, bank: { name: '국민은행', fee: 2_000 }, due: null, rows }
    const fields = ['changed    no', 'bank.name  국민은행', 'bank.fee   2,000', 'due        -', '', 'rows:']
    expect(linesOf(result, 35)).toEqual([
      ...fields,
      'who           won  at',
      '김데모  1,000,000  2026-03-02 12:00',
      'demo2          -5  2026-03-02 12:00',
    ])
    expect(linesOf(result, 34).slice(6, 9)).toEqual(['who  김데모', 'won  1,000,000', 'at   2026-03-02 12:00'])
  })
})

it('names the members that share more than a network, and counts the others', () => {
  const texts = backofficeTexts('en', 0)
  const shown = (sharedCount: number, ...shares: string[][]) => {
    const sharedWith = shares.map((shares, index) => ({ member: `m${index}`, shares }))
    const parts = sharedParts(texts, { member: 'a', sharedWith, sharedCount }, true)
    return renderToStaticMarkup(createElement('p', null, ...parts)).replace(/<[^>]+>/g, ' ')
  }
  expect(shown(0).trim()).toBe('')
  expect(shown(9, ['address'], ['browser']).trim()).toBe(texts.t('signs.network', { count: 9 }))
  // More than ten members on one network mean little, so only the member's page counts them.
  expect(shown(24, ['address'], ['browser']).trim()).toBe('')
  const one = shown(9, ['phone', 'address'], ['address'])
  expect(one).not.toContain(texts.word('share.address'))
  expect([one, one]).toEqual([
    expect.stringMatching('m0'),
    expect.stringContaining(texts.t('signs.network', { count: 8 })),
  ])
  expect(one).not.toContain('m1')
  expect(shown(24, ['phone'], ['holder'])).toMatch(/m0.*m1.*\+22/)
  const sharedWith = [{ member: 'm0', shares: ['phone', 'holder'] }]
  const [same] = sharedParts(texts, { member: 'a', sharedWith, sharedCount: 1 })
  const shares = `${texts.word('share.phone')}, ${texts.word('share.holder')}`
  expect(renderToStaticMarkup(createElement('p', null, same))).toContain(texts.t('signs.shared', { shares }))
})

it('names the option for the second approval, but not for files, which have a separate command', () => {
  const message = (more: object) => refusalProblem(202, { status: 'second_person', id: '7', ...more }).message
  expect([message({}).includes('--first 7'), message({ file: true }).includes('--first')]).toEqual([true, false])
})

it('returns the exit codes of the table in docs/backoffice.md', () => {
  const [, table = ''] =
    /\| exit code \| meaning \|\n\|---\|---\|\n((?:\|.*\n)*)/.exec(readFileSync('docs/backoffice.md', 'utf8')) ?? []
  const codes: Record<0 | ExitCode, true> = { 0: true, 1: true, 2: true, 3: true }
  expect([...table.matchAll(/^\| (\d) \|/gm)].map(([, code]) => code)).toEqual(Object.keys(codes))
  const refusals = {
    1: ['202 second_person', '404 not_found', '409 ended'],
    2: ['422 invalid'],
    3: ['401 code_needed', '403 role', '404 unknown_act', '409 two_owners', '503 busy'],
  }
  for (const [exitCode, refused] of Object.entries(refusals))
    for (const [httpStatus, status = ''] of refused.map((refusal) => refusal.split(' ')))
      expect([status, refusalProblem(Number(httpStatus), { status }).exitCode]).toEqual([status, Number(exitCode)])
})

it('uses every message of the terminal, and fills in every value', () => {
  const folder = 'bin/backoffice'
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const code = sources.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const keys = Object.keys(wordsIn('terminal', 'en')).filter((key) => !/^(?:about|refused|site\.answered)\./.test(key))
  expect(keys.filter((key) => !code.includes(`'${key}'`))).toEqual([])
  for (const httpStatus of [429, 503, 500])
    expect(refusalProblem(httpStatus, { status: 'of-a-proxy' }).message).not.toContain('{')
})

describe('the back-office program', () => {
  const rows = Object.values(groups).flat()

  it('has every command of the site, except those that only a restore or a browser uses', () => {
    const called = new Set(rows.map(({ calls }) => calls))
    const without = Object.keys(commands).filter((name) => !called.has(name as never))
    expect(without).toEqual(['you', 'queue', 'sums', 'begin-epoch', 'begin-desk-session', 'set-sound', 'begin-factor'])
    expect(rows.filter(({ run, calls }) => !run && !calls)).toEqual([])
  })
})

function rulesOfSchemas(): Set<string> {
  const long = 'x'.repeat(20_000)
  const texts = ['', 'x', '1.5', 'a\u0000', 'a\nb', 'owner', long]
  const numbers = [1.5, -1, 0, 2e6, 1e20]
  const values = [undefined, null, ...texts, ...numbers, true, {}, { extra: 1 }, [], [1], Array(600).fill('abc')]
  const fields = ['to', 'day', 'week', 'month', 'bank', 'name', 'number', 'owner', 'holder']
  const groups = values.map((value) => Object.fromEntries(fields.map((field) => [field, value])))
  const messages = Object.values(commands).flatMap(({ payload }) =>
    Object.keys(payload.shape).flatMap((field) =>
      [...values, ...groups].flatMap((value) => {
        const parsed = parseFields(payload, { [field]: value })
        return 'wrong' in parsed ? parsed.wrong.map(({ message }) => message) : []
      }),
    ),
  )
  return new Set(messages)
}

describe('a field’s error', () => {
  const rules = [...rulesOfSchemas()]

  it('is a readable sentence, for any field of any command', () => {
    expect(rules).toContain('one of deposit, withdrawal')
    // The first pattern matches the validator's messages, and the second one the contract's message keys.
    expect(rules.filter((rule) => /^(Invalid|Too|Unrec|Expected)|^\w+(\.\w+)+$/.test(rule))).toEqual([])
  })

  it('is translated into both languages, whether a schema or a handler reports it', () => {
    const folder = 'app/embedded/backoffice/handlers'
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    const called = sources.join('\n').match(/throw invalidField\(/g) ?? []
    const byHandlers = [...sources.join('\n').matchAll(/throw invalidField\('[\w.]*', '([^']+)'\)/g)]
    expect(byHandlers).toHaveLength(called.length)
    const [inKorean, inEnglish] = [backofficeTexts('ko', 0), backofficeTexts('en', 0)]
    const all = [...rules, ...byHandlers.map(([, rule = '']) => rule)]
    expect(all.filter((rule) => /\b(desk|of now|of the list|asked for|who asks|stands)\b/.test(rule))).toEqual([])
    expect(all.filter((rule) => !/\p{Script=Hangul}/u.test(ruleText(inKorean, rule)))).toEqual([])
    expect(all.filter((rule) => /\{\{/.test(ruleText(inKorean, rule) + ruleText(inEnglish, rule)))).toEqual([])
    for (const texts of [inKorean, inEnglish]) expect(ruleText(texts, '1,000 or less')).toContain('1,000')
  })
})

it('checks a checkbox at /backoffice only for a true value, and sends the values that are shown', () => {
  const texts = backofficeTexts('en', 0)
  const boxes = Object.keys(commands).flatMap((name) =>
    fieldsOf(name as keyof typeof commands)
      .filter(({ kind }) => kind === 'check')
      .map((field) => ({ name, field })),
  )
  expect(boxes.map(({ name, field }) => `${name} ${field.name}`)).toEqual(
    expect.arrayContaining(['approve unpaid', 'answer replace', 'pay-out close', 'close closed', 'providers closed']),
  )
  for (const { name, field } of boxes) {
    const about = `${name} ${field.name}`
    const shown = (sent: Record<string, string> | URLSearchParams) => {
      const fields = new URLSearchParams(sent)
      const box = createElement(Fields, { texts, fields: [field], sent: fields })
      const html = renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, box))
      return [html.includes('checked'), payloadFrom([field], fields)[field.name] ?? false]
    }
    const otherFields = { requestId: 'of-a-form' }
    for (const text of ['on', 'true']) expect([about, ...shown({ [field.name]: text })]).toEqual([about, true, true])
    for (const text of ['false', '']) expect([about, ...shown({ [field.name]: text })]).toEqual([about, false, false])
    const twice = new URLSearchParams([field.name, field.name].map((sent) => [sent, 'false']))
    expect([about, ...shown(otherFields), ...shown(twice)]).toEqual([about, false, false, false, false])
  }
})

it('combines the checked options of a list with typed ones', () => {
  const listed = (command: 'note' | 'tag-member', sent: string) =>
    payloadFrom(fieldsOf(command), new URLSearchParams(sent))
  expect(listed('tag-member', 'tags=vip&tags=slow&tags=new+ones')).toEqual({ tags: ['vip', 'slow', 'new', 'ones'] })
  expect(['to=all&to=', 'to=all&to=kim', 'to=kim'].map((sent) => listed('note', sent).to)).toEqual([
    ...['all', 'all', ['kim']],
  ])
})

it('accepts a code in full-width digits, and rejects anything that can’t be a token or code', () => {
  expect(['ａｂ１２', ' ab12 ', '', undefined].map((typed) => keyOf(typed))).toEqual([
    'ab12',
    'ab12',
    undefined,
    undefined,
  ])
  expect(['한글', '\ud800', 'x'.repeat(1_025)].map((typed) => keyOf(typed))).toEqual(['-', '-', '-'])
  expect(keyOf('a\nb', (typed) => typed.trim())).toBe('-')
})

it('shows loss limits in won and playing time limits in minutes', () => {
  const texts = backofficeTexts('en', 0)
  const limits = { deposit: { day: null }, loss: { day: 1_000, week: null }, time: { day: 90, month: null } }
  expect(textOf(texts, 'limits', limits)).toBe('Loss limit Day 1,000\u00a0won, Playing time limit Day 90 min')
  expect(textOf(backofficeTexts('ko', 0), 'status', 'otherwise')).toBe(wordsIn('backoffice', 'ko')['log.refused'])
  const raise = { value: 500_000, from: '1970-01-02T00:00:00.000Z' }
  const pending = [
    { ...raise, name: 'day' },
    { ...raise, name: 'loss_week', value: null },
    { ...raise, name: 'time_month', value: 90 },
  ]
  expect(textOf(texts, 'pending', pending).split('\n')).toEqual([
    'Deposit limit Day: 500,000\u00a0won (the member can confirm from 01-02 09:00)',
    'Loss limit Week: no limit (the member can confirm from 01-02 09:00)',
    'Playing time limit Month: 90 min (the member can confirm from 01-02 09:00)',
  ])
})

/** The names of all fields of a payload or result, including nested ones. */
function fieldsIn(schema: z.core.JSONSchema.BaseSchema): string[] {
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((part) => typeof part === 'object')
  const own = Object.entries(schema.properties ?? {})
  return [
    ...own.map(([name]) => name),
    ...[...own.map(([, part]) => part), ...inner].flatMap((part) => fieldsIn(part as typeof schema)),
  ]
}

describe('a field’s label', () => {
  const both = [backofficeTexts('ko', 0), backofficeTexts('en', 0)]
  // No screen shows these fields with a label.
  const unseen = new Set(['rows', 'pages', 'size', 'approvalMs', 'list', 'sum', 'people', 'hasTwoOwners'])

  it.each(Object.keys(commands) as (keyof typeof commands)[])('exists in both languages: for %s', (command) => {
    const { payload, result, hasNoForm, isUnlogged } = commands[command]
    if (hasNoForm || isUnlogged) return
    const names = [payload, result].flatMap((schema) => fieldsIn(z.toJSONSchema(schema, { unrepresentable: 'any' })))
    const nameless = [...new Set(names)].filter(
      (name) => !unseen.has(name) && both.some((texts) => fieldName(textsOf(texts, command), name) === name),
    )
    expect(nameless).toEqual([])
    const keys = [`about.${command}`, `command.${command}`]
    expect(keys.filter((key) => both.some(({ word }) => word(key, '') === ''))).toEqual([])
  })
})

it('has a style sheet with the rules of every ui/ component that back-office pages use', () => {
  const seen = new Set<string>()
  function visit(file: string): void {
    const path = ['.ts', '.tsx', ''].map((ending) => file + ending).find((name) => existsSync(name))
    if (!path || seen.has(path)) return
    seen.add(path)
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/ from '((?:~\/ui|\.\.?)\/[^']*)'/g)) {
      const used = name.startsWith('~') ? name.replace('~', 'app') : join(dirname(path), name)
      if (used.startsWith('app/ui/')) visit(used)
    }
  }
  const folder = 'app/features/backoffice'
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.tsx')) visit(join(folder, file))
  const sheet = readFileSync(join(folder, 'html-page.server.tsx'), 'utf8')
  const unused = ['amount-field/amount-field', 'figure/figure', 'fold', 'link-row/tabs'].map(
    (name) => `app/ui/${name}.css.ts`,
  )
  const missing = [...seen].filter((path) => path.endsWith('.css.ts') && !sheet.includes(`/${path}.vanilla.css`))
  expect(missing.toSorted()).toEqual(unused)
})
