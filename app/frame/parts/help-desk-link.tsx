import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ButtonLink } from '~/ui/button/button'
import { ContactLinks, useHasContact } from '../contact-links'
import { useHasPage } from '../document-settings'

/** Whether a member can write to the operator or reach them otherwise. */
export function useCanReachOperator(): boolean {
  const hasPage = useHasPage()
  const hasContact = useHasContact()
  return hasPage(href('/help')) || hasContact
}

/** A button to the help desk; where the upstream has none, the ways to reach the operator, if any. */
export function HelpDeskLink({ children }: { children: ReactNode }) {
  return useHasPage()(href('/help')) ? <ButtonLink to={href('/help')}>{children}</ButtonLink> : <ContactLinks />
}
