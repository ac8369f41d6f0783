import type { ReactNode } from 'react'
import { href } from 'react-router'
import { UnreadableMoney } from '~/components/unreadable-money'
import { elementPlaceholders, interpolateElements, type MessageKey, useI18n } from '~/i18n/i18n'
import { useMoneyButtons } from '~/navigation/current-page'
import { useHasPage } from '~/session/page-settings'
import { useExclusion, useSession } from '~/session/session-context'
import { moneyOf } from '~/session/shell-data'
import { CountBubble } from '~/ui/badge/badge'
import { visuallyHidden } from '~/ui/base.css'
import { Figure, FigureText } from '~/ui/figure/figure'
import { Icon, type IconName } from '~/ui/icon/icon'
import { Link } from '~/ui/link/link'
import { TextLink } from '~/ui/text-link/text-link'
import { transferPath } from '~/values/addresses'
import * as css from './member-strip.css'

/** Shows the member's total money. Shows dots while the session is being checked, or "–" if the amount is unknown. */
export function MemberMoney({ size }: { size: 'big' | 'inherit' }) {
  const { number, t, won } = useI18n()
  const { isLoggingOut, member, state } = useSession()
  const money = member?.totalWon
  const waiting = state === 'loading' && !isLoggingOut ? t('strip.fetching') : undefined
  if (money === undefined) return <Figure amount={null} size={size} loadingLabel={waiting} />
  // In running text, the locale determines the currency format. A large figure has a separate, smaller unit.
  if (size === 'inherit') return <Figure amount={won(money)} size={size} loadingLabel={waiting} />
  return <Figure amount={number(money)} unit={t('money.unit')} size={size} loadingLabel={waiting} />
}

/** Shows the money in the wallet and in games, if any is in games. */
export function MoneyInGames({ className, children }: { className: string; children?: ReactNode }) {
  const { number, t } = useI18n()
  const { cashWon, inGameWon } = useSession().member ?? {}
  if (!inGameWon) return null
  return (
    <p className={className}>
      <span>{t('panel.inGame', { cash: number(cashWon), amount: number(inGameWon) })}</span> {children}
    </p>
  )
}

export function MemberStrip() {
  const { number, t } = useI18n()
  const { member } = useSession()
  const isExcluded = useExclusion() !== null
  const hasPage = useHasPage()
  const mayMove = useMoneyButtons() !== 'none' && hasPage(transferPath)
  if (!member) return null
  const comp = (
    <>
      <span>{t('strip.comp')}</span>{' '}
      <span className={css.value}>
        <FigureText>{number(member.compPoints)}</FigureText>
      </span>
    </>
  )
  return (
    <section className={css.strip} aria-label={t('strip.label')}>
      <h2 className={visuallyHidden}>{t('strip.label')}</h2>
      <div className={css.row}>
        <div className={css.own}>
          <p className={css.welcome}>
            <Greeting name={member.nick || member.userId} />
          </p>
          <p className={css.money}>
            <span>{t('strip.money')}</span>
            <span className={css.moneyFigure}>
              <MemberMoney size="inherit" />
            </span>
          </p>
        </div>
        <MoneyInGames className={css.inGame}>
          {mayMove && <TextLink to={href('/withdraw')}>{t('withdraw.transferToWallet')}</TextLink>}
        </MoneyInGames>
        <div className={css.rest}>
          {isExcluded ? (
            <p className={css.comp}>{comp}</p>
          ) : (
            <Link to={href('/comp')} className={css.comp}>
              {comp}
            </Link>
          )}
          <UnreadLink to={href('/note')} icon="mail" label="strip.note" count={member.unreadNotes} />
          <UnreadLink
            to={href('/help')}
            icon="message-circle-question-mark"
            label="strip.help"
            count={member.unreadReplies}
          />
        </div>
        {moneyOf(member).includes(null) && (
          <div className={css.unreadable}>
            <UnreadableMoney />
          </div>
        )}
      </div>
    </section>
  )
}

export function Greeting({ name }: { name: string }) {
  const { t } = useI18n()
  return interpolateElements(
    t('strip.welcome', { name: elementPlaceholders[0] }),
    <strong translate="no">{name}</strong>,
  )
}

type UnreadLinkProps = { to: string; icon: IconName; label: 'strip.note' | 'strip.help'; count: number | undefined }

function UnreadLink({ to, icon, label, count }: UnreadLinkProps) {
  const { number, t } = useI18n()
  if (!useHasPage()(to)) return null
  const countLabel: MessageKey = `${label}.count`
  return (
    <Link
      to={to}
      className={css.unreadLink}
      // The accessible name starts with the visible label and figure, so that voice control finds the link.
      aria-label={`${t(label)} ${number(count)}${count === undefined ? '' : `, ${t(countLabel, { count })}`}`}
    >
      <Icon name={icon} />
      <span className={css.from960Only}>{t(label)}</span>
      <span className={css.valueFrom960}>{number(count)}</span>
      {count ? (
        <span className={css.bubble}>
          <CountBubble count={count} />
        </span>
      ) : null}
    </Link>
  )
}
