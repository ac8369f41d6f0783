import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useExclusion } from '~/session/session-context'
import { lobbyArtSrc } from '~/ui/artwork/picture-urls'
import type { LobbyName } from '~/ui/artwork/scenes/site-pictures'
import { Link } from '~/ui/link/link'
import * as css from './lobby-tiles.css'

const lobbies = [
  { name: 'casino', to: href('/casino'), label: 'home.tile.casino' },
  { name: 'slot', to: href('/slot'), label: 'home.tile.slot' },
  { name: 'sport', to: href('/sport'), label: 'home.tile.sport' },
] as const

export function LobbyTiles({ counts = {} }: { counts?: { readonly [Lobby in LobbyName]?: number | undefined } }) {
  const { t } = useI18n()
  if (useExclusion() !== null) return null
  return (
    <ul className={css.tiles} aria-label={t('home.tiles')}>
      {lobbies.map(({ name, to, label }) => {
        const count = counts[name]
        return (
          <li key={name}>
            <Link to={to} className={css.tile}>
              <img className={css.picture} src={lobbyArtSrc(name)} alt="" width={240} height={135} loading="lazy" />
              <div className={css.text}>
                <h2 className={css.name}>{t(label)}</h2>
                {count ? <p className={css.count}>{t('home.providers', { count })}</p> : null}
              </div>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
