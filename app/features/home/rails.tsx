import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { GameCardData, ProviderCardData } from '~/features/lobby/cards.server'
import { GameListItem, ProviderList } from '~/features/lobby/lists'
import { useI18n } from '~/i18n/i18n'
import { GameCard } from '~/ui/game-card/game-card'
import { stack } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import { hrefWithQuery } from '~/values/href-with-query'
import * as css from './home.css'

function SlotRail({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <section className={css.rail} aria-labelledby="slots">
      <SectionHeading
        id="slots"
        title={title}
        end={
          <MoreLink to={href('/slot')} about={t('home.all.slot')}>
            {t('common.all')}
          </MoreLink>
        }
      />
      {children}
    </section>
  )
}

/** A member's recent games, filled up with suggestions. */
export function GameRail({ recentCount, cards }: { recentCount: number; cards: readonly GameCardData[] }) {
  const { t } = useI18n()
  const mixed = recentCount < cards.length ? 'home.recentAndMore' : 'home.recent'
  return (
    <SlotRail title={t(recentCount === 0 ? 'home.explore' : mixed)}>
      {cards.length === 0 ? (
        <p className={css.noGames}>{t('home.noGames')}</p>
      ) : (
        <ul className={css.railCards} aria-labelledby="slots">
          {cards.map((game) => (
            <GameListItem key={`${game.company}/${game.code || game.name}`} game={game} />
          ))}
        </ul>
      )}
    </SlotRail>
  )
}

export function SlotProviderRail({ providers }: { providers: readonly ProviderCardData[] }) {
  const { t } = useI18n()
  return (
    <SlotRail title={t('home.slots')}>
      <ul className={css.railCards} aria-labelledby="slots">
        {providers.map(({ code, name, src }) => (
          <GameCard key={code} to={hrefWithQuery(href('/slot/game'), { code })} src={src} name={name} />
        ))}
      </ul>
    </SlotRail>
  )
}

export function CasinoProviders({ providers }: { providers: readonly ProviderCardData[] }) {
  const { t } = useI18n()
  return (
    <section className={stack} aria-labelledby="tables">
      <SectionHeading
        id="tables"
        title={t('home.casino')}
        end={
          <MoreLink to={href('/casino')} about={t('home.all.casino')}>
            {t('common.all')}
          </MoreLink>
        }
      />
      <div className={css.casinoProviders}>
        <ProviderList eager={false} label={t('home.casino')} providers={providers} />
      </div>
    </section>
  )
}
