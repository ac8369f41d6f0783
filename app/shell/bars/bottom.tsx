import { href } from 'react-router'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useLoginNext, useMenuPath, useRouteHandle } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { useHasPage } from '~/session/page-settings'
import { useExclusion, useSession } from '~/session/session-context'
import { DrawerButton } from '~/ui/drawer/drawer'
import { Icon, type IconName } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { loginHref, registerHref } from '~/values/addresses'
import { getAriaCurrent, historyTile, type MenuEntry, memberDrawerId, menu } from '../menu'
import * as css from './bottom.css'

export const NewsMark = memberPart(() => import('../member-shell'), 'NewsMark')

const [deposit, withdraw] = menu.money
const [, help, , user] = menu.support
const history = { path: historyTile.to, label: historyTile.text, icon: historyTile.icon } as const
const register = { path: href('/register'), label: 'nav.register', icon: 'user-round-plus' } as const
const login = { path: href('/login'), label: 'nav.login', icon: 'log-in' } as const

export function BottomBar() {
  const { t } = useI18n()
  const path = useMenuPath()
  const { member } = useSession()
  const isMember = member !== null
  const isExcluded = useExclusion() !== null
  const hasPage = useHasPage()
  const next = useLoginNext()
  const { isLogin } = useRouteHandle()
  // On a phone, the form's button takes this place.
  if (isLogin && !isMember) return null
  const entries: readonly MenuEntry[] = isMember
    ? isExcluded
      ? [withdraw, history, help, user].filter(({ path }) => hasPage(path))
      : [...menu.play, deposit]
    : [...menu.play, { ...register, to: registerHref(next) }, { ...login, to: loginHref(next) }]
  return (
    <nav className={css.bar} aria-label={t('bottom.label')}>
      <ul className={css.cells}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link to={entry.to ?? entry.path} className={css.cell} aria-current={getAriaCurrent(entry, path)}>
              <CellContent icon={entry.icon} label={entry.label} />
            </Link>
          </li>
        ))}
        {isMember && (
          <li>
            <DrawerButton drawerId={memberDrawerId} className={css.cell}>
              <CellContent icon="wallet" label="bottom.wallet" />
              <NewsMark count={member.unseenSettled} className={css.newsMark} />
            </DrawerButton>
          </li>
        )}
      </ul>
    </nav>
  )
}

function CellContent({ icon, label }: { icon: IconName; label: MessageKey }) {
  const { t } = useI18n()
  return (
    <>
      <Icon name={icon} />
      <span>{t(label)}</span>
    </>
  )
}
