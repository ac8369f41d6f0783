import type { ComponentProps } from 'react'
import { href } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useHasSupport, usePageSettings } from '~/session/page-settings'
import { ButtonLink } from '~/ui/button/button'
import * as css from './footer.css'

export function useCanReachOperator(): boolean {
  const hasSupport = useHasSupport()
  const hasContact = useHasContact()
  return hasSupport || hasContact
}

export function SupportLink(link: Pick<ComponentProps<typeof ButtonLink>, 'children' | 'variant'>) {
  return useHasSupport() ? <ButtonLink {...link} to={href('/help')} /> : <ContactLinks />
}

export const useHasContact = (): boolean => Object.keys(usePageSettings().brand?.contact ?? {}).length > 0

export function ContactLinks() {
  const { t } = useI18n()
  const { phone, mail, messenger } = usePageSettings().brand?.contact ?? {}
  const links = [
    ...(phone ? [{ href: `tel:${phone.replace(/[^+\d]/g, '')}`, text: t('contact.phone', { phone }) }] : []),
    ...(mail ? [{ href: `mailto:${mail}`, text: t('contact.mail', { mail }) }] : []),
    ...(messenger ? [{ href: messenger, text: t('contact.messenger') }] : []),
  ]
  if (links.length === 0) return null
  return (
    <ul className={css.links} aria-label={t('contact.label')}>
      {links.map(({ href, text }) => (
        <li key={href} className={css.sentence}>
          <a href={href} className={css.link}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
