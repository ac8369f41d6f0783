import { Outlet, useRouteLoaderData } from 'react-router'
import { config } from '~/platform/settings/config.server'
import { i18nOf, liteNoteOf } from '~/server/request-info/request-info.server'
import { upstreamContext } from '~/server/upstream/page-upstream.server'
import { listsForFooter } from '~/server/upstream/shared-responses.server'
import { useKeepFormOverErrors } from '~/session/form-kept-in-tab'
import { useForgetSentMoneyForm } from '~/session/send-money-form'
import type { FooterData, ShellData } from '~/session/shell-data'
import type { Route } from './+types/page-layout'
import { RouteErrorPage } from './problem-page'

/** The footer's maximum number of slot names and of sport names. Source: docs/product.md, constants. */
const maxFooterNames = 20
const maxFooterCasinoNames = 100

export async function loader({ context }: Route.LoaderArgs): Promise<FooterData> {
  const i18n = i18nOf(context)
  const { casino, slot, sport } = await listsForFooter(context.get(upstreamContext))
  return {
    providerNames: {
      casino: casino.slice(0, maxFooterCasinoNames).map(i18n.localizedName),
      slot: slot.slice(0, maxFooterNames).map(i18n.localizedName),
      sport: sport.slice(0, maxFooterNames).map(i18n.localizedName),
    },
    minimumAge: config.minimumAge,
    licence: config.licence,
    lite: liteNoteOf(context),
  }
}

export const shouldRevalidate = () => false

export { headers } from '~/server/responses/problem'

/** Shows errors of visitors' pages. The root's error boundary would remove the footer. */
export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <RouteErrorPage error={error} />

export default function PageLayout() {
  const member = useRouteLoaderData<ShellData>('root')?.member
  useForgetSentMoneyForm(member)
  useKeepFormOverErrors(member?.userId)
  return <Outlet />
}
