import { Link } from 'react-router'
import { type MessageKey, useWords } from '~/i18n/words'
import { CountBubble } from '~/ui/badge/badge'
import { hidden } from '~/ui/base.css'
import { classNames } from '~/ui/class-names'
import { Icon, type IconName } from '~/ui/icon/icon'
import * as frame from './frame.css'
import { MemberMoney } from './member-money'
import { rich, slot } from './rich'
import { useSession } from './session-state'
import * as css from './strip.css'

/** Bar below the top bar for a signed-in member: greeting, money, comp, unread notes and inquiry answers. */
export function Strip() {
  const { number, t } = useWords()
  const { member } = useSession()
  if (!member) return null
  return (
    <section className={css.strip} aria-label={t('strip.label')}>
      <h2 className={hidden}>{t('strip.label')}</h2>
      <div className={classNames(frame.inner, css.row)}>
        <div className={css.own}>
          <p className={css.welcome}>
            {rich(t('strip.welcome', { userId: slot }), <strong translate="no">{member.userId}</strong>)}
          </p>
          <p className={css.money}>
            <span className={css.moneyLabel}>{t('strip.money')}</span>
            <span className={css.moneyFigure}>
              <MemberMoney size="inherit" />
            </span>
          </p>
        </div>
        <div className={css.rest}>
          <Link to="/comp" className={css.comp}>
            {t('strip.comp')} <span className={css.value}>{number(member.comp)}</span>
          </Link>
          <Count to="/note" icon="mail" label="strip.note" count={member.notes} />
          <Count to="/help" icon="message-circle-question-mark" label="strip.help" count={member.helps} />
        </div>
      </div>
    </section>
  )
}

function Count({
  to,
  icon,
  label,
  count,
}: {
  to: string
  icon: IconName
  label: 'strip.note' | 'strip.help'
  count: number | undefined
}) {
  const { number, t } = useWords()
  const inWords: MessageKey = `${label}.count`
  return (
    <Link
      to={to}
      className={css.count}
      // Starts with the visible label and figure, so that voice control finds the link.
      aria-label={`${t(label)} ${number(count)}${count === undefined ? '' : `, ${t(inWords, { count })}`}`}
    >
      <Icon name={icon} />
      <span className={css.wideOnly}>{t(label)}</span>
      <span className={classNames(css.value, css.wideOnly)}>{number(count)}</span>
      <span className={css.bubble}>
        <CountBubble count={count ?? 0} />
      </span>
    </Link>
  )
}
