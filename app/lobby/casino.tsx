import type { Route } from './+types/casino'
import { CountryNotServedAlert } from './country-not-served-alert'
import { parseSearchQuery } from './name-search'
import { ProviderLobbyPage } from './provider-lobby'
import { buildProviderLobby } from './provider-lobby.server'
import { DocumentTitle } from '~/components/document-title'
import { upstreamContext } from '~/http/page-upstream.server'
import { readRecentGames } from '~/http/preferences.server'
import { casinoList } from '~/http/provider-lists.server'
import { requestInfoContext } from '~/http/request-info.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const words = i18nFor(context.get(requestInfoContext).locale)
  const list = await casinoList(context.get(upstreamContext))
  const lobbyQuery = { query: parseSearchQuery(url.searchParams), page: url.searchParams.get('page') }
  return buildProviderLobby(list, lobbyQuery, readRecentGames(request), words)
}

export default function Casino({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n()
  const title = t('lobby.casino.title')
  return (
    <>
      <DocumentTitle page={title} />
      <CountryNotServedAlert />
      <ProviderLobbyPage path="/casino" title={title} lobby={loaderData} />
    </>
  )
}
