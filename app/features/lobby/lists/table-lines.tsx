import { Fragment } from 'react'
import { Badge } from '~/ui/badge/badge'
import { subtitle } from '~/ui/provider-card/provider-card.css'
import type { TableCardData } from './tables.server'

/** As many results as stand in one line of the narrowest card. */
const maxShown = 4

/** What is said of a table before it is entered: its stakes, what stands in for it, and its last results. */
export function TableLines({ table }: { table: TableCardData }) {
  const { latest, latestTitle, latestLabel } = table
  return (
    <>
      <TableCardLines table={table} isKindChosen />
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

/**
 * What its card says, the same number of lines on all cards of a page. Who has chosen a kind is told what stands in for it:
 * a card opens the table in one press.
 */
export function TableCardLines({ table, isKindChosen }: { table: TableCardData; isKindChosen: boolean }) {
  const { stakes, standsIn } = table
  return (
    <>
      {stakes && <p className={subtitle}>{stakes}</p>}
      {isKindChosen && standsIn && <p className={subtitle}>{standsIn}</p>}
    </>
  )
}
