import { useI18n } from '~/i18n/i18n'
import { ButtonLink } from '~/ui/button/button'
import { tightStack, wrapRow } from '~/ui/layout/layout.css'

/** Where somebody with a gambling problem finds help. It has a phone, a url or both. */
type HelpLine = { name: string; phone?: string | undefined; url?: string | undefined }

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
