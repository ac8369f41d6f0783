import { useExclusion } from '~/session/session-context'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Picture } from '~/ui/picture/picture'
import { name, subtitle } from '~/ui/provider-card/provider-card.css'
import { betsSectionHref } from '~/values/addresses'
import type { toOpenBetsText } from './lists/matches.server'
import { table } from './rails/rail.css'

/** A link to the member's open bets, with their stakes and the pick on the next match. */
export function OpenBets({ src, title, details, settled }: NonNullable<ReturnType<typeof toOpenBetsText>>) {
  return (
    <Link to={betsSectionHref} className={table} viewTransition>
      {src && <Picture src={src} shape="game" eager />}
      <div>
        <p className={name}>{title}</p>
        <div>
          {(useExclusion() ? settled : details).map((line) => (
            <p key={line} className={subtitle}>
              {line}
            </p>
          ))}
        </div>
      </div>
      <Icon name="chevron-right" size={16} />
    </Link>
  )
}
