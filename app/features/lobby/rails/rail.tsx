import { type ReactNode, use } from 'react'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { GameCard } from '~/ui/game-card/game-card'
import { grid } from '~/ui/game-card/game-card.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { PicturesContext } from '~/ui/picture/picture'
import { dot } from '~/values/parts'
import { launchHref } from '../launch/href'
import * as css from './rail.css'
import type { Rail } from './rails.server'

const eagerCards = 6

/** A row of games as plain links. With pictures, it scrolls sideways on a phone. @param eager loads pictures at once */
export function GameRail({
  rail,
  eager = false,
  action,
}: {
  rail: Rail
  eager?: boolean
  action?: ((card: Omit<Rail['cards'][number], 'subtitle'>) => ReactNode) | undefined
}) {
  const { lang, t } = useI18n()
  const hasPictures = use(PicturesContext)
  const { id, title, all, isWide = false, cards } = rail
  return (
    <section className={css.rail} aria-labelledby={id}>
      <SectionHeading
        id={id}
        title={title}
        more={{ to: all, text: t('common.all'), about: t('lobby.rail.all', { title }) }}
      />
      <ul className={hasPictures ? css.rows[isWide ? 'wide' : 'square'] : grid} aria-labelledby={id}>
        {cards.map(({ subtitle, opened, ...card }, index) => (
          <GameCard
            key={`${card.company}/${card.code}`}
            to={launchHref(card.company, card.code)}
            src={card.src}
            isWide={isWide}
            isSport={card.isSport}
            name={card.name}
            provider={opened ? <OpenedAt provider={subtitle} {...opened} /> : subtitle}
            providerLang={opened ? undefined : langOfName(subtitle, lang)}
            eager={eager && index < eagerCards}
            action={action?.(card)}
          />
        ))}
      </ul>
    </section>
  )
}

function OpenedAt({ provider, at, ago }: { provider: string; at: string; ago: string }) {
  const { lang } = useI18n()
  // Only in Korean, both are short enough for one line. On a phone, the provider is hidden.
  return (
    <>
      {provider && (
        <span>
          {provider}
          {lang === 'ko' ? dot : <br />}
        </span>
      )}
      <time dateTime={at}>{ago}</time>
    </>
  )
}
