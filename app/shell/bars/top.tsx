import { href, useLocation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import type { Locale } from '~/i18n/locale'
import { useLoginNext, useMenuPath, useRouteHandle } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { usePageSettings } from '~/session/page-settings'
import { useSession } from '~/session/session-context'
import { visuallyHidden } from '~/ui/base.css'
import { DrawerButton } from '~/ui/drawer/drawer'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { loginHref } from '~/values/addresses'
import { getAriaCurrent, type MenuGroup, memberDrawerId, menuDrawerId, menuGroups, useMenuEntries } from '../menu'
import { LanguageSwitcher } from '../preferences/language-switcher'
import { NewsMark } from './bottom'
import { Brand } from './brand'
import { Dropdown } from './dropdown'
import * as css from './top.css'

const SearchLink = memberPart(() => import('../member-shell'), 'SearchLink')

/** In these languages, ten menu entries may not fit into the bar at 1200 px, so the last group is a dropdown. */
const localesWithLongLabels: ReadonlySet<Locale> = new Set(['vn', 'jp', 'th'])

/** @param isBare omits menu, search and account, for pages on which links don't work */
export function TopBar({ isBare }: { isBare: boolean }) {
  const { t } = useI18n()
  const { playMoney } = usePageSettings()
  const { member } = useSession()
  return (
    <header className={css.bar}>
      <div className={css.row}>
        {!isBare && (
          <DrawerButton drawerId={menuDrawerId} className={css.menuButton} aria-label={t('drawer.menu.open')}>
            <Icon name="menu" size={24} />
          </DrawerButton>
        )}
        {playMoney ? (
          <div className={css.markedBrand}>
            <Brand />
            <p className={css.playMoney}>{t('footer.play.mark')}</p>
          </div>
        ) : (
          <Brand />
        )}
        {!isBare && <TopMenu />}
        <div className={css.actions}>
          {!isBare && member && <SearchLink />}
          <LanguageSwitcher />
          {!isBare && <AccountButton />}
        </div>
      </div>
    </header>
  )
}

function TopMenu() {
  const { locale, t } = useI18n()
  const path = useMenuPath()
  const menuEntries = useMenuEntries()
  const shownGroups = menuGroups.filter((group) => menuEntries(group).length > 0)
  const isLastGroupDropdown = localesWithLongLabels.has(locale)
  const groupItems = (group: MenuGroup, className: string) =>
    menuEntries(group).map((entry) => (
      <li key={entry.label}>
        <Link to={entry.to ?? entry.path} className={className} aria-current={getAriaCurrent(entry, path)}>
          {t(entry.label)}
        </Link>
      </li>
    ))
  return (
    <nav className={css.nav} aria-label={t('nav.label')}>
      {shownGroups.map((group) => (
        <ul
          key={group}
          className={group === 'support' && isLastGroupDropdown ? css.supportFrom1400 : css.groups[group]}
          aria-label={t(`nav.${group}`)}
        >
          {groupItems(group, css.menuLinks[group])}
        </ul>
      ))}
      {isLastGroupDropdown && (
        <Dropdown className={css.dropdownTo1400} summary={<span className={css.summaryLabel}>{t('nav.more')}</span>}>
          <ul className={css.dropdownPanel}>{groupItems('support', css.dropdownItem)}</ul>
        </Dropdown>
      )}
    </nav>
  )
}

function AccountButton() {
  const { t } = useI18n()
  const { member } = useSession()
  const { pathname } = useLocation()
  const { isLogin } = useRouteHandle()
  const next = useLoginNext()
  if (member) {
    return (
      <DrawerButton drawerId={memberDrawerId} className={css.walletButton}>
        <Icon name="user-round" size={24} />
        <span className={visuallyHidden}>{t('drawer.wallet.open')}</span>
        <NewsMark count={member.unseenSettled} className={css.newsMark} />
      </DrawerButton>
    )
  }
  const login = { className: css.loginButton, children: t('nav.login') }
  return isLogin ? (
    <Link to={loginHref(next)} aria-current={pathname === href('/login') ? 'page' : undefined} {...login} />
  ) : (
    <DrawerButton drawerId={memberDrawerId} {...login} />
  )
}
