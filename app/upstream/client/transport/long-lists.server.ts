import { z } from 'zod'
import { inSlices } from '~/values/in-slices'
import { type CallName, contract } from '../../contract'
import type { Call } from '../../contract/call'
import { unreadableMoneyIn } from '../../contract/fields/numbers'
import { type ClassifyOptions, classifyExchange, type Exchange, responseFields } from './exchange.server'

const maxRowsAtOnce = 1_000

/** Works like `classifyExchange`, but parses the rows of a long list in slices. */
export async function classifyInSlices(callName: CallName, exchange: Exchange, options: ClassifyOptions) {
  const call: Call = contract[callName]
  const fields = exchange.kind === 'answered' ? responseFields(call, exchange.body) : undefined
  for (const [name, list] of fields ?? []) {
    const schema: unknown = call.response.shape[name]
    const isLong = Array.isArray(list) && list.length > maxRowsAtOnce
    // A list with a maximum length is not parsed in slices, because an overlong list is rejected as a whole.
    if (!isLong || !(schema instanceof z.ZodArray) || schema.def.checks?.length) continue
    const row = schema.element as z.ZodType
    const rows: unknown[] = []
    const unreadable = new Set<string>()
    await inSlices(list, (sent) => {
      const parsed = row.safeParse(sent)
      if (!parsed.success) return
      rows.push(parsed.data)
      for (const field of unreadableMoneyIn({ [name]: parsed.data })) unreadable.add(field)
    })
    if (rows.length < list.length) continue
    const { data: _envelope, ...others } = Object.fromEntries(fields ?? [])
    const body = { kind: 'json', value: { ...others, [name]: [] } } as const
    const rest = classifyExchange(callName, { ...exchange, body } as Exchange, options)
    if (rest.outcome.kind !== 'done') return rest
    for (const field of rest.unreadableMoney ?? []) unreadable.add(field)
    const outcome = { ...rest.outcome, response: { ...(rest.outcome.response as object), [name]: rows } }
    return { ...rest, outcome, ...(unreadable.size > 0 ? { unreadableMoney: [...unreadable] } : {}) }
  }
  return classifyExchange(callName, exchange, options)
}
