import { href } from 'react-router'
import { LoginForm } from '~/components/login-form'
import { useI18n } from '~/i18n/i18n'
import { useRouteHandle } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { useHasPage } from '~/session/document-settings'
import { useSession } from '~/session/state'
import { Drawer } from '~/ui/drawer/drawer'
import { stack } from '~/ui/layout/layout.css'
import { TextLink } from '~/ui/text-link/text-link'
import { Brand } from '../bars/brand'
import { memberDrawerId, menuDrawerId, menuGroups, useMenuEntries } from '../menu'
import { LanguageForm } from '../preferences/language-switcher'
import * as css from './drawers.css'
import { MenuItem, News } from './menu-item'

const MemberLinks = memberPart(() => import('../member-shell'), 'MemberLinks')

export function MenuDrawer() {
  const { t } = useI18n()
  const { member } = useSession()
  const menuEntries = useMenuEntries()
  const shownGroups = menuGroups.filter((group) => menuEntries(group).length > 0)
  return (
    <Drawer id={menuDrawerId} side="start" title={<Brand />} closeLabel={t('common.close')}>
      <nav className={css.menu} aria-label={t('drawer.menu.title')}>
        {shownGroups.map((group) => {
          const look = group === 'play' ? 'play' : 'others'
          return (
            <ul key={group} className={css.groups[look]} aria-label={t(`nav.${group}`)}>
              {menuEntries(group).map((entry) => (
                <MenuItem key={entry.label} entry={entry} className={css.menuLinks[look]}>
                  {entry.label === 'nav.help' && <News count={member?.unreadReplies} />}
                </MenuItem>
              ))}
            </ul>
          )
        })}
        {member && <MemberLinks />}
        <LanguageForm className={css.languages} buttonClassName={css.language} />
      </nav>
    </Drawer>
  )
}

export function LoginDrawer() {
  const { t } = useI18n()
  const { member } = useSession()
  const { isLogin } = useRouteHandle()
  const hasPage = useHasPage()
  if (member || isLogin) return null
  return (
    <Drawer id={memberDrawerId} side="end" title={t('nav.login')} closeLabel={t('common.close')}>
      <div className={stack}>
        <LoginForm />
        {hasPage(href('/forgot')) && (
          <p>
            <TextLink to={href('/forgot')}>{t('forgot.title')}</TextLink>
          </p>
        )}
      </div>
    </Drawer>
  )
}
