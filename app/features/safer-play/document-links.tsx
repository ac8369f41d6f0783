import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { TextLink } from '~/ui/text-link/text-link'
import type { DocumentVersions } from './accepted-documents.server'

/** Links to the documents that a member accepts, each with its version, in a new tab: a form stands beside them. */
export function DocumentLinks({ versions }: { versions: DocumentVersions }) {
  const { t } = useI18n()
  return (
    <p>
      {(['terms', 'privacy'] as const).map((name, index) => (
        <span key={name}>
          {index > 0 && <br />}
          <TextLink to={href(`/${name}`)} target="_blank">
            {t(`${name}.title`)}
          </TextLink>{' '}
          ({t('document.version', { version: versions[name] })})
        </span>
      ))}
    </p>
  )
}
