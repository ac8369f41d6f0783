import { href, useRouteLoaderData } from 'react-router'
import { useSession } from '~/frame/session-state'
import type { ShellData } from '~/frame/shell-data'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import * as css from './home.css'
import type { loadTransactions } from './home-data.server'

type Transactions = Awaited<ReturnType<typeof loadTransactions>>

/** For a member without money, while no deposit is under way: the way to one, in three steps before the first. */
export function AtZero({ receipt, waiting, hasNoDeposit }: Pick<Transactions, 'receipt' | 'waiting' | 'hasNoDeposit'>) {
  const { t } = useI18n()
  const { member } = useSession()
  const shell = useRouteLoaderData<ShellData>('root')
  const isUnderWay = receipt !== null || waiting.sums.some(({ list }) => list === 'deposit')
  if (member?.totalWon !== 0 || isUnderWay || shell?.isCountryServed === false) return null
  const content = (
    <div className={css.atZero}>
      {hasNoDeposit ? (
        <ol className={css.steps}>
          <li>{t('home.start.1')}</li>
          <li>{t('home.start.2')}</li>
          <li>{t('home.start.3')}</li>
        </ol>
      ) : (
        <p>{t('home.empty')}</p>
      )}
      <div className={css.depositAtZero}>
        <ButtonLink to={href('/deposit')} variant="primary">
          {t('nav.deposit')}
        </ButtonLink>
      </div>
    </div>
  )
  return hasNoDeposit ? <Card title={t('home.start.title')}>{content}</Card> : <Card>{content}</Card>
}
