import { href } from 'react-router'
import { FirstSteps } from '~/features/cashier/deposit/first-steps'
import { useI18n } from '~/i18n/i18n'
import { hasNoMoney } from '~/session/shell-member'
import { useSession } from '~/session/state'
import { countPending } from '~/transactions/pending-transactions'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { minDeposit } from '~/values/amount'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

type Transactions = Awaited<ReturnType<typeof loadTransactions>>

/** Leads a member without money to a deposit while nothing is pending, in three steps before the first one. */
export function AtZero({
  accepted,
  pending,
  depositsBefore,
}: Pick<Transactions, 'accepted' | 'pending' | 'depositsBefore'>) {
  const { t } = useI18n()
  const { member, isCountryServed, playLimits } = useSession()
  const hasPending = accepted !== null || countPending(pending) > 0
  const mayDeposit = isCountryServed && (playLimits?.tightest?.left ?? minDeposit) >= minDeposit
  if (!hasNoMoney(member) || hasPending || !mayDeposit || depositsBefore === 'unknown') return null
  const isFirst = depositsBefore === 'none'
  const content = (
    <div className={css.atZero}>
      {isFirst ? <FirstSteps /> : <p>{t('home.empty')}</p>}
      <div className={isFirst ? undefined : css.depositAtZero}>
        <ButtonLink to={href('/deposit')} variant="primary">
          {t(isFirst ? 'home.start.deposit' : 'nav.deposit')}
        </ButtonLink>
      </div>
    </div>
  )
  return isFirst ? <Card title={t('home.start.title')}>{content}</Card> : <Card>{content}</Card>
}
