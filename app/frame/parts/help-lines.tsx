import type { HelpLine } from '~/brand/brand.server'
import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { prose, tightStack, wrapRow } from '~/ui/layout/layout.css'

/** Who decides a dispute that the operator could not settle. */
export function Disputes({ disputes }: { disputes: HelpLine }) {
  const { t } = useI18n()
  return (
    <>
      <p className={prose}>{t('disputes.text')}</p>
      <HelpLines lines={[disputes]} />
    </>
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
