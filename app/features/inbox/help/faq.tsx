import { href } from 'react-router'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { useHasPage } from '~/session/page-settings'
import { useExclusion, useMayNotDeposit, useSession } from '~/session/session-context'
import { Card } from '~/ui/card/card'
import { item } from '~/ui/list/list.css'
import { TextLink } from '~/ui/text-link/text-link'
import { hrefWithQuery, limitsSectionHref } from '~/values/addresses'
import * as css from './help.css'

/** Shows common questions with the site's own facts. Each answer links to the page concerned. */
export function Faq() {
  const { sentences, t } = useI18n()
  const canReset = useHasPage()(href('/forgot'))
  const { playLimits } = useSession()
  const isExcluded = useExclusion() !== null
  const mayNotDeposit = useMayNotDeposit()
  const steps = ([1, 2, 3] as const).map((step) => t(`home.start.step.${step}`)).join(' → ')
  const payout = sentences(t('pending.checking.withdraw'), t('withdraw.none.inGame'))
  const question = (ask: MessageKey, answer: string, to: string, link: MessageKey) => (
    <details name="faq" className={item}>
      <summary className={css.faqQuestion}>
        <span>{t(ask)}</span>
      </summary>
      <p className={css.faqAnswer}>
        {answer} <TextLink to={to}>{t(link)}</TextLink>
      </p>
    </details>
  )
  return (
    <Card title={t('help.faq')}>
      <div>
        {!mayNotDeposit && question('help.faq.deposit', steps, href('/deposit'), 'nav.deposit')}
        {question('help.faq.withdraw', payout, href('/withdraw'), 'nav.withdraw')}
        {!isExcluded && question('help.faq.game', t('msg2303.text'), href('/withdraw'), 'help.faq.game.link')}
        {canReset &&
          question(
            'withdraw.exchangePw.forgotten',
            t('forgot.lead'),
            hrefWithQuery(href('/forgot'), { kind: 'exchange' }),
            'forgot.submit',
          )}
        {playLimits && question('help.faq.limits', t('safer.limits.text'), limitsSectionHref, 'safer.limits.act')}
      </div>
    </Card>
  )
}
