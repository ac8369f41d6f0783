import { type FormEvent, useRef, useState } from 'react'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { emptyStateArtSrc } from '~/artwork/picture-urls'
import { DocumentTitle } from '~/components/document-title'
import { bodyContext, getForm } from '~/http/body.server'
import { servedCountryOnly } from '~/http/country.server'
import { forScreen } from '~/http/outcome-pages.server'
import { upstreamContext } from '~/http/page-upstream.server'
import { rememberGame } from '~/http/preferences.server'
import { requestInfoContext } from '~/http/request-info.server'
import { i18nFor } from '~/i18n/catalogue.server'
import { useI18n } from '~/i18n/i18n'
import { langOfName } from '~/i18n/locale'
import { hrefWithQuery } from '~/paths/href-with-query'
import { setFlashCookie } from '~/shell/flash-message'
import { useSession } from '~/shell/session-state'
import { Alert } from '~/ui/alert/alert'
import { Badge } from '~/ui/badge/badge'
import { Button, ButtonLink } from '~/ui/button/button'
import { DescriptionList } from '~/ui/description-list/description-list'
import { preloadDialogs } from '~/ui/dialog/dialogs'
import { Empty } from '~/ui/empty/empty'
import { pageSections, stack } from '~/ui/layout/layout.css'
import { SectionHeading } from '~/ui/page-title/page-title'
import { Picture } from '~/ui/picture/picture'
import { BackLink, MoreLink } from '~/ui/text-link/text-link'
import type { Route } from './+types/launch-page'
import { gamePictureSrc, otherName, providerArtworkOf, toGameCard, toProviderCard } from './cards.server'
import { launchHref } from './launch-href'
import * as css from './launch-page.css'
import { type LaunchProblem, maintenanceProblem, refusedLaunchProblem, unknownLaunchProblem } from './launch-problem'
import { findLaunchTarget, type LaunchTarget } from './launch-target.server'
import { ProviderList, SixGames } from './lists'
import { isProviderOpen } from './provider-lobby.server'
import { GameLink, type LaunchState, useLaunch } from './use-launch'

export const middleware: Route.MiddlewareFunction[] = [servedCountryOnly]

/** How many other games of the provider, or other providers of the category, are suggested. */
const maxSuggestions = { games: 6, providers: 4 }

/** Reads company and code from the posted form, or from the query where the form lacks them. */
function readRequestedGame(url: URL, context: Readonly<RouterContextProvider>): { company: string; code: string } {
  const form = context.get(bodyContext) ? getForm(context) : undefined
  const readParam = (name: string) => {
    const posted = form?.get(name)
    return typeof posted === 'string' ? posted : (url.searchParams.get(name) ?? '')
  }
  return { company: readParam('company'), code: readParam('code') }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { company, code } = readRequestedGame(url, context)
  if (company === '' && !context.get(bodyContext)) throw redirect('/slot', 303)

  const upstream = context.get(upstreamContext)
  const [play, money] = await Promise.all([
    findLaunchTarget(upstream, company, code),
    upstream.attempt('get-in-game-balance', {}),
  ])
  if (!play) return data({ kind: 'unknown' as const }, { status: 404 })

  const words = i18nFor(context.get(requestInfoContext).locale)
  const { provider, game } = play
  const palettes = providerArtworkOf(play.providers)
  const toShownGame = (other: LaunchTarget['games'][number]) =>
    toGameCard(other, provider, words, words.localizedName(provider))
  const balances = money.kind === 'done' ? money.answer : undefined
  return {
    kind: 'play' as const,
    category: play.kind,
    name: words.localizedName(game ?? provider),
    otherName: otherName(game ?? provider, words),
    provider: words.localizedName(provider),
    company: String(provider.code),
    code: String(play.payload.code),
    payload: play.payload,
    src: game ? gamePictureSrc(game, provider) : palettes.wideSrc(provider),
    isUnderMaintenance: provider.used === 'n',
    totalWon: balances && sumBalances(balances.balance, balances.gameMoney),
    inGameWon: balances?.gameMoney,
    balanceFailureReference: money.kind === 'failed' ? money.reference : undefined,
    games: provider.used === 'n' ? [] : itemsAfter(play.games, game, maxSuggestions.games).map(toShownGame),
    providers: game
      ? []
      : itemsAfter(play.providers.filter(isProviderOpen), provider, maxSuggestions.providers).map((other) =>
          toProviderCard(other, palettes, words),
        ),
  }
}

