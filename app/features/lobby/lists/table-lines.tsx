import { Fragment } from 'react'
import { Badge } from '~/ui/badge/badge'
import { subtitle } from '~/ui/provider-card/provider-card.css'
import type { TableCardData } from './tables.server'

/** As many results as stand in one line of the narrowest card. */
const maxShown = 4

/** What is said of a table before it is entered: what stands in for it, its stakes, and its last results. */
export function TableLines({ table: { stakes, latest, latestLabel, standsIn } }: { table: TableCardData }) {
  return (
    <>
      {standsIn && <p className={subtitle}>{standsIn}</p>}
      {stakes && <p className={subtitle}>{stakes}</p>}
      {latest.length > 0 && (
        <p role="img" aria-label={latestLabel}>
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
