import { Fragment } from 'react'
import { Badge } from '~/ui/badge/badge'
import { subtitle } from '~/ui/provider-card/provider-card.css'
import type { TableCardData } from './kinds.server'

const maxShown = 4

export function TableLines({ table }: { table: TableCardData }) {
  const { latest, latestTitle, latestLabel } = table
  return (
    <>
      <TableCardLines table={table} isKindChosen showsStakes />
      {latest.length > 0 && (
        <p className={subtitle} role="img" aria-label={latestLabel}>
          <span>{latestTitle}</span>{' '}
          {latest.slice(0, maxShown).map((mark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results never change order.
            <Fragment key={index}>
              <Badge>{mark}</Badge>{' '}
            </Fragment>
          ))}
        </p>
      )}
    </>
  )
}

type TableCardLinesProps = { table: TableCardData; isKindChosen: boolean; showsStakes: boolean }

/** The lines of a table's card. With a chosen kind they name a substitute, because one press opens the table. */
export function TableCardLines({ table, isKindChosen, showsStakes }: TableCardLinesProps) {
  const { stakes, standsIn } = table
  return (
    <>
      {showsStakes && stakes && <p className={subtitle}>{stakes}</p>}
      {isKindChosen && standsIn && <p className={subtitle}>{standsIn}</p>}
    </>
  )
}
