import { Fragment } from 'react'
import { href } from 'react-router'
import { elementPlaceholders, interpolateElements, useI18n } from '~/i18n/i18n'
import { softText, unbroken } from '~/ui/text.css'
import { TextLink } from '~/ui/text-link/text-link'
import { dot } from '~/values/parts'
import type { DocumentVersions } from './accepted-documents.server'

const documents = ['terms', 'privacy'] as const

/** The consent checkbox. Its links open in a new tab, so that the form's input isn't lost. */
export function Consent({ age }: { age: number }) {
  const { t } = useI18n()
  const [terms, privacy] = elementPlaceholders
  return interpolateElements(
    t('register.adult.label', { age, terms, privacy }),
    ...documents.map((name) => (
      <TextLink key={name} to={href(`/${name}`)} target="_blank">
        {t(`register.adult.${name}`)}
      </TextLink>
    )),
  )
}

export function ConsentVersions({ versions }: { versions: DocumentVersions }) {
  const { t } = useI18n()
  return (
    <p className={softText}>
      {documents.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && dot}
          <span className={unbroken}>
            {`${t(`${name}.title`)} (${t('document.version', { version: versions[name] })})`}
          </span>
        </Fragment>
      ))}
    </p>
  )
}
