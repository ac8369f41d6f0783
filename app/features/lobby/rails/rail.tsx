import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { GameCard } from '~/ui/game-card/game-card'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import { launchHref } from '../launch/href'
import { minSquares } from './games-per-rail'
import * as css from './rail.css'
import type { Rail } from './rails.server'

const eagerCards = 6

/** A row of games that scrolls sideways on a phone, as plain links. @param eager its pictures are in the first view. */
export function GameRail({
  rail,
  eager = false,
  isLarge = false,
  action,
}: {
  rail: Rail
  eager?: boolean
  isLarge?: boolean
  action?: ((card: Omit<Rail['cards'][number], 'subtitle'>) => ReactNode) | undefined
}) {
  const { lang, t } = useI18n()
  const { id, title, all, count, isWide = false, cards } = rail
  const layout = isWide ? 'wide' : cards.length < minSquares ? 'panel' : 'square'
  return (
    <section className={css.rail} aria-labelledby={id}>
      <SectionHeading
        id={id}
        title={title}
        end={
          <MoreLink to={all} about={t('lobby.rail.all', { title })}>
            {count === undefined ? t('common.all') : t('lobby.rail.allCount', { count })}
          </MoreLink>
        }
      />
      <ul className={css.rows[layout === 'square' && isLarge ? 'large' : layout]} aria-labelledby={id}>
        {cards.map(({ subtitle, openedAt, ...card }, index) => (
          <GameCard
            key={`${card.company}/${card.code}`}
            to={launchHref(card.company, card.code)}
            src={card.src}
            layout={layout}
            name={card.name}
            provider={openedAt ? <time dateTime={openedAt}>{subtitle}</time> : subtitle}
            providerLang={openedAt ? undefined : langOfName(subtitle, lang)}
            openLabel={t(openedAt ? 'lobby.rail.continue' : 'lobby.open')}
            eager={eager && index < eagerCards}
            action={action?.(card)}
          />
        ))}
      </ul>
    </section>
  )
}
