import type { CommandName } from '~/embedded/desk/commands'
import type { CommandOutcome } from '../door.server'
import type { DeskRequest } from '../screen'
import { Details } from '../values'
import { RefusalNote } from './refusal'

/** What one row would come to. */
export type Rehearsed = { payload: object; outcome: CommandOutcome<CommandName> }

/** What several deposits or withdrawals add up to, in won. */
export const sumOf = (rehearsed: readonly Rehearsed[]) =>
  rehearsed.reduce((sum, { outcome }) => {
    const { movement } = ('result' in outcome ? outcome.result : {}) as { movement?: { won: number | string } }
    return sum + BigInt(movement?.won ?? 0)
  }, 0n)

/** What came of each row, or would. Of several the balances are left out: each would be as if it were alone. */
export function Outcomes({ desk, outcomes }: { desk: DeskRequest; outcomes: readonly Rehearsed[] }) {
  const { texts } = desk
  const hidden = outcomes.length > 1 ? ['cash'] : []
  return outcomes.map(({ payload, outcome }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one press are not changed.
    <div key={index} className="outcome">
      {'refusal' in outcome ? (
        <>
          <Details texts={texts} values={payload} />
          <RefusalNote texts={texts} refusal={outcome.refusal} />
        </>
      ) : (
        'result' in outcome && (
          <Details texts={texts} values={{ ...shownOf(payload), ...shownOf(outcome.result, hidden) }} />
        )
      )}
    </div>
  ))
}

/** Fields that are no part of what an operator reads. */
const unread: ReadonlySet<string> = new Set(['status', 'dryRun', 'digest', 'needsSecondPerson', 'first'])

/** The fields of a result that are shown: those of its one large part beside the others. */
export function shownOf(result: object, hidden: readonly string[] = []): object {
  return Object.fromEntries(
    Object.entries(result).flatMap(([field, value]) => {
      if (unread.has(field)) return []
      const isPart = field === 'movement' || field === 'credited' || field === 'request'
      return isPart && typeof value === 'object' && value !== null
        ? Object.entries(value).filter(([name]) => !hidden.includes(name))
        : [[field, value]]
    }),
  )
}
