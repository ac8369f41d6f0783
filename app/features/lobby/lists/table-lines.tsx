import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { card, item } from '~/ui/game-card/game-card.css'
import { Link } from '~/ui/link/link'
import { Picture } from '~/ui/picture/picture'
import { name as nameStyle, subtitle } from '~/ui/provider-card/provider-card.css'
import { launchHref } from '../launch/href'
import type { ProviderCardData } from './cards.server'
import type { TableCardData } from './kinds.server'
import * as css from './table-lines.css'

export function TableLines({ table, showsStakes = true }: { table: TableCardData; showsStakes?: boolean }) {
  const { stakes, marks, marksLabel } = table
  return (
    <>
      {showsStakes && stakes && <p className={subtitle}>{stakes}</p>}
      {marks.length > 0 && (
        <p className={css.marks} role="img" aria-label={marksLabel}>
          {marks.map(({ text, tone }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results never change order.
            <span key={index} className={`${css.mark} ${css.tones[tone]}`}>
              {text}
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** The tables of one kind. A provider that does not list its tables gets a single link to its lobby. */
export function TableList({ tables, showsStakes }: { tables: readonly ProviderCardData[]; showsStakes: boolean }) {
  const { lang, t } = useI18n()
  return (
    <ul className={css.tables} aria-labelledby="providers">
      {tables.map(({ code, name, src, state, subtitle: otherName, table }) => {
        const content = (
          <>
            <Picture src={src} shape="game" />
            <div>
              <p className={nameStyle}>{name}</p>
              {!table?.marks.length && (
                <p className={subtitle} lang={langOfName(otherName, lang)}>
                  {otherName}
                </p>
              )}
              {state !== 'open' && (
                <p className={subtitle}>{t(state === 'closed' ? 'lobby.maintenance' : 'lobby.notReady')}</p>
              )}
              {state === 'open' && table && <TableLines table={table} showsStakes={showsStakes} />}
            </div>
          </>
        )
        return (
          <li key={code || name} className={item}>
            {state === 'open' ? (
              <Link to={launchHref(code, table?.code ?? code)} className={`${card} ${css.table}`} data-play="game">
                {content}
              </Link>
            ) : (
              <div className={css.table}>{content}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
