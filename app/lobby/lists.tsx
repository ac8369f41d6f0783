import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { Badge } from '~/ui/badge/badge'
import { GameCard, GameGrid } from '~/ui/game-card/game-card'
import { Picture } from '~/ui/picture/picture'
import { ProviderCard, ProviderGrid } from '~/ui/provider-card/provider-card'
import type { GameCardData, ProviderCardData } from './cards.server'
import { launchHref } from './launch-href'
import * as css from './lists.css'

/** Number of cards in the first row of a wide screen, whose pictures load at once. */
const eagerProviders = 4
const eagerGames = 6

/** Providers as cards. One under maintenance or without a code has a label and is not a link. */
export function ProviderList({
  label,
  providers,
  to,
}: {
  label?: string
  providers: readonly ProviderCardData[]
  to: (code: string) => string
}) {
  const { lang, t } = useI18n()
  const closedLabels = { open: undefined, closed: t('lobby.maintenance'), unready: t('lobby.notReady') }
  return (
    <ProviderGrid label={label}>
      {providers.map(({ code, name, subtitle, src, state }, index) => (
        <ProviderCard
          key={code || name}
          to={to(code)}
          src={src}
          name={name}
          subtitle={subtitle}
          subtitleLang={langOfName(subtitle, lang)}
          closedLabel={closedLabels[state]}
          eager={index < eagerProviders}
        />
      ))}
    </ProviderGrid>
  )
}

/** Games as cards that link to their launch pages. */
export function GameList({
  label,
  games,
  eager = false,
}: {
  label?: string
  games: readonly GameCardData[]
  /** The list is in the first view, so its first pictures load at once. */
  eager?: boolean
}) {
  return (
    <GameGrid label={label}>
      <GameCards games={games} eager={eager} />
    </GameGrid>
  )
}

/** A few games in one row, which scrolls sideways when they do not fit. */
export function GameRow({ labelledBy, games }: { labelledBy: string; games: readonly GameCardData[] }) {
  return (
    <ul className={css.row} aria-labelledby={labelledBy}>
      <GameCards games={games} eager={false} />
    </ul>
  )
}

/** Up to six games, in one full row or two. */
export function SixGames({ labelledBy, games }: { labelledBy: string; games: readonly GameCardData[] }) {
  return (
    <ul className={css.six} aria-labelledby={labelledBy}>
      <GameCards games={games} eager={false} />
    </ul>
  )
}

function GameCards({ games, eager }: { games: readonly GameCardData[]; eager: boolean }) {
  const { lang, t } = useI18n()
  return games.map((game, index) => {
    const { company, code, name, subtitle, src } = game
    const key = `${company}/${code || name}`
    if (code === '') return <GameWithoutCode key={key} game={game} />
    return (
      <GameCard
        key={key}
        to={launchHref(company, code)}
        src={src}
        name={name}
        provider={subtitle}
        providerLang={langOfName(subtitle, lang)}
        openLabel={t('lobby.open')}
        eager={eager && index < eagerGames}
      />
    )
  })
}

function GameWithoutCode({ game: { name, src } }: { game: GameCardData }) {
  const { t } = useI18n()
  return (
    <li className={css.unavailable}>
      <div className={css.dim}>
        <Picture src={src} shape="game" />
      </div>
      <p className={css.name}>{name}</p>
      <p>
        <Badge>{t('lobby.notReady')}</Badge>
      </p>
    </li>
  )
}
