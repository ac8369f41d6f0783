import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { wrapRow } from '~/ui/layout/layout.css'
import { Picture } from '~/ui/picture/picture'
import { count as countStyle } from '../lists/game-browser.css'
import type { OtherLobby } from './other-lobbies.server'

type Found = { query: string; count: number; text?: string; isNearest: boolean; isHidden: boolean }

/** Shows the number of results, or that the names are only similar. @param text replaces both. Screen readers announce it. */
export function SearchResultCount({ query, count, text, isNearest, isHidden }: Found) {
  const { t } = useI18n()
  return (
    <p role="status" className={query === '' || isHidden ? visuallyHidden : countStyle}>
      {query !== '' && (text || t(isNearest ? 'lobby.search.near' : 'lobby.search.result', { query, count }))}
    </p>
  )
}

export function OtherLobbies({ lobbies }: { lobbies: readonly OtherLobby[] }) {
  return lobbies.length > 0 && <div className={wrapRow}>{lobbies.map(toButton)}</div>
}

const toButton = ({ to, text, isFound }: OtherLobby, index: number) => (
  <ButtonLink key={to} to={to} variant={isFound && index === 0 ? 'primary' : undefined}>
    {text}
  </ButtonLink>
)

const emptyLists = {
  search: { picture: 'search', message: 'lobby.search.none', action: 'lobby.search.clear' },
  filtered: { picture: 'search', message: 'lobby.none', action: 'lobby.games.all' },
  favourites: { picture: 'games', message: 'lobby.favourites.none', action: 'lobby.games.all' },
  games: { picture: 'games', message: 'lobby.noGames', action: 'lobby.others' },
  lobby: { picture: 'games', message: 'lobby.empty', action: 'problem.home' },
} as const

type EmptyListProps = {
  of: keyof typeof emptyLists
  path: string
  query?: string
  otherLobbies?: readonly OtherLobby[]
}

/** Shows that a list is empty. Other lobbies with a known number of results come first, those without one last. */
export function EmptyList({ of, path, query = '', otherLobbies = [] }: EmptyListProps) {
  const { t } = useI18n()
  const { picture, message, action } = emptyLists[of]
  const found = otherLobbies.filter(({ isFound }) => isFound)
  return (
    <Empty
      // Above a phone's keyboard, the picture leaves no room for results elsewhere.
      artwork={found.length === 0 && <Picture src={emptyStateArtSrc(picture)} shape="game" />}
      heading="h2"
      title={t(`${message}.title`, { query })}
      text={t(`${message}.text`)}
      action={
        <>
          {found.map(toButton)}
          <ButtonLink to={path}>{t(action)}</ButtonLink>
          {otherLobbies.filter(({ isFound }) => !isFound).map(toButton)}
        </>
      }
    />
  )
}
