import type { ReactNode } from 'react'
import { href } from 'react-router'
import { useHasHelpDesk } from '~/session/document-settings'
import { ButtonLink } from '~/ui/button/button'
import { ContactLinks, useHasContact } from './contact-links'

/** Whether a member can write to the operator or reach them otherwise. */
export function useCanReachOperator(): boolean {
  const hasHelpDesk = useHasHelpDesk()
  const hasContact = useHasContact()
  return hasHelpDesk || hasContact
}

/** A button to the help desk; where the upstream has none, the ways to reach the operator, if any. */
export function HelpDeskLink({ children }: { children: ReactNode }) {
  return useHasHelpDesk() ? <ButtonLink to={href('/help')}>{children}</ButtonLink> : <ContactLinks />
}
