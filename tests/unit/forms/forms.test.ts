import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { redisplayForm } from '~/forms/form-responses.server'
import { createFormView } from '~/forms/form-state'
import { amountField, checkboxField, intentField, readForm } from '~/forms/read-form.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { depositAmount, requestCode } from '~/upstream/contract/fields/values'
import { formDataOf } from '../../support/form-data'

const depositForm = z.strictObject({ balance: amountField(depositAmount), code: requestCode })
const code = '0b1c2d3e-0000-4000-8000-000000000000'

function fieldErrors(data: FormData, schema: z.ZodType = depositForm): Record<string, string[]> | undefined {
  const read = readForm(data, schema)
  return read.kind === 'invalid' ? read.fields : undefined
}

describe('a form', () => {
  it('is parsed into typed values', () => {
    const read = readForm(formDataOf(['balance', ' 20,000 '], ['code', code]), depositForm)
    expect(read).toEqual({ kind: 'valid', values: { balance: 20_000, code }, submitted: { balance: ' 20,000 ' } })
  })

  it('rejects a repeated field, a file, a NUL and an unknown name', () => {
    const balance: [string, string] = ['balance', '10000']
    expect(fieldErrors(formDataOf(balance, balance, ['code', code]))).toEqual({ balance: ['field.repeated'] })
    expect(fieldErrors(formDataOf(['balance', new File(['10000'], 'a.txt')], ['code', code]))?.balance).toEqual([
      'field.unreadable',
    ])
    expect(fieldErrors(formDataOf(['balance', '10000\u0000'], ['code', code]))?.balance).toEqual(['field.unreadable'])
    expect(fieldErrors(formDataOf(balance, ['code', code], ['extra', '1']))).toEqual({ extra: ['field.unknown'] })
    expect(fieldErrors(formDataOf(balance, ['code', code], ['__proto__', '1']))).toEqual({
      ['__proto__']: ['field.unknown'],
    })
    expect(fieldErrors(formDataOf(balance, ['code', code], ['constructor', '1']))).toEqual({
      constructor: ['field.unknown'],
    })
  })

  it('maps schema errors to message keys', () => {
    const schema = z.strictObject({ title: z.string(), long: z.string().max(3), day: z.iso.date() })
    expect(fieldErrors(formDataOf(['long', 'abcd'], ['day', 'x']), schema)).toEqual({
      title: ['field.required'],
      long: ['field.tooLong'],
      day: ['field.unreadable'],
    })
  })

  it('returns the typed values for redisplay, except passwords and the request code', () => {
    const typed = formDataOf(
      ['id', 'demo'],
      ['pw', 'secret-1'],
      ['pass', 'secret-2'],
      ['pass_check', 'secret-3'],
      ['exchange_pw', '2580'],
      ['new_pass', 'secret-4'],
      ['new_pass_check', 'secret-5'],
      ['code', code],
      ['pin', '99'],
      ['text', 'a\u0000b'],
    )
    expect(readForm(typed, z.object({}), { secret: ['pin'] }).submitted).toEqual({ id: 'demo', text: 'ab' })
    expect(readForm(typed, z.object({}), { shownAgain: ['code'] }).submitted.code).toBe(code)
  })

  it('parses its intent and a checked checkbox', () => {
    const schema = z.strictObject({ intent: intentField('deposit', 'add'), adult: checkboxField })
    expect(readForm(formDataOf(), schema)).toMatchObject({ values: { intent: 'deposit' } })
    expect(readForm(formDataOf(['intent', 'add'], ['adult', 'on']), schema)).toMatchObject({
      values: { intent: 'add', adult: true },
    })
    expect(readForm(formDataOf(['adult', '']), schema)).toMatchObject({ values: { adult: false } })
    expect(fieldErrors(formDataOf(['intent', 'steal']), schema)).toEqual({ intent: ['field.unreadable'] })
  })
})

describe('a redisplayed form', () => {
  const korean = i18nFor('ko')

  it('has the typed values, the errors and a new code', () => {
    const read = readForm(formDataOf(['balance', '15000'], ['code', code]), depositForm)
    if (read.kind === 'valid') throw new Error('this form is wrong')
    const { data, init } = redisplayForm(read)
    expect(init).toEqual({ status: 422 })
    expect(data).toMatchObject({ submitted: { balance: '15000' }, fields: { balance: ['msg2009'] } })
    expect(data.code).not.toBe(code)
  })

  it('shows a form-level error with the typed values', () => {
    const { data, init } = redisplayForm({ submitted: {} }, { problem: 'msg2286', values: { time: '01:30' } })
    expect(init).toEqual({ status: 409 })
    const view = createFormView(data, korean)
    expect(view.refusal?.title).toContain('01:30')
    expect(view.summary).toMatchObject({ title: view.refusal?.title, errors: [{ text: view.refusal?.text }] })
  })

  it('shows the reference number of a failure after its explanation', () => {
    const values = { reference: 'abc-1' }
    const { data } = redisplayForm({ submitted: {} }, { problem: 'msg2012', values })
    const { refusal, summary } = createFormView(data, korean)
    const reference = `${korean.t('problem.reference')} abc-1`
    expect(refusal?.text).toBe(`${korean.t('msg2012.text')} ${reference}`)
    expect(summary.errors).toEqual([{ text: korean.t('msg2012.text') }, { text: reference }])
  })

  it('lists its errors in the order of its fields', () => {
    const state = { submitted: { b: '2' }, fields: { b: ['msg2007', 'msg2008'], a: ['msg2013'], zz: ['msg2014'] } }
    const view = createFormView(state, korean, { order: ['a', 'b'], labels: { a: 'A' }, idPrefix: 'x-' })
    expect(view.summary).toMatchObject({
      title: korean.t('form.summary'),
      errors: [
        { id: 'x-a', text: `A: ${korean.t('msg2013')}` },
        { id: 'x-b', text: korean.t('msg2007') },
        { id: 'x-b', text: korean.t('msg2008') },
        { text: korean.t('msg2014') },
      ],
    })
    expect(view.summary.foldedText?.(3)).toBe(korean.t('form.summary.others', { count: 3 }))
    expect(view.error('b')).toBe(korean.t('msg2007'))
    expect(view.error('constructor')).toBeUndefined()
    expect(view.submitted('b')).toBe('2')
    expect(view.submitted('c', 'start')).toBe('start')
  })
})
