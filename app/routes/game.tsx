import { type FormEvent, useRef, useState } from 'react'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { emptyArtSrc } from '~/art/address'
import { bodyContext, formOf } from '~/http/body.server'
import { servedCountryOnly } from '~/http/country.server'
import { rememberGame } from '~/http/preferences.server'
import { visitContext } from '~/http/visit.server'
import { serverWords } from '~/i18n/catalogue.server'
import { langOfName } from '~/i18n/locale'
import { useWords } from '~/i18n/words'
import { isOpen } from '~/lobby/entries.server'
import { closedProblem, type LaunchProblem, launchProblem, lostLaunch } from '~/lobby/launch'
import { ProviderList, SixGames } from '~/lobby/lists'
import { addressWith, launchPage } from '~/lobby/pages'
import { findPlay, type Play } from '~/lobby/play.server'
import { gameSrc, looksOf, otherName, shownGame, shownProvider } from '~/lobby/shown.server'
import { GameLink, type Launch, useLaunch } from '~/lobby/use-launch'
import { DocumentTitle } from '~/shell/document-title'
import { sayOnNextPage } from '~/shell/page-notice'
import { useSession } from '~/shell/session-state'
import { Badge } from '~/ui/badge/badge'
import { Button, ButtonLink } from '~/ui/button/button'
import { prepareDialogs } from '~/ui/dialog/ask'
import { Empty } from '~/ui/empty/empty'
import { Facts } from '~/ui/facts/facts'
import { parts, stack } from '~/ui/layout/layout.css'
import { PartTitle } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { Say } from '~/ui/say/say'
import { BackLink, MoreLink } from '~/ui/text-link/text-link'
import { forScreen, upstreamContext } from '~/upstream/client.server'
import type { Route } from './+types/game'
import * as css from './game.css'

export const middleware: Route.MiddlewareFunction[] = [servedCountryOnly]

/** How many other games of the provider, or other providers of the category, are suggested. */
const othersShown = { games: 6, providers: 4 }

/** Reads company and code from the posted form, or from the query where the form lacks them. */
function askedFor(url: URL, context: Readonly<RouterContextProvider>): { company: string; code: string } {
  const form = context.get(bodyContext) ? formOf(context) : undefined
  const named = (name: string) => {
    const posted = form?.get(name)
    return typeof posted === 'string' ? posted : (url.searchParams.get(name) ?? '')
  }
  return { company: named('company'), code: named('code') }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { company, code } = askedFor(url, context)
  if (company === '' && !context.get(bodyContext)) throw redirect('/slot', 303)

  const upstream = context.get(upstreamContext)
  const [play, money] = await Promise.all([
    findPlay(upstream, company, code),
    upstream.attempt('get-in-game-balance', {}),
  ])
  if (!play) return data({ kind: 'unknown' as const }, { status: 404 })

  const words = serverWords(context.get(visitContext).locale)
  const { provider, game } = play
  const looks = looksOf(play.providers)
  const shown = (other: Play['games'][number]) => shownGame(other, provider, words, words.name(provider))
  const purse = money.kind === 'done' ? money.answer : undefined
  return {
    kind: 'play' as const,
    room: play.kind,
    name: words.name(game ?? provider),
    second: otherName(game ?? provider, words),
    provider: words.name(provider),
    company: String(provider.code),
    code: String(play.payload.code),
    payload: play.payload,
    src: game ? gameSrc(game, provider) : looks.wide(provider),
    closed: provider.used === 'n',
    total: purse && sum(purse.balance, purse.gameMoney),
    inGame: purse?.gameMoney === undefined ? undefined : Math.trunc(purse.gameMoney),
    moneyLost: money.kind === 'failed' ? money.reference : undefined,
    games: provider.used === 'n' ? [] : after(play.games, game, othersShown.games).map(shown),
    providers: game
      ? []
      : after(play.providers.filter(isOpen), provider, othersShown.providers).map((other) =>
          shownProvider(other, looks, words),
        ),
  }
}

