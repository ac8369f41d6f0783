import { href } from 'react-router'
import { LoginForm } from '~/components/login-form'
import { useI18n } from '~/i18n/i18n'
import { useRouteHandle } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { useHasPage } from '~/session/page-settings'
import { useSession } from '~/session/session-context'
import { Drawer } from '~/ui/drawer/drawer'
import { stack, tightStack } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { Brand } from '../bars/brand'
import { type MenuEntry, memberDrawerId, menuDrawerId, useMenuEntries } from '../menu'
import { LanguageForm } from '../preferences/language-switcher'
import * as css from './drawers.css'
import { MenuItem, News } from './menu-item'

const importMemberFrame = () => import('../member-shell')
const MemberLinks = memberPart(importMemberFrame, 'MemberLinks')
const LogoutLink = memberPart(importMemberFrame, 'LogoutLink')
const MenuBalance = memberPart(importMemberFrame, 'MenuBalance')

export function MenuDrawer() {
  const { number, t } = useI18n()
  const { member } = useSession()
  const menuEntries = useMenuEntries()
  const lobbies = menuEntries('play')
  const toItem = (entry: MenuEntry) => (
    <MenuItem key={entry.label} entry={entry} className={css.menuLinks.others}>
      {member && entry.label === 'nav.comp' && <strong className={css.end}>{number(member.compPoints)}</strong>}
      {entry.label === 'nav.help' && <News count={member?.unreadReplies} />}
    </MenuItem>
  )
  return (
    <Drawer id={menuDrawerId} side="start" title={<Brand />} closeLabel={t('common.close')}>
      <nav className={css.menu} aria-label={t('drawer.menu.title')}>
        {member && <MenuBalance />}
        {lobbies.length > 0 && (
          <ul aria-label={t('nav.play')}>
            {lobbies.map((entry) => (
              <MenuItem key={entry.label} entry={entry} className={css.menuLinks.play} />
            ))}
          </ul>
        )}
        <ul className={css.others}>
          {menuEntries('money').map(toItem)}
          {member && <MemberLinks />}
          {menuEntries('support').map(toItem)}
          {member && (
            <li>
              <LogoutLink className={css.menuLinks.others} />
            </li>
          )}
        </ul>
        <div className={tightStack}>
          <p className={softText} aria-hidden="true">
            {t('language.label')}
          </p>
          <LanguageForm className={css.languages} buttonClassName={css.language} />
        </div>
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
