import type { GameCardProps } from '~/ui/game-card/game-card'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Picture } from '~/ui/picture/picture'
import { name as nameStyle, subtitle } from '~/ui/provider-card/provider-card.css'
import { table } from './rail.css'

type PictureRowProps = Pick<GameCardProps, 'to' | 'src' | 'name' | 'provider' | 'eager'>

/** A link with a small picture, a name and details in a row. */
export function PictureRow({ to, src, name, provider, eager }: PictureRowProps) {
  return (
    <Link to={to} className={table} viewTransition>
      <Picture src={src} shape="game" eager={eager} />
      <div>
        <p className={nameStyle}>{name}</p>
        {provider && <p className={subtitle}>{provider}</p>}
      </div>
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}
