import { href } from 'react-router'
import type { Brand } from '~/brand/brand.server'
import { useI18n } from '~/i18n/i18n'
import { footnote } from '~/ui/form/form.css'
import { TextLink } from '~/ui/text-link/text-link'

/** How customers' funds are protected, where the operator states it. Source: UKGC LCCP 4.2.1. */
export function FundsNote({ funds }: { funds: ReturnType<Brand['funds']> }) {
  const { t } = useI18n()
  if (!funds) return null
  return (
    <p className={footnote}>
      {t(`funds.level.${funds.level}`)} {funds.text}{' '}
      <TextLink to={`${href('/terms')}#funds`} reloadDocument>
        {t('funds.title')}
      </TextLink>
    </p>
  )
}
