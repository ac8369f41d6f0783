import { useExclusion } from '~/session/session-context'
import { Icon } from '~/ui/icon/icon'
import { spreadRow, wrapRow } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { chipWithoutPicture } from '~/ui/provider-card/provider-card.css'
import { softText } from '~/ui/text.css'
import { betsSectionHref } from '~/values/addresses'

export function OpenBets({ title, details, settled }: { title: string; details: string; settled: string }) {
  return (
    <Link to={betsSectionHref} className={`${chipWithoutPicture} ${spreadRow}`}>
      <span className={wrapRow}>
        {title} <Icon name="chevron-right" size={16} />
      </span>
      <span className={softText}>{useExclusion() ? settled : details}</span>
    </Link>
  )
}
