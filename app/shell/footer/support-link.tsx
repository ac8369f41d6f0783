import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useHasSupport } from '~/session/document-settings'
import { ButtonLink } from '~/ui/button/button'
import { ContactLinks, useHasContact } from './contact-links'

export function useCanReachOperator(): boolean {
  const hasSupport = useHasSupport()
  const hasContact = useHasContact()
  return hasSupport || hasContact
}

export function SupportLink({ children }: { children: ReactNode }) {
  return useHasSupport() ? <ButtonLink to={href('/help')}>{children}</ButtonLink> : <ContactLinks />
}
