import type { HelpLine } from '~/brand/brand.server'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { prose, tightStack, wrapRow } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'

export function Disputes({ disputes }: { disputes: HelpLine }) {
  const { t } = useI18n()
  return (
    <>
      <p className={prose}>{t('disputes.text')}</p>
      <HelpLines lines={[disputes]} />
    </>
  )
}

export function HelpCard({ lines }: { lines: readonly HelpLine[] }) {
  const { t } = useI18n()
  return (
    <Card title={t('problem.excluded.support')}>
      <p className={softText}>{t('limits.help')}</p>
      <HelpLines lines={lines} />
    </Card>
  )
}

export function HelpLines({ lines }: { lines: readonly HelpLine[] }) {
  const { t } = useI18n()
  return lines.map(({ name, phone, url }) => (
    <div key={name} className={tightStack}>
      <p>
        <strong>{name}</strong>
      </p>
      <div className={wrapRow}>
        {phone !== undefined && (
          <ButtonLink to={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t('safer.help.call', { phone })}</ButtonLink>
        )}
        {url !== undefined && (
          <ButtonLink to={url} rel="noreferrer" variant="line">
            {t('safer.help.site')}
          </ButtonLink>
        )}
      </div>
    </div>
  ))
}
