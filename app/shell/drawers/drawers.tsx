import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { LoginForm } from '~/components/login-form'
import { useI18n } from '~/i18n/i18n'
import { useRouteHandle } from '~/navigation/current-page'
import { memberPart } from '~/navigation/member-part'
import { useHasPage } from '~/session/document-settings'
import { useSession } from '~/session/state'
import { Badge } from '~/ui/badge/badge'
import { Drawer } from '~/ui/drawer/drawer'
import { Icon } from '~/ui/icon/icon'
import { stack } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { TextLink } from '~/ui/text-link/text-link'
import { Brand } from '../bars/brand'
import { getAriaCurrent, type MenuEntry, memberDrawerId, menuDrawerId, menuGroups, useMenuEntries } from '../menu'
import { LanguageForm } from '../preferences/language-switcher'
import * as css from './drawers.css'

const OwnEntries = memberPart(() => import('../member-shell'), 'OwnEntries')

export function MenuDrawer() {
  const { t } = useI18n()
  const { member } = useSession()
  const menuEntries = useMenuEntries()
  const shownGroups = menuGroups.filter((group) => menuEntries(group).length > 0)
  return (
    <Drawer id={menuDrawerId} side="start" title={<Brand />} closeLabel={t('common.close')}>
      <nav className={css.menu} aria-label={t('drawer.menu.title')}>
        {shownGroups.map((group) => (
          <ul key={group} className={css.group} aria-label={t(`nav.${group}`)}>
            {menuEntries(group).map((entry) => (
              <MenuItem key={entry.label} entry={entry} className={css.menuLinks[group]}>
                {entry.label === 'nav.help' && <News count={member?.unreadReplies} />}
              </MenuItem>
            ))}
          </ul>
        ))}
        {member && <OwnEntries />}
        <LanguageForm className={css.languages} buttonClassName={css.language} />
      </nav>
    </Drawer>
  )
}

export function MenuItem({
  entry,
  className,
  children,
}: {
  entry: MenuEntry
  className: string
  children?: ReactNode
}) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  return (
    <li>
      <Link to={entry.to ?? entry.path} className={className} aria-current={getAriaCurrent(entry, pathname)}>
        <Icon name={entry.icon} />
        {t(entry.label)}
        {children}
      </Link>
    </li>
  )
}

export function News({ count }: { count: number | undefined }) {
  const { number } = useI18n()
  if (!count) return null
  return (
    <span className={css.end}>
      <Badge kind="accent">{number(count)}</Badge>
    </span>
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
