import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useHasSupport } from '~/session/document-settings'
import { ButtonLink } from '~/ui/button/button'
import { ContactLinks, useHasContact } from './contact-links'

/** Whether a member can write to the operator or reach them otherwise. */
export function useCanReachOperator(): boolean {
  const hasSupport = useHasSupport()
  const hasContact = useHasContact()
  return hasSupport || hasContact
}

/** A button to support; where the upstream has none, the ways to reach the operator, if any. */
export function SupportLink({ children }: { children: ReactNode }) {
  return useHasSupport() ? <ButtonLink to={href('/help')}>{children}</ButtonLink> : <ContactLinks />
}
