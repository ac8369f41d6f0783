import { href } from 'react-router'
import { useHasPage } from '~/session/page-settings'
import { useSession } from '~/session/session-context'
import { historySectionHref } from '~/values/addresses'
import * as css from './drawers.css'
import { MenuItem, News } from './menu-item'

export function MemberLinks() {
  const { member } = useSession()
  const hasPage = useHasPage()
  return (
    <>
      {hasPage(href('/note')) && (
        <MenuItem entry={{ path: href('/note'), label: 'strip.note', icon: 'mail' }} className={css.menuLinks.others}>
          <News count={member?.unreadNotes} />
        </MenuItem>
      )}
      <MenuItem
        entry={{ path: href('/user'), label: 'receipt.history', to: historySectionHref, icon: 'receipt-text' }}
        className={css.menuLinks.others}
      />
    </>
  )
}
