import { langOfName } from '~/i18n/locale'
import { useWords } from '~/i18n/words'
import { Badge } from '~/ui/badge/badge'
import { GameCard, GameGrid } from '~/ui/game-card/game-card'
import { Picture } from '~/ui/picture/picture'
import { ProviderCard, ProviderGrid } from '~/ui/provider-card/provider-card'
import * as css from './lists.css'
import { launchPage } from './pages'
import type { ShownGame, ShownProvider } from './shown.server'

/** Number of cards in the first row of a wide screen, whose pictures load at once. */
const firstProviders = 4
const firstGames = 6

/** Providers as cards. One under maintenance or without a code has a label and is not a link. */
export function ProviderList({
  label,
  providers,
  to,
}: {
  label?: string
  providers: readonly ShownProvider[]
  to: (code: string) => string
}) {
  const { lang, t } = useWords()
  const badges = { open: undefined, closed: t('lobby.maintenance'), unready: t('lobby.notReady') }
  return (
    <ProviderGrid label={label}>
      {providers.map(({ code, name, second, src, state }, index) => (
        <ProviderCard
          key={code || name}
          to={to(code)}
          src={src}
          name={name}
          second={second}
          secondLang={langOfName(second, lang)}
          closed={badges[state]}
          eager={index < firstProviders}
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
  games: readonly ShownGame[]
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
export function GameRow({ labelledBy, games }: { labelledBy: string; games: readonly ShownGame[] }) {
  return (
    <ul className={css.row} aria-labelledby={labelledBy}>
      <GameCards games={games} eager={false} />
    </ul>
  )
}

/** Up to six games, in one full row or two. */
export function SixGames({ labelledBy, games }: { labelledBy: string; games: readonly ShownGame[] }) {
  return (
    <ul className={css.six} aria-labelledby={labelledBy}>
      <GameCards games={games} eager={false} />
    </ul>
  )
}

function GameCards({ games, eager }: { games: readonly ShownGame[]; eager: boolean }) {
  const { lang, t } = useWords()
  return games.map((game, index) => {
    const { company, code, name, second, src } = game
    const key = `${company}/${code || name}`
    if (code === '') return <GameWithoutCode key={key} game={game} />
    return (
      <GameCard
        key={key}
        to={launchPage(company, code)}
        src={src}
        name={name}
        provider={second}
        providerLang={langOfName(second, lang)}
        open={t('lobby.openNow')}
        eager={eager && index < firstGames}
      />
    )
  })
}

function GameWithoutCode({ game: { name, src } }: { game: ShownGame }) {
  const { t } = useWords()
  return (
    <li className={css.still}>
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