/** Adds wallet and in-game money, in whole won; undefined when neither is known. */
function sum(balance: number | undefined, inGame: number | undefined): number | undefined {
  return balance === undefined && inGame === undefined ? undefined : Math.trunc((balance ?? 0) + (inGame ?? 0))
}

/** The items after the given one, continuing at the start of the list. Without an item, the first ones. */
function after<Item>(items: readonly Item[], one: Item | undefined, most: number): readonly Item[] {
  const at = one === undefined ? -1 : items.indexOf(one)
  return [...items.slice(at + 1), ...items.slice(0, Math.max(0, at))].slice(0, most)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { company, code } = askedFor(url, context)
  const upstream = context.get(upstreamContext)
  const play = await findPlay(upstream, company, code)
  if (!play) return data({ problem: undefined }, { status: 404 })
  if (play.provider.used === 'n') return refused(closedProblem, 409)

  const sport = play.kind === 'sport'
  const outcome = forScreen(await upstream.call('open-game', play.payload), upstream)
  switch (outcome.kind) {
    case 'done':
      rememberGame(request, context, { company: String(play.provider.code), code: String(play.payload.code) })
      return redirect(outcome.answer.gameUrl, 303)
    case 'refused':
      return refused(launchProblem(outcome.status, sport), 409)
    case 'unknown':
      return refused(lostLaunch(outcome.httpStatus === 504, sport, outcome.reference), outcome.httpStatus)
    case 'invalid':
    case 'code-reused':
      return refused(launchProblem(undefined, sport), 422)
    default:
      return outcome satisfies never
  }
}

function refused(problem: LaunchProblem, status: number) {
  return data({ problem }, { status })
}

export default function Game({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'unknown') return <Unknown />
  // Another game resets the launch state.
  return <LaunchPage key={`${loaderData.company}/${loaderData.code}`} play={loaderData} problem={actionData?.problem} />
}

type Shown = Extract<Route.ComponentProps['loaderData'], { kind: 'play' }>

function LaunchPage({ play, problem }: { play: Shown; problem: LaunchProblem | undefined }) {
  const { lang, t } = useWords()
  const { company, games, name, provider, providers, room } = play
  const back = {
    casino: { to: '/casino', text: t('lobby.casino.title') },
    sport: { to: '/sport', text: t('lobby.sport.title') },
    slot: { to: addressWith('/slot/game', { code: company }), text: provider },
  }[room]
  return (
    <div className={parts}>
      <DocumentTitle page={name} />
      <div className={css.launch}>
        <div className={css.back}>
          <BackLink to={back.to}>{back.text}</BackLink>
        </div>
        <div className={css.picture}>
          <Picture src={play.src} shape={room === 'slot' ? 'game' : 'provider'} eager />
        </div>
        <div className={css.names}>
          <h1 className={css.name}>{name}</h1>
          {name !== provider && <p className={css.provider}>{provider}</p>}
          {play.second && (
            <p className={css.second} lang={langOfName(play.second, lang)}>
              {play.second}
            </p>
          )}
        </div>
        <div className={css.act}>
          <Money play={play} />
          {play.closed ? <Closed /> : <Opening play={play} problem={problem} />}
        </div>
      </div>
      {games.length > 0 && (
        <section className={stack} aria-labelledby="others">
          <PartTitle
            id="others"
            title={t('launch.others', { name: provider })}
            end={<MoreLink to={back.to}>{t('common.all')}</MoreLink>}
          />
          <SixGames labelledBy="others" games={games} />
        </section>
      )}
      {providers.length > 0 && (
        <section className={stack} aria-labelledby="others">
          <PartTitle
            id="others"
            title={t('launch.otherProviders')}
            end={<MoreLink to={back.to}>{t('common.all')}</MoreLink>}
          />
          <ProviderList providers={providers} to={(code) => launchPage(code, code)} />
        </section>
      )}
    </div>
  )
}

/**
 * Wallet and in-game money together. Shows the loader's figures until a health check brings newer ones, because an open
 * game changes them.
 */