/** Adds wallet and in-game money, in whole won; undefined when neither is known. */
function sumBalances(balance: number | undefined, inGame: number | undefined): number | undefined {
  return balance === undefined && inGame === undefined ? undefined : (balance ?? 0) + (inGame ?? 0)
}

/** The items after the given one, continuing at the start of the list. Without an item, the first ones. */
function itemsAfter<Item>(items: readonly Item[], item: Item | undefined, max: number): readonly Item[] {
  const index = item === undefined ? -1 : items.indexOf(item)
  return [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].slice(0, max)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { company, code } = readRequestedGame(url, context)
  const upstream = context.get(upstreamContext)
  const play = await findLaunchTarget(upstream, company, code)
  if (!play) return data({ problem: undefined }, { status: 404 })
  if (play.provider.used === 'n') return problemResponse(maintenanceProblem, 409)

  const isSport = play.kind === 'sport'
  const outcome = forScreen(await upstream.call('open-game', play.payload), upstream)
  switch (outcome.kind) {
    case 'done':
      rememberGame(request, context, { company: String(play.provider.code), code: String(play.payload.code) })
      return redirect(outcome.answer.gameUrl, 303)
    case 'refused':
      return problemResponse(refusedLaunchProblem(outcome.status, isSport), 409)
    case 'unknown':
      return problemResponse(
        unknownLaunchProblem(outcome.httpStatus === 504, isSport, outcome.reference),
        outcome.httpStatus,
      )
    case 'invalid':
    case 'code-reused':
      return problemResponse(refusedLaunchProblem(undefined, isSport), 422)
    default:
      return outcome satisfies never
  }
}

function problemResponse(problem: LaunchProblem, status: number) {
  return data({ problem }, { status })
}

export default function Game({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === 'unknown') return <UnknownGame />
  // Another game resets the launch state.
  return <LaunchPage key={`${loaderData.company}/${loaderData.code}`} play={loaderData} problem={actionData?.problem} />
}

type LaunchData = Extract<Route.ComponentProps['loaderData'], { kind: 'play' }>

function LaunchPage({ play, problem }: { play: LaunchData; problem: LaunchProblem | undefined }) {
  const { lang, t } = useI18n()
  const { company, games, name, provider, providers, category } = play
  const back = {
    casino: { to: '/casino', text: t('lobby.casino.title') },
    sport: { to: '/sport', text: t('lobby.sport.title') },
    slot: { to: hrefWithQuery('/slot/game', { code: company }), text: provider },
  }[category]
  return (
    <div className={pageSections}>
      <DocumentTitle page={name} />
      <div className={css.launch}>
        <div className={css.back}>
          <BackLink to={back.to}>{back.text}</BackLink>
        </div>
        <div className={css.picture}>
          <Picture src={play.src} shape={category === 'slot' ? 'game' : 'provider'} eager />
        </div>
        <div className={css.names}>
          <h1 className={css.name}>{name}</h1>
          {name !== provider && <p className={css.provider}>{provider}</p>}
          {play.otherName && (
            <p className={css.otherName} lang={langOfName(play.otherName, lang)}>
              {play.otherName}
            </p>
          )}
        </div>
        <div className={css.actions}>
          <PlayBalance play={play} />
          {play.isUnderMaintenance ? <MaintenanceMessage /> : <LaunchForm play={play} problem={problem} />}
        </div>
      </div>
      {games.length > 0 && (
        <section className={stack} aria-labelledby="others">
          <SectionHeading
            id="others"
            title={t('launch.others', { name: provider })}
            end={<MoreLink to={back.to}>{t('common.all')}</MoreLink>}
          />
          <SixGames labelledBy="others" games={games} />
        </section>
      )}
      {providers.length > 0 && (
        <section className={stack} aria-labelledby="others">
          <SectionHeading
            id="others"
            title={t('launch.otherProviders')}
            end={<MoreLink to={back.to}>{t('common.all')}</MoreLink>}
          />
          <ProviderList providers={providers} to={(code) => launchHref(code, code)} />
        </section>
      )}
    </div>
  )
}

/**
 * Wallet and in-game money together. Shows the loader's figures until a health check brings newer ones, because an open
 * game changes them.
 */
