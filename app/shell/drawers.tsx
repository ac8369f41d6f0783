import { Link, useLocation } from 'react-router'
import { useWords } from '~/i18n/words'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { Icon } from '~/ui/icon/icon'
import { Brand } from './brand'
import { memberDrawer, menuDrawer } from './drawer-names'
import * as css from './drawers.css'
import { LanguageForm } from './language-switcher'
import { LoginForm } from './login-form'
import { MemberPanel } from './member-panel'
import { currentMark, groups, menu } from './places'
import { useSession } from './session-state'

/** The left drawer: all menu entries and the languages. */
export function MenuDrawer() {
  const { t } = useWords()
  const { pathname } = useLocation()
  const { member } = useSession()
  return (
    <Drawer id={menuDrawer} side="start" title={<Brand />} close={t('drawer.close')}>
      <div className={css.menu}>
        <nav className={css.menu} aria-label={t('drawer.menu.title')}>
          {groups.map((group) => (
            <ul key={group} className={css.group} aria-label={t(`nav.${group}`)}>
              {menu[group].map((place) => (
                <li key={place.label}>
                  <Link to={place.path} className={css.entries[group]} aria-current={currentMark(place, pathname)}>
                    <span className={css.icon}>
                      <Icon name={place.icon} />
                    </span>
                    {t(place.label)}
                    <span className={css.end}>
                      {group === 'play' && <Icon name="chevron-right" size={16} />}
                      {place.label === 'nav.message' && member?.helps ? (
                        <Badge kind="accent">{t('panel.help.new', { count: member.helps })}</Badge>
                      ) : null}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <LanguageForm className={css.languages} button={css.language} />
      </div>
    </Drawer>
  )
}

/** The right drawer: the member panel, or for a visitor the login form, except on /login and /register. */
export function MemberDrawer() {
  const { t } = useWords()
  const { member } = useSession()
  const { pathname } = useLocation()
  if (member) {
    return (
      <Drawer id={memberDrawer} side="end" title={t('panel.label')} close={t('drawer.close')}>
        <MemberPanel member={member} place="drawer" />
      </Drawer>
    )
  }
  if (pathname === '/login' || pathname === '/register') return null
  return (
    <Drawer id={memberDrawer} side="end" title={t('login.title')} close={t('drawer.close')}>
      <LoginForm />
    </Drawer>
  )
}