function Money({ play }: { play: Shown }) {
  const { t, won } = useWords()
  const { member } = useSession()
  const [memberAtFirst] = useState(member)
  const isNewer = member !== memberAtFirst && member?.money !== undefined
  const { total, inGame, moneyLost } = isNewer
    ? { total: member.money, inGame: member.inGame, moneyLost: undefined }
    : play
  return (
    <>
      <Facts
        facts={[
          { term: t('launch.money'), value: won(total), strong: true },
          ...(inGame ? [{ term: t('wallet.inGame'), value: won(inGame) }] : []),
        ]}
      />
      {moneyLost && (
        <p className={css.hint}>
          {t('launch.money.failed')} <Reference number={moneyLost} />
        </p>
      )}
    </>
  )
}

/** The form that opens the game: in a new tab without script, in a window with script. */
function Opening({ play, problem }: { play: Shown; problem: LaunchProblem | undefined }) {
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const address = launchPage(play.company, play.code)
  const { launch, start } = useLaunch({
    payload: play.payload,
    sport: play.room === 'sport',
    plainly: () => form.current?.submit(),
    signedOut: () => {
      sayOnNextPage({ kind: 'warning', message: 'session.ended' })
      window.location.assign(`/login?next=${encodeURIComponent(address)}`)
    },
  })
  const opening = launch.kind === 'opening'

  function open(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!opening) start()
  }
  return (
    <>
      <form
        ref={form}
        method="post"
        action={address}
        target="_blank"
        rel="noopener"
        onSubmit={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <input type="hidden" name="company" value={play.company} />
        <input type="hidden" name="code" value={play.code} />
        <Button look="primary" size="big" wide icon="external-link" busy={opening} busyText={t('launch.opening')}>
          {t('launch.submit')}
        </Button>
      </form>
      <Outcome launch={launch} problem={problem} />
      <ButtonLink to="/deposit" icon="circle-plus">
        {t('launch.deposit')}
      </ButtonLink>
      <p className={css.hint}>{t('launch.hint')}</p>
    </>
  )
}

/** Fetches the dialog's code on hover or focus, so that it opens without delay. */
function prepare() {
  prepareDialogs().catch(() => undefined)
}

/** The result of the launch, shown under the button. Where scripts run, a dialog says the same. */
function Outcome({ launch, problem }: { launch: Launch; problem: LaunchProblem | undefined }) {
  const { t } = useWords()
  if (launch.kind === 'opened') {
    return launch.blocked ? (
      <Say kind="warning" title={t('launch.blocked')}>
        <p>{t('launch.blocked.text')}</p>
        <p>
          <GameLink address={launch.address} />
        </p>
      </Say>
    ) : (
      <Say kind="success" title={t('launch.opened.title')}>
        <p>{t('launch.opened.text')}</p>
        <p>
          <GameLink address={launch.address} />
        </p>
      </Say>
    )
  }
  const said = launch.kind === 'failed' ? launch.problem : launch.kind === 'idle' ? problem : undefined
  if (!said) return null
  return (
    <Say kind={said.kind} title={t(said.title)}>
      <p>{t(said.text)}</p>
      {said.reference && (
        <p>
          <Reference number={said.reference} />
        </p>
      )}
    </Say>
  )
}

function Reference({ number }: { number: string }) {
  const { t } = useWords()
  return (
    <Badge>
      {t('problem.reference')} {number}
    </Badge>
  )
}

function Closed() {
  const { t } = useWords()
  return (
    <>
      <Say kind="warning" icon="wrench" title={t('launch.closed.title')} still>
        <p>{t('launch.closed.text')}</p>
      </Say>
      <ButtonLink to="/help">{t('problem.help')}</ButtonLink>
    </>
  )
}

function Unknown() {
  const { t } = useWords()
  const title = t('launch.unknown.title')
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        art={<Picture src={emptyArtSrc('lost')} shape="game" />}
        title={title}
        text={t('launch.unknown.text')}
        action={
          <>
            <ButtonLink to="/slot">{t('lobby.slot.title')}</ButtonLink>
            <ButtonLink to="/casino">{t('lobby.casino.title')}</ButtonLink>
            <ButtonLink to="/sport">{t('lobby.sport.title')}</ButtonLink>
          </>
        }
      />
    </>
  )
}
