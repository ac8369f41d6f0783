import type { MouseEvent, ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { DepositLimitMeter, ExclusionAlert } from '~/components/play-limits'
import { UnreadableMoney } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import type { PlayLimitsSummary } from '~/limits/names'
import { useMoneyButtons } from '~/navigation/current-page'
import { useHasPage } from '~/session/page-settings'
import { usePostAfterQuestion } from '~/session/post-after-question'
import { PostForm } from '~/session/post-form'
import { useExclusion, useSession } from '~/session/session-context'
import { hasNoMoney, moneyOf, type ShellMember } from '~/session/shell-data'
import { memberArtSrc } from '~/ui/artwork/covers/cover-urls'
import { Badge, UnreadMark } from '~/ui/badge/badge'
import { visuallyHidden } from '~/ui/base.css'
import { Button, ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { Drawer } from '~/ui/drawer/drawer'
import { FigureText } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { MoreLink } from '~/ui/text-link/text-link'
import { Tile, TileGrid } from '~/ui/tile/tile'
import { limitsSectionHref, transferPath } from '~/values/addresses'
import { numberedMessages } from '~/values/numbered-messages'
import { Greeting, MemberMoney, MoneyInGames } from '../bars/member-strip'
import { historyTile, memberDrawerId } from '../menu'
import { aside } from '../shell.css'
import * as css from './member-panel.css'

/** Links to pages that no other row or button of the panel links to. */
const shortcuts = [
  historyTile,
  { to: href('/notice'), icon: 'bell', text: 'panel.tile.notice' },
  { to: href('/user'), icon: 'user-round', text: 'nav.user' },
] as const

const pagesWithNews = [href('/'), href('/deposit'), href('/withdraw')]

function MemberPanel({ member }: { member: ShellMember }) {
  const { userId, nick } = member
  const { number, t, won } = useI18n()
  const moneyButtons = useMoneyButtons()
  const hasPage = useHasPage()
  const isExcluded = useExclusion() !== null
  const { pathname } = useLocation()
  const isFilled = moneyButtons === 'filled' && !member.totalWon
  // On the home page, the page itself asks a member without money to deposit.
  const isPrompted = !isExcluded && pathname === href('/') && moneyButtons === 'quiet' && hasNoMoney(member)
  return (
    <div className={css.panel}>
      <div className={css.identity}>
        <img className={css.picture} src={memberArtSrc(userId, nick)} alt="" width={44} height={44} loading="lazy" />
        <p className={css.id}>
          <Greeting name={nick || userId} />
        </p>
        {nick && <p className={css.nick}>{userId}</p>}
        <LogoutLink className={css.logout} />
      </div>
      <div className={css.money}>
        <span className={css.moneyLabel}>{t('strip.money')}</span>
        <MemberMoney size="big" />
        <MoneyInGames className={css.moneyNote} />
        {member.inGameWon && moneyButtons !== 'none' && hasPage(transferPath) ? (
          <PostForm action={href('/withdraw')} className={css.transfer}>
            <Button icon="corner-down-left" size="small" wide name="intent" value="bring-back">
              {t('withdraw.transferToWallet.of', { amount: won(member.inGameWon) })}
            </Button>
          </PostForm>
        ) : null}
        <UnreadableMoney figures={moneyOf(member)} />
      </div>
      {moneyButtons !== 'none' && !isPrompted && (
        <div className={isExcluded ? css.onlyAction : css.actions}>
          {!isExcluded && (
            <ButtonLink to={href('/deposit')} variant={isFilled ? 'primary' : 'quiet'}>
              {t('nav.deposit')}
            </ButtonLink>
          )}
          <ButtonLink to={href('/withdraw')}>{t('nav.withdraw')}</ButtonLink>
        </div>
      )}
      <ul className={css.rows}>
        <Row to={isExcluded ? undefined : href('/comp')} text={t('panel.comp')}>
          <span className={css.value}>
            <FigureText>{number(member.compPoints)}</FigureText>
          </span>
        </Row>
        {member.unseenSettled && !pagesWithNews.includes(pathname) ? (
          <Row to={href('/')} text={t('news.count', { count: member.unseenSettled })}>
            <UnreadMark />
          </Row>
        ) : null}
        <Row to={href('/note')} text={t('strip.note')}>
          <Unread count={member.unreadNotes} label="panel.note.new" />
        </Row>
        <Row to={href('/help')} text={t('panel.help')}>
          <Unread count={member.unreadReplies} label="panel.help.new" />
        </Row>
      </ul>
      <TileGrid>
        {shortcuts
          .filter(({ to }) => hasPage(to))
          .map(({ to, icon, text }) => (
            <Tile key={text} to={to} icon={icon} text={t(text)} />
          ))}
      </TileGrid>
    </div>
  )
}

function LimitsCard({ playLimits }: { playLimits: PlayLimitsSummary }) {
  const { t } = useI18n()
  const { exclusion, tightest, isUnreadable } = playLimits
  return (
    <Card
      title={t('limits.title')}
      // Not a region, because /user already has a region with this title.
      isRegion={false}
      end={
        <MoreLink to={limitsSectionHref}>
          {t(exclusion ? 'common.more' : tightest || isUnreadable ? 'limits.change' : 'limits.set')}
        </MoreLink>
      }
    >
      {exclusion ? (
        <ExclusionAlert exclusion={exclusion} />
      ) : tightest ? (
        <DepositLimitMeter {...tightest} />
      ) : (
        !isUnreadable && <p className={css.moneyNote}>{t('limits.none.text')}</p>
      )}
      {!exclusion && isUnreadable && <UnreadableMoney />}
    </Card>
  )
}

function Row({ to, text, children }: { to: string | undefined; text: string; children: ReactNode }) {
  if (!useHasPage()(to ?? '')) return null
  return (
    <li className={css.item}>
      {to === undefined ? (
        <p className={css.plainRow}>
          <span>{text}</span>
          {children}
        </p>
      ) : (
        <Link to={to} className={css.row}>
          <span>{text}</span>
          {children}
        </Link>
      )}
    </li>
  )
}

/** Marks results that the member hasn't seen. Their figure is only read aloud, because their notes are counted. */
export function NewsMark({ count = 0, className }: { count?: number | undefined; className?: string }) {
  const { t } = useI18n()
  if (count === 0) return null
  return (
    <span className={className}>
      <span className={visuallyHidden}>{t('news.count', { count })}</span>
      <UnreadMark />
    </span>
  )
}

function Unread({ count, label }: { count: number | undefined; label: 'panel.note.new' | 'panel.help.new' }) {
  const { number, t } = useI18n()
  if (count === undefined || count <= 0) return <span className={css.value}>{number(count)}</span>
  return <Badge kind="accent">{t(label, { count })}</Badge>
}

export function MemberAside() {
  const { t } = useI18n()
  const { member, playLimits } = useSession()
  if (!member) return null
  return (
    <Drawer id={memberDrawerId} side="end" title={t('panel.label')} closeLabel={t('common.close')} asideClass={aside}>
      <div className={css.cards}>
        <MemberPanel member={member} />
        {playLimits && <LimitsCard playLimits={playLimits} />}
      </div>
    </Drawer>
  )
}

export function LogoutLink({ className }: { className: string }) {
  const { t } = useI18n()
  const postAfterQuestion = usePostAfterQuestion()

  function confirmLogout(event: MouseEvent) {
    const fields = { everywhere: '' }
    const question = {
      title: t(numberedMessages.confirmLogout),
      text: t(`${numberedMessages.confirmLogout}.text`),
      body: (
        <Checkbox
          name="everywhere"
          id="everywhere-asked"
          label={t('logout.everywhere')}
          onChange={(change) => {
            fields.everywhere = change.currentTarget.checked ? 'on' : ''
          }}
        />
      ),
      buttons: { yes: t('nav.logout'), no: t('logout.stay') },
    }
    return postAfterQuestion(event, question, href('/logout'), fields)
  }

  return (
    <Link to={href('/logout')} className={className} onClick={confirmLogout}>
      <Icon name="log-out" />
      {t('nav.logout')}
    </Link>
  )
}
