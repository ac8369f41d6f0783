import { href, useLocation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import type { Locale } from '~/i18n/locale'
import { DrawerButton } from '~/ui/drawer/drawer'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { Brand } from './brand'
import { useDocumentSettings } from './document-settings'
import { memberDrawerId, menuDrawerId } from './drawer-ids'
import { Dropdown } from './dropdown'
import { playMoneyBanner } from './frame.css'
import { LanguageSwitcher } from './language-switcher'
import { getAriaCurrent, getMenuPath, type MenuEntry, type MenuGroup, menu, menuEntries, menuGroups } from './menu'
import { useRouteHandle } from './route-handle'
import { useExclusion, useSession } from './session-state'
import * as css from './top-bar.css'

/** Languages whose ten entries do not safely fit the bar at 1200 px: the last group becomes a dropdown. */
const localesWithLongLabels: ReadonlySet<Locale> = new Set(['vn', 'jp', 'th'])

/** Brand, menu entries, languages and wallet or login button; above them a banner on a site with play money. */
export function TopBar() {
  const { t } = useI18n()
  const { playMoney } = useDocumentSettings()
  return (
    <header className={css.bar}>
      {playMoney && <p className={playMoneyBanner}>{t('footer.play.mark')}</p>}
      <div className={css.row}>
        <DrawerButton drawerId={menuDrawerId} className={css.menuButton} aria-label={t('drawer.menu.open')}>
          <Icon name="menu" size={24} />
        </DrawerButton>
        <Brand />
        <TopMenu />
        <div className={css.actions}>
          <LanguageSwitcher />
          <AccountButton />
        </div>
      </div>
    </header>
  )
}

function TopMenu() {
  const { locale, t } = useI18n()
  const { pathname } = useLocation()
  const isExcluded = useExclusion() !== null
  const isLastGroupDropdown = localesWithLongLabels.has(locale)
  return (
    <nav className={css.nav} aria-label={t('nav.label')}>
      {menuGroups.map((group) => (
        <ul
          key={group}
          className={group === 'support' && isLastGroupDropdown ? css.supportFrom1400 : css.groups[group]}
          aria-label={t(`nav.${group}`)}
        >
          <GroupItems group={group} isExcluded={isExcluded} menuPath={getMenuPath(pathname)} />
        </ul>
      ))}
      {isLastGroupDropdown && <GroupDropdown group="support" className={css.dropdownTo1400} />}
    </nav>
  )
}

function GroupItems({ group, isExcluded, menuPath }: { group: MenuGroup; isExcluded: boolean; menuPath: string }) {
  return menuEntries(group, isExcluded).map((entry) => (
    <li key={entry.label}>
      <MenuLink entry={entry} className={css.menuLinks[group]} menuPath={menuPath} />
    </li>
  ))
}

function GroupDropdown({ group, className }: { group: MenuGroup; className: string }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <Dropdown
      className={className}
      summary={
        <>
          {t('nav.more')}
          <Icon name="chevron-down" size={16} />
        </>
      }
    >
      <ul className={css.dropdownPanel}>
        {menu[group].map((entry) => (
          <li key={entry.label}>
            <MenuLink entry={entry} className={css.dropdownItem} menuPath={getMenuPath(pathname)} />
          </li>
        ))}
      </ul>
    </Dropdown>
  )
}

function MenuLink({ entry, className, menuPath }: { entry: MenuEntry; className: string; menuPath: string }) {
  const { t } = useI18n()
  return (
    <Link to={entry.path} className={className} aria-current={getAriaCurrent(entry, menuPath)}>
      {t(entry.label)}
    </Link>
  )
}

/** The member's wallet button, hidden by CSS from 1200 px, or the visitor's login button. */
function AccountButton() {
  const { t } = useI18n()
  const { member } = useSession()
  const { pathname } = useLocation()
  const { isLogin } = useRouteHandle()
  if (member) {
    return (
      <DrawerButton drawerId={memberDrawerId} className={css.walletButton} aria-label={t('drawer.wallet.open')}>
        <Icon name="user-round" size={24} />
      </DrawerButton>
    )
  }
  if (isLogin) {
    return (
      <Link
        to={href('/login')}
        className={css.loginButton}
        aria-current={pathname === href('/login') ? 'page' : undefined}
      >
        {t('nav.login')}
      </Link>
    )
  }
  return (
    <DrawerButton drawerId={memberDrawerId} className={css.loginButton}>
      {t('nav.login')}
    </DrawerButton>
  )
}
