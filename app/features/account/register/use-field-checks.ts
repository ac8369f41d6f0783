import { type FocusEvent, type FormEvent, useState } from 'react'
import { href } from 'react-router'
import { seconds } from '~/values/durations'
import { cleanAccountNumber, findBank } from '~/values/typed-text'
import type { CheckedField, FieldCheckResult, RegisterState } from './register.server'
import { registrationGroups } from './use-steps'

type Checks = { [Name in CheckedField]?: FieldCheckResult | 'changed' }

/** After this time, the form proceeds without the check. The site checks every field again on submission. */
const checkTimeoutMs = seconds(4)

/** The bank is excluded, because it is selected, not typed. */
const checkedNames = registrationGroups.flatMap(({ fields }) => fields.filter((name) => name !== 'bankname'))

/**
 * Checks a registration field by the server's rules when it loses focus. Empty fields, and fields left by clicking a
 * button, are not checked. @param result the response to the whole form. It replaces the results of earlier checks,
 * except those that found an id or nickname taken.
 */
export function useFieldChecks(result: RegisterState | undefined, banks: readonly string[]) {
  const [checks, setChecks] = useState<Checks>({})
  const [last, setLast] = useState<CheckedField>()
  const [known, setKnown] = useState({ result, state: result })
  if (known.result !== result) {
    setKnown({
      result,
      state: result && { ...result, fields: { ...takenFields(checks, known.state, result), ...result.fields } },
    })
    setChecks({})
  }
  function onChange({ target, currentTarget: form }: FormEvent<HTMLFormElement>) {
    const names = fieldsCheckedWith(target)
    for (const name of names) setChecks((all) => (all[name] === 'changed' ? all : { ...all, [name]: 'changed' }))
    const fields = new FormData(form)
    const isRepeated = fields.get('pass_check') !== '' && fields.get('pass_check') === fields.get('pw')
    if (!isRepeated || !names.includes('pass_check')) return
    setChecks((all) => ({ ...all, pass_check: { error: null } }))
    setLast('pass_check')
  }

  function onBlur({ target, relatedTarget, currentTarget: form }: FocusEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement && target.name === 'banknumber') splitAccount(target, banks)
    // A message at this time would move the button that is being clicked.
    if (relatedTarget?.matches('button:active')) return
    const fields = new FormData(form)
    for (const name of fieldsCheckedWith(target)) {
      if (checks[name] === 'changed' && fields.get(name)) void check(name, form)
    }
  }

  async function check(name: CheckedField, form: HTMLFormElement): Promise<FieldCheckResult | null> {
    const sent = new FormData(form)
    const verdict = await fetchVerdict(name, sent)
    const now = new FormData(form)
    if (verdict === null || readFor(name).some((read) => now.get(read) !== sent.get(read))) return null
    setChecks((all) => ({ ...all, [name]: verdict }))
    setLast(name)
    return verdict
  }

  async function findWrong(form: HTMLFormElement, names: readonly CheckedField[]): Promise<CheckedField | undefined> {
    const asked = names.filter((name) => form.elements.namedItem(name))
    const verdicts = await Promise.all(
      asked.map((name) => {
        const known = checks[name]
        return typeof known === 'object' ? known : check(name, form)
      }),
    )
    return asked.find((_, index) => verdicts[index]?.error)
  }

  return { state: known.state, checks, last, findWrong, handlers: { onChange, onBlur } }
}

function takenFields(checks: Checks, before: RegisterState | undefined, result: RegisterState) {
  const names = (['id', 'nick'] as const).filter((name) => {
    const check = checks[name]
    const error = check === undefined ? before?.fields[name]?.[0] : check !== 'changed' && check.error
    return error === `register.${name}.taken` && result.availableField !== name
  })
  return Object.fromEntries(names.map((name) => [name, [`register.${name}.taken`]]))
}

function splitAccount(field: HTMLInputElement, banks: readonly string[]) {
  const bank = field.form?.elements.namedItem('bankname')
  if (bank instanceof HTMLSelectElement && bank.value === '') bank.value = findBank(field.value, banks) ?? ''
  if (/\p{L}/u.test(field.value)) field.value = cleanAccountNumber(field.value)
}

function fieldsCheckedWith(target: EventTarget): readonly CheckedField[] {
  const name = target instanceof HTMLInputElement && checkedNames.find((checkedName) => checkedName === target.name)
  if (!name) return []
  return name === 'pw' ? ['pw', 'pass_check'] : [name]
}

const readFor = (name: CheckedField): CheckedField[] => (name === 'pass_check' ? ['pw', name] : [name])

async function fetchVerdict(name: CheckedField, fields: FormData): Promise<FieldCheckResult | null> {
  const body = new URLSearchParams({ field: name })
  for (const read of readFor(name)) body.set(read, String(fields.get(read) ?? ''))
  const signal = AbortSignal.timeout(checkTimeoutMs)
  try {
    const response = await fetch(href('/register/check'), { method: 'POST', body, signal, redirect: 'error' })
    return response.status === 200 ? ((await response.json()) as FieldCheckResult) : null
  } catch {
    return null
  }
}
