import { useI18n } from '~/i18n/i18n'
import { emptyStateArtSrc } from '~/ui/artwork/picture-urls'
import { visuallyHidden } from '~/ui/base.css'
import { ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { wrapRow } from '~/ui/layout/layout.css'
import { Picture } from '~/ui/picture/picture'
import { count as countStyle } from '../lists/game-browser.css'
import type { OtherLobby } from './other-lobbies.server'

/** Shows the number of results, or that the names are only similar. Screen readers announce it. */
export function SearchResultCount({ query, count, isNearest }: { query: string; count: number; isNearest: boolean }) {
  const { t } = useI18n()
  return (
    <p role="status" className={query === '' ? visuallyHidden : countStyle}>
      {query !== '' && t(isNearest ? 'lobby.search.near' : 'lobby.search.result', { query, count })}
    </p>
  )
}

export function OtherLobbies({ lobbies }: { lobbies: readonly OtherLobby[] }) {
  return (
    <div className={wrapRow}>
      {lobbies.map(({ to, text }) => (
        <ButtonLink key={to} to={to}>
          {text}
        </ButtonLink>
      ))}
    </div>
  )
}

const emptyLists = {
  search: { picture: 'search', message: 'lobby.search.none', action: 'lobby.search.clear' },
  filtered: { picture: 'search', message: 'lobby.none', action: 'lobby.games.all' },
  favourites: { picture: 'games', message: 'lobby.favourites.none', action: 'lobby.games.all' },
  games: { picture: 'games', message: 'lobby.noGames', action: 'lobby.others' },
  lobby: { picture: 'games', message: 'lobby.empty', action: 'problem.home' },
} as const

export function EmptyList({ of, path }: { of: keyof typeof emptyLists; path: string }) {
  const { t } = useI18n()
  const { picture, message, action } = emptyLists[of]
  return (
    <Empty
      artwork={<Picture src={emptyStateArtSrc(picture)} shape="game" />}
      heading="h2"
      title={t(`${message}.title`)}
      text={t(`${message}.text`)}
      action={<ButtonLink to={path}>{t(action)}</ButtonLink>}
    />
  )
}