function PlayBalance({ play }: { play: LaunchData }) {
  const { t, won } = useI18n()
  const { member } = useSession()
  const [initialMember] = useState(member)
  const hasNewerFigures = member !== initialMember && member?.totalWon !== undefined
  const { totalWon, inGameWon, balanceFailureReference } = hasNewerFigures
    ? { totalWon: member.totalWon, inGameWon: member.inGameWon, balanceFailureReference: undefined }
    : play
  return (
    <>
      <DescriptionList
        facts={[
          { term: t('launch.money'), value: won(totalWon), strong: true },
          ...(inGameWon ? [{ term: t('wallet.inGame'), value: won(inGameWon) }] : []),
        ]}
      />
      {balanceFailureReference && (
        <p className={css.hint}>
          {t('launch.money.failed')} <ReferenceBadge number={balanceFailureReference} />
        </p>
      )}
    </>
  )
}

/** The form that opens the game: in a new tab without script, in a window with script. */
function LaunchForm({ play, problem }: { play: LaunchData; problem: LaunchProblem | undefined }) {
  const { t } = useI18n()
  const form = useRef<HTMLFormElement>(null)
  const pageHref = launchHref(play.company, play.code)
  const { launch, start } = useLaunch({
    payload: play.payload,
    isSport: play.category === 'sport',
    submitForm: () => form.current?.submit(),
    onSignedOut: () => {
      setFlashCookie({ kind: 'warning', message: 'session.ended' })
      window.location.assign(`/login?next=${encodeURIComponent(pageHref)}`)
    },
  })
  const isOpening = launch.kind === 'opening'

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isOpening) start()
  }
  return (
    <>
      <form
        ref={form}
        method="post"
        action={pageHref}
        target="_blank"
        rel="noopener"
        onSubmit={handleSubmit}
        onPointerEnter={preloadLaunchDialog}
        onFocus={preloadLaunchDialog}
      >
        <input type="hidden" name="company" value={play.company} />
        <input type="hidden" name="code" value={play.code} />
        <Button variant="primary" size="big" wide icon="external-link" busy={isOpening} busyText={t('launch.opening')}>
          {t('launch.submit')}
        </Button>
      </form>
      <LaunchOutcome launch={launch} problem={problem} />
      <ButtonLink to="/deposit" icon="circle-plus">
        {t('launch.deposit')}
      </ButtonLink>
      <p className={css.hint}>{t('launch.hint')}</p>
    </>
  )
}

/** Fetches the dialog's code on hover or focus, so that it opens without delay. */
function preloadLaunchDialog() {
  preloadDialogs().catch(() => undefined)
}

/** The result of the launch, shown under the button. Where scripts run, a dialog says the same. */
function LaunchOutcome({ launch, problem }: { launch: LaunchState; problem: LaunchProblem | undefined }) {
  const { t } = useI18n()
  if (launch.kind === 'opened') {
    return launch.blocked ? (
      <Alert kind="warning" title={t('launch.blocked')}>
        <p>{t('launch.blocked.text')}</p>
        <p>
          <GameLink address={launch.gameUrl} />
        </p>
      </Alert>
    ) : (
      <Alert kind="success" title={t('launch.opened.title')}>
        <p>{t('launch.opened.text')}</p>
        <p>
          <GameLink address={launch.gameUrl} />
        </p>
      </Alert>
    )
  }
  const shownProblem = launch.kind === 'failed' ? launch.problem : launch.kind === 'idle' ? problem : undefined
  if (!shownProblem) return null
  return (
    <Alert kind={shownProblem.kind} title={t(shownProblem.title)}>
      <p>{t(shownProblem.text)}</p>
      {shownProblem.reference && (
        <p>
          <ReferenceBadge number={shownProblem.reference} />
        </p>
      )}
    </Alert>
  )
}

function ReferenceBadge({ number }: { number: string }) {
  const { t } = useI18n()
  return (
    <Badge>
      {t('problem.reference')} {number}
    </Badge>
  )
}

function MaintenanceMessage() {
  const { t } = useI18n()
  return (
    <>
      <Alert kind="warning" icon="wrench" title={t('launch.closed.title')} silent>
        <p>{t('launch.closed.text')}</p>
      </Alert>
      <ButtonLink to="/help">{t('problem.help')}</ButtonLink>
    </>
  )
}

function UnknownGame() {
  const { t } = useI18n()
  const title = t('launch.unknown.title')
  return (
    <>
      <DocumentTitle page={title} />
      <Empty
        heading="h1"
        artwork={<Picture src={emptyStateArtSrc('lost')} shape="game" />}
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
