import { readRecentGames } from '~/http/preferences.server'
import { requestInfoContext } from '~/http/visit.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/words'
import { buildProviderLobby } from '~/lobby/entries.server'
import { ProviderLobbyPage } from '~/lobby/entry-lobby'
import { parseSearchQuery } from '~/lobby/search'
import { DocumentTitle } from '~/shell/document-title'
import { CountryNotServedAlert } from '~/shell/not-served'
import { upstreamContext } from '~/upstream/client.server'
import { casinoList } from '~/upstream/lists.server'
import type { Route } from './+types/casino'

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
