import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { GameCard } from '~/ui/game-card/game-card'
import { SectionHeading } from '~/ui/page-title/page-title'
import { MoreLink } from '~/ui/text-link/text-link'
import * as css from './game-rail.css'
import { launchHref } from './launch-href'
import type { Rail } from './rails.server'

/** How many pictures of a rail a phone shows at first. */
const eagerCards = 4

/** A row of games that scrolls sideways on a phone, as plain links. @param eager its pictures are in the first view. */
export function GameRail({ rail, eager = false }: { rail: Rail; eager?: boolean }) {
  const { lang, t } = useI18n()
  const { id, title, all, isWide = false, cards } = rail
  return (
    <section className={css.rail} aria-labelledby={id}>
      <SectionHeading
        id={id}
        title={title}
        end={
          <MoreLink to={all} about={t('lobby.rail.all', { title })}>
            {t('common.all')}
          </MoreLink>
        }
      />
      <ul className={isWide ? css.wideCards : css.cards} aria-labelledby={id}>
        {cards.map(({ company, code, src, name, subtitle, openedAt }, index) => (
          <GameCard
            key={`${company}/${code}`}
            to={launchHref(company, code)}
            src={src}
            isWide={isWide}
            name={name}
            provider={openedAt ? <time dateTime={openedAt}>{subtitle}</time> : subtitle}
            providerLang={openedAt ? undefined : langOfName(subtitle, lang)}
            openLabel={t('lobby.open')}
            eager={eager && index < eagerCards}
          />
        ))}
      </ul>
    </section>
  )
}
