import { Link, useLocation } from 'react-router'
import type { Locale } from '~/i18n/locale'
import { useWords } from '~/i18n/words'
import { classNames } from '~/ui/class-names'
import { DrawerButton } from '~/ui/drawer/drawer'
import { Icon } from '~/ui/icon/icon'
import { Brand } from './brand'
import { memberDrawer, menuDrawer } from './drawer-names'
import { useFacts } from './facts'
import { Fold } from './fold'
import * as frame from './frame.css'
import { LanguageSwitcher } from './language-switcher'
import { currentMark, type Group, groups, menu, type Place } from './places'
import { useSession } from './session-state'
import * as css from './top-bar.css'

/** Languages whose ten entries do not safely fit the bar at 1200 px: the last group becomes a dropdown. */
const longWords: ReadonlySet<Locale> = new Set(['vn', 'jp', 'th'])

/** Brand, menu entries, languages and wallet or login button; above them a banner on a site with play money. */
export function TopBar() {
  const { t } = useWords()
  const { playMoney } = useFacts()
  return (
    <header className={css.bar}>
      {playMoney && <p className={frame.playMoney}>{t('footer.play.mark')}</p>}
      <div className={classNames(frame.inner, css.row)}>
        <DrawerButton drawer={menuDrawer} className={css.menuButton} aria-label={t('drawer.menu.open')}>
          <Icon name="menu" size={24} />
        </DrawerButton>
        <Brand />
        <Entries />
        <div className={css.end}>
          <LanguageSwitcher />
          <Own />
        </div>
      </div>
    </header>
  )
}

function Entries() {
  const { locale, t } = useWords()
  const gathered = longWords.has(locale)
  return (
    <nav className={css.nav} aria-label={t('nav.label')}>
      {groups.map((group) => (
        <ul
          key={group}
          className={classNames(css.groups[group], group === 'talk' && gathered && css.spread)}
          aria-label={t(`nav.${group}`)}
        >
          {menu[group].map((place) => (
            <li key={place.label}>
              <Entry place={place} className={css.entries[group]} />
            </li>
          ))}
        </ul>
      ))}
      {gathered && <MoreEntries group="talk" className={css.gathered} />}
    </nav>
  )
}

function MoreEntries({ group, className }: { group: Group; className: string }) {
  const { t } = useWords()
  return (
    <Fold
      className={className}
      summary={
        <>
          {t('nav.more')}
          <Icon name="chevron-down" size={16} />
        </>
      }
    >
      <ul className={css.folded}>
        {menu[group].map((place) => (
          <li key={place.label}>
            <Entry place={place} className={css.choice} />
          </li>
        ))}
      </ul>
    </Fold>
  )
}

function Entry({ place, className }: { place: Place; className: string }) {
  const { t } = useWords()
  const { pathname } = useLocation()
  return (
    <Link to={place.path} className={className} aria-current={currentMark(place, pathname)}>
      {t(place.label)}
    </Link>
  )
}

/** The member's wallet button, hidden by CSS from 1200 px, or the visitor's login button. */
function Own() {
  const { t } = useWords()
  const { member } = useSession()
  const { pathname } = useLocation()
  if (member) {
    return (
      <DrawerButton drawer={memberDrawer} className={css.walletButton} aria-label={t('drawer.wallet.open')}>
        <Icon name="user-round" size={24} />
      </DrawerButton>
    )
  }
  if (pathname === '/login' || pathname === '/register') {
    return (
      <Link to="/login" className={css.loginButton} aria-current={pathname === '/login' ? 'page' : undefined}>
        {t('nav.login')}
      </Link>
    )
  }
  return (
    <DrawerButton drawer={memberDrawer} className={css.loginButton}>
      {t('nav.login')}
    </DrawerButton>
  )
}
