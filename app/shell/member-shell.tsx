import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { EmptyPage } from '~/components/empty-page'
import { HelpCard } from '~/components/help-lines'
import { formatWholeMinutes } from '~/i18n/format-wait'
import { useI18n } from '~/i18n/i18n'
import { useRouteHandle } from '~/navigation/current-page'
import { useHasPage, useHasSupport } from '~/session/page-settings'
import { useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { Alert } from '~/ui/alert/alert'
import { ButtonLink } from '~/ui/button/button'
import { ways as wideRow } from '~/ui/empty/empty.css'
import { Icon } from '~/ui/icon/icon'
import { stack } from '~/ui/layout/layout.css'
import { Link } from '~/ui/link/link'
import { softText } from '~/ui/text.css'
import { historySectionHref, limitsSectionHref, supportHref } from '~/values/addresses'
import { hours, toSeconds } from '~/values/durations'
import { iconButton } from './bars/top.css'
import { menuLinks } from './drawers/drawers.css'
import { MenuItem, News } from './drawers/menu-item'
import { ContactLinks } from './footer/contact-links'
import { menu } from './menu'

/** The shell's components for members. The browser loads them with the first page a member opens. */

export { CopyButton } from '~/components/bank-account'
export { MemberStrip } from './bars/member-strip'
export { LogoutLink, MemberAside, NewsMark } from './drawers/member-panel'
export { HealthCheck } from './health-check'

export function SearchLink() {
  const { t } = useI18n()
  const { pathname } = useLocation()
  const { playLimits } = useSession()
  // The home page and the lobbies have their own search.
  if (playLimits?.exclusion || /^\/(casino|slot|sport|$)/.test(pathname)) return null
  return (
    <Link to={`${href('/slot')}#search`} className={iconButton} aria-label={t('common.search')}>
      <Icon name="search" size={24} />
    </Link>
  )
}

export function MenuBalance() {
  const { t, won } = useI18n()
  const { member } = useSession()
  return (
    <p className={softText}>
      {t('strip.money')} <strong>{won(member?.totalWon)}</strong>
    </p>
  )
}

export function MemberLinks() {
  const { member, playLimits } = useSession()
  const hasPage = useHasPage()
  return (
    <>
      {hasPage(href('/note')) && (
        <MenuItem entry={{ path: href('/note'), label: 'strip.note', icon: 'mail' }} className={menuLinks.others}>
          <News count={member?.unreadNotes} />
        </MenuItem>
      )}
      <MenuItem
        entry={{ path: href('/user'), label: 'receipt.history', to: historySectionHref, icon: 'receipt-text' }}
        className={menuLinks.others}
      />
      {playLimits && (
        <MenuItem
          entry={{ path: limitsSectionHref, label: 'limits.title', icon: 'shield-check' }}
          className={menuLinks.others}
        />
      )}
    </>
  )
}

export function ExcludedProblem({ title, until, news }: { title: string; until: string | undefined; news: unknown }) {
  const { NewsWhileExcluded } = useRouteHandle()
  return (
    <ExcludedPage title={title} until={until}>
      {NewsWhileExcluded && news !== undefined && <NewsWhileExcluded news={news} />}
    </ExcludedPage>
  )
}

interface ExcludedPageProps {
  /** The title to use if the session's data contains no break or self-exclusion. */
  title?: string
  until: string | undefined
  children?: ReactNode
}

/** The page during a break or self-exclusion. Never invites to play. @param children the member's transactions */
export function ExcludedPage({ title = '', until, children }: ExcludedPageProps) {
  const i18n = useI18n()
  const { dateTime, t } = i18n
  const leftMs = Date.parse(until ?? '') - Date.now()
  const { helpLines, member, playLimits } = useSession()
  const hasResult = (member?.unseenSettled ?? 0) > 0
  const hasSupport = useHasSupport()
  const running = playLimits?.exclusion
  const { pathname } = useLocation()
  const blocked = [...menu.play, ...menu.money].find(({ path }) => path === pathname && path !== href('/withdraw'))
  return (
    <div className={stack}>
      <EmptyPage
        picture={hasResult ? undefined : 'rest'}
        title={
          running
            ? t(`limits.${running.kind}.${blocked ? 'page' : 'running'}`, { page: blocked ? t(blocked.label) : '' })
            : title
        }
        action={
          <>
            {running?.isOver && <ButtonLink to={href('/user')}>{t('nav.user')}</ButtonLink>}
            <ButtonLink to={href('/withdraw')} variant={hasNoMoney(member) ? 'quiet' : 'primary'}>
              {t('nav.withdraw')}
            </ButtonLink>
            <ButtonLink to={historySectionHref}>{t('receipt.history')}</ButtonLink>
            {hasSupport && <ButtonLink to={href('/help')}>{t('nav.help')}</ButtonLink>}
            {helpLines.length === 0 && (
              <ButtonLink to={supportHref} reloadDocument>
                {t('problem.excluded.support')}
              </ButtonLink>
            )}
          </>
        }
      >
        {hasResult && <div className={wideRow}>{children}</div>}
        <Alert kind="info" icon="coffee" title={until && t('limits.until', { time: dateTime(until) })} silent>
          {/* The server's text stays until the page changes. */}
          {leftMs > 0 && leftMs <= hours(48) && (
            <p suppressHydrationWarning>{t('limits.left', { amount: formatWholeMinutes(i18n, toSeconds(leftMs)) })}</p>
          )}
          <p>{t(running?.isOver ? 'limits.exclusion.over' : 'problem.excluded.text')}</p>
        </Alert>
        <ContactLinks />
      </EmptyPage>
      {!hasResult && children}
      {helpLines.length > 0 && <HelpCard lines={helpLines} />}
    </div>
  )
}
