import { recentGames } from '~/http/preferences.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { useWords } from '~/i18n/words'
import { entryLobby } from '~/lobby/entries.server'
import { EntryLobbyPage } from '~/lobby/entry-lobby'
import { queryIn } from '~/lobby/search'
import { DocumentTitle } from '~/shell/document-title'
import { NotServed } from '~/shell/not-served'
import { upstreamContext } from '~/upstream/client.server'
import { sportList } from '~/upstream/lists.server'
import type { Route } from './+types/sport'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const words = serverWords(context.get(visitContext).locale)
  const list = await sportList(context.get(upstreamContext))
  const asked = { query: queryIn(url.searchParams), page: url.searchParams.get('page') }
  return entryLobby(list, asked, recentGames(request), words)
}

export default function Sport({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const title = t('lobby.sport.title')
  return (
    <>
      <DocumentTitle page={title} />
      <NotServed />
      <EntryLobbyPage path="/sport" title={title} lobby={loaderData} />
    </>
  )
}
