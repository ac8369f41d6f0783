import { type ComponentProps, type FormEventHandler, type ReactNode, use } from 'react'
import { href, useLocation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { OwnerField } from '~/session/post-form'
import { Badge } from '~/ui/badge/badge'
import { GameCard, HeartButton } from '~/ui/game-card/game-card'
import { grid as gameGrid, name as nameOfSize, plain } from '~/ui/game-card/game-card.css'
import { Picture, PicturesContext } from '~/ui/picture/picture'
import { ProviderCard } from '~/ui/provider-card/provider-card'
import { grid as providerGrid } from '~/ui/provider-card/provider-card.css'
import { favouriteHref, gameAnchor, launchHref } from '../launch/href'
import type { GameCardData, ProviderCardData } from './cards.server'
import * as css from './lists.css'

/** The number of cards visible without scrolling. They load pictures eagerly. */
const eagerCards = 6

/** The id of the form that all cards' favourite buttons share. The id `favourites` belongs to a rail. */
const favouritesFormId = 'favourite-form'

/** One form serves the favourite buttons of all cards. */
export function FavouritesForm({ onSubmit }: { onSubmit: FormEventHandler<HTMLFormElement> }) {
  const { pathname, search } = useLocation()
  return (
    <form id={favouritesFormId} hidden method="post" action={href('/favourite')} onSubmit={onSubmit}>
      <OwnerField />
      <input type="hidden" name="next" value={pathname + search} />
    </form>
  )
}

/**
 * Shows providers as cards. A provider under maintenance or without a code has a label and no link.
 * @param extrasOf returns what differs from a card that opens its provider's game
 */
export function ProviderList({
  label,
  providers,
  extrasOf,
  eager = true,
}: {
  label?: string
  providers: readonly ProviderCardData[]
  extrasOf?: (card: ProviderCardData) => Pick<ComponentProps<typeof ProviderCard>, 'to' | 'lines' | 'play'>
  eager?: boolean
}) {
  return (
    <ul className={providerGrid} aria-label={label}>
      {providers.map((card, index) => (
        <ProviderCard
          key={card.code || card.name}
          to={launchHref(card.code, card.code)}
          src={card.src}
          name={card.name}
          kinds={card.kinds}
          closedLabel={card.closedLabel}
          eager={eager && index < eagerCards}
          {...extrasOf?.(card)}
        />
      ))}
    </ul>
  )
}

export type HeartedGame = Pick<GameCardData, 'company' | 'code' | 'name'> & { isFavourite?: true }

/** A button that adds or removes a favourite. @param changes the clicks since the page was loaded, keyed by anchor */
export function Heart({ game, changes }: { game: HeartedGame; changes: ReadonlyMap<string, boolean> }) {
  const { t } = useI18n()
  const { company, code, name, isFavourite = false } = game
  const isPressed = changes.get(gameAnchor(game)) ?? isFavourite
  return (
    <HeartButton
      form={favouritesFormId}
      formAction={favouriteHref(company, code, isPressed ? 'no' : 'yes')}
      aria-pressed={isPressed}
      label={t('lobby.favourite', { name })}
    />
  )
}

type GameListProps = {
  games: readonly (GameCardData & { isFavourite?: true })[]
  labelledBy?: string
  eager?: boolean
  actionsOf?: (game: HeartedGame) => ReactNode
}

/** Shows games as cards with links. @param actionsOf returns a card's overlay; if omitted, six games are shown */
export function GameList({ games, labelledBy = 'games', eager = false, actionsOf }: GameListProps) {
  if (games.length === 0) return null
  return (
    <ul className={actionsOf ? gameGrid : css.six} aria-labelledby={labelledBy}>
      {games.map((game, index) => (
        <GameListItem
          key={gameAnchor(game) || game.name}
          game={game}
          anchor={gameAnchor(game)}
          eager={eager && index < eagerCards}
          action={actionsOf?.(game)}
        />
      ))}
    </ul>
  )
}

function GameListItem({
  game,
  ...card
}: { game: GameCardData } & Pick<ComponentProps<typeof GameCard>, 'action' | 'anchor' | 'eager'>) {
  const { lang } = useI18n()
  const hasPictures = use(PicturesContext)
  const { company, code, name, subtitle, src, closedLabel } = game
  if (closedLabel) {
    return (
      <li className={hasPictures ? css.unavailable : `${css.unavailable} ${plain}`}>
        <Picture src={src} shape="game" />
        <p className={nameOfSize.upTo20}>
          {name} <Badge kind="warn">{closedLabel}</Badge>
        </p>
      </li>
    )
  }
  return (
    <GameCard
      to={launchHref(company, code)}
      src={src}
      name={name}
      provider={subtitle}
      providerLang={langOfName(subtitle, lang)}
      {...card}
    />
  )
}
