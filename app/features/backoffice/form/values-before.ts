import { commands } from '~/embedded/backoffice/commands/table'
import type { BackofficeRequest, Row } from '../screen'
import { type CommandForm, shownOf } from './outcomes'

type Target = Pick<CommandForm, 'command' | 'payloads'>

export async function loadValuesBefore({ client }: BackofficeRequest, { command, payloads }: Target) {
  const [{ kind = 'deposit', id } = {} as Row] = payloads as readonly Row[]
  if (!commands[command].showsTransaction || !id) return payloads.map((): Row | undefined => undefined)
  if (payloads.length > 1) {
    const ids = payloads.map((payload) => (payload as Row).id)
    const found = await client.call('movements', { kind, state: 'all', ids })
    const rows = found.kind === 'done' ? found.result.rows : []
    return ids.map((id) => rows.find((row) => row.id === id)).map((row) => row && shownTransaction({ movement: row }))
  }
  const found = await client.call('movement', { number: id })
  if (found.kind !== 'done') return [undefined]
  // While a transaction is pending, `after` is only the current balance, so it is not shown.
  const { after: _, ...about } = shownTransaction(found.result)
  return [{ ...about, language: found.result.language }]
}

function shownTransaction(result: { movement: { accountRequest: string | null } }): Row {
  return { ...shownOf({}, result), ...(result.movement.accountRequest && { isUnsent: true }) }
}
