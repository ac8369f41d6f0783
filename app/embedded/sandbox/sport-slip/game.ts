import { z } from 'zod'
import { sportsOf } from '~/ui/artwork/covers/kinds'
import { fieldLines } from '~/ui/artwork/covers/sports'
import { sportShapes } from '~/ui/artwork/shapes/games'
import { sportKinds } from '~/upstream/contract/fields/kinds'
import type { Provider } from '../../seed/catalogue'
import { html, type Markup, providerPalette } from '../document'
import { calculatePayout, stakes } from '../payout'
import { defineGame, roundPaceMs, type Table } from '../sandbox-game'
import type { PlayTexts } from '../texts'
import { fixturesOfProvider, teamName } from './matches'
import {
  combineOdds,
  drawScore,
  type Fixture,
  isRight,
  type Leg,
  matchdayOf,
  paySlip,
  type Side,
  type SlipRound,
  type Sport,
  scoresOf,
  sides,
} from './rules'
import { slipScript, sportSlipStyles } from './styles'

const count = z.int().min(0)
const legSchema = z.object({
  id: z.string(),
  sport: z.enum(sportKinds),
  home: count,
  away: count,
  side: z.enum(sides),
  odds: z.int().min(100),
  score: z.tuple([count, count]),
})
/** Old rounds are stored as their one fixture. */
const roundSchema = z.union([
  z.object({ legs: z.array(legSchema).min(1) }),
  legSchema.transform((leg) => ({ legs: [leg] })),
])

export const sportSlipGame = defineGame<SlipRound>({
  outcomeSchema: roundSchema,
  // The current matchday and the one before.
  earlierRounds: 12,
  // A fixture has one result, and takes no bet once it is known.
  isOneTable: true,
  title: 'slip.title',
  paceMs: roundPaceMs.slot,
  lost: 'slip.wrong',
  paidOut: 'slip.paidOut',
  takeChoice: (choice, table) => {
    if (choice === '') return { refused: 'game.chooseFirst' }
    const bets = findBets(choice, table)
    if (!bets) return { refused: 'slip.changed' }
    const isOnceEach = new Set(bets.map(({ fixture }) => fixture.id)).size === bets.length
    return isOnceEach ? { choice } : { refused: 'game.malformed' }
  },
  draw: (draw, table, choice) => {
    const bets = findBets(choice, table)
    if (!bets) throw new Error('slip: no bets checked yet')
    const legs = bets.map(({ fixture, side, odds }) => {
      const { id, sport, home, away } = fixture
      return { id, sport, home, away, side, odds, score: drawScore(draw, scoresOf(fixture)) }
    })
    return { legs }
  },
  payoutHundredths: (round) => paySlip(round),
  nameInHistory: ({ legs }, _choice, texts) => {
    const picks = legs.map(
      ({ home, away, side, odds }) =>
        `${teamName(home, texts)}–${teamName(away, texts)} ${texts.t(`slip.short.${side}`)} ${formatOdds(odds)}`,
    )
    return legs.length === 1 ? picks.join() : `${combinedText(legs, texts)}: ${picks.join(', ')}`
  },
  render: (view) => {
    const { t, table, round, isLit, choice } = view
    const { number, fixtures, played } = openMatchday(table)
    const latest = round?.outcome
    const open = fixtures.filter(({ id }) => !played.has(id))
    const submitted = new Set(choice?.split(' '))
    const chosen = open.flatMap(optionsOf).filter(({ value }) => submitted.has(value))
    const before = table.rounds
      .map(({ outcome }) => outcome)
      .filter(({ legs }) => !legs.some(({ id }) => played.has(id)))
    const rows = fixtures.map((fixture, index) => {
      const over = played.get(fixture.id)
      const isFirst = fixtures[index - 1]?.sport !== fixture.sport
      const isNow = view.isFresh && over !== undefined && latest?.legs.includes(over.leg)
      return html`${isFirst && html`<p class="sport">${sportIcon(fixture.sport)}${t(`slip.sport.${fixture.sport}`)}</p>`}${
        over ? finishedFixture(over.leg, over.legs, view, isNow) : openFixture(fixture, index, chosen, view)
      }`
    })
    return {
      stage: scoreboard(latest, isLit, table, view),
      choices: html`<fieldset><legend>${t('slip.matchday', { day: table.day, matchday: number })}</legend>
${number > 1 && played.size === 0 && html`<p class="faint">${t('slip.over', { matchday: number - 1 })}</p>`}
<div class="fixtures">${rows}</div></fieldset>`,
      slip: slip(fixtures, open, chosen, view),
      fold: html`<label class="fold"><input type="checkbox" id="fold" aria-label="${t('slip.unfold')}"></label>`,
      quote: html`<button class="quote" name="intent" value="quote">${t('slip.quote')}</button>`,
      below:
        before.length > 0
          ? html`<details><summary>${t('slip.results')}</summary>${before
              .reverse()
              .flatMap(({ legs }) => legs.map((leg) => finishedFixture(leg, legs, view)))}</details>`
          : undefined,
      outcomeText: latest ? outcomeText(latest, view) : t('slip.empty'),
      actionText: t('slip.bet'),
      payouts: html`<ul class="faint">${rules.map((rule) => html`<li>${t(rule)}</li>`)}</ul>`,
      styles: sportSlipStyles,
      script: slipScript,
    }
  },
})

const rules = [
  'slip.rules.teams',
  'slip.rules.combined',
  'slip.rules.once',
  'slip.rules.own',
  'slip.return',
  'slip.rules.odds',
  'slip.rules.next',
] as const

type Option = { fixture: Fixture; side: Side; odds: number; value: string }

function openMatchday({ provider, day, rounds }: Table<SlipRound>) {
  const legs = rounds.flatMap(({ outcome }) => outcome.legs)
  const number = matchdayOf(day, legs)
  const fixtures = fixturesOfProvider(provider, day, number)
  const ids = new Set(fixtures.map(({ id }) => id))
  const settled = rounds.flatMap(({ outcome }) => outcome.legs.map((leg) => ({ leg, legs: outcome.legs })))
  const played = new Map(settled.filter(({ leg }) => ids.has(leg.id)).map((bet) => [bet.leg.id, bet]))
  return { number, fixtures, played }
}

function optionsOf(fixture: Fixture): Option[] {
  return sides.flatMap((side) => {
    const odds = fixture.odds[side]
    return odds === undefined ? [] : [{ fixture, side, odds, value: `${fixture.id}:${side}:${odds}` }]
  })
}

function findBets(choice: string, table: Table<SlipRound>): Option[] | undefined {
  const { fixtures, played } = openMatchday(table)
  const options = new Map(
    fixtures
      .filter(({ id }) => !played.has(id))
      .flatMap(optionsOf)
      .map((bet) => [bet.value, bet]),
  )
  const values = choice.split(' ')
  const bets = values.flatMap((value) => options.get(value) ?? [])
  return bets.length === values.length ? bets : undefined
}

const formatOdds = (odds: number) => (odds / 100).toFixed(2)

function sideName({ home, away, side }: { home: number; away: number; side: Side }, texts: PlayTexts): string {
  if (side === 'draw') return texts.t('slip.draw')
  return texts.t('slip.win', { team: teamName(side === 'home' ? home : away, texts) })
}

const againstText = ({ home, away }: Fixture, texts: PlayTexts) =>
  texts.t('slip.against', { home: teamName(home, texts), away: teamName(away, texts) })

const resultText = ({ home, away, score }: Leg, texts: PlayTexts) =>
  `${teamName(home, texts)} ${score[0]} : ${score[1]} ${teamName(away, texts)}`

const betText = (leg: Leg, texts: PlayTexts) => `${sideName(leg, texts)} ${formatOdds(leg.odds)}`

const combinedText = (legs: readonly Leg[], { t }: PlayTexts) =>
  t('slip.combined', { count: legs.length, odds: formatOdds(combineOdds(legs.map(({ odds }) => odds))) })

function outcomeText({ legs }: SlipRound, texts: PlayTexts): string {
  const [first] = legs
  if (legs.length === 1 && first) return betText(first, texts)
  return combinedText(legs, texts)
}

const firstSport = ({ kinds }: Provider) => sportKinds.find((kind) => kinds.includes(kind)) ?? 'football'

function scoreboard(latest: SlipRound | undefined, isLit: boolean, { provider }: Table, texts: PlayTexts): Markup {
  const [first] = latest?.legs ?? []
  const picture = sportsOf([first?.sport ?? firstSport(provider)])[0] ?? 'ball'
  const { background, shape } = providerPalette(provider)
  const { outline, detail = '' } = sportShapes[picture]
  const emblem = html`<g transform="translate(87 34) scale(.66)" fill-rule="evenodd"><path d="${outline}" fill="${shape[0]}"/>
<path d="${detail}" fill="${background[0]}"/></g>`
  return html`<div class="field${isLit && ' win'}">
<svg viewBox="0 0 240 135" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<rect width="240" height="135" fill="${background[1]}"/><rect width="120" height="135" fill="${background[0]}"/>
<path d="${fieldLines[picture]}" fill="none" stroke="${shape[1]}" stroke-width="2" opacity=".6"/>${!latest && emblem}</svg>${
    latest &&
    html`<div class="board${latest.legs.length > 1 && ' several'}">${latest.legs.map(
      ({ home, away, score }) =>
        html`<p><span>${teamName(home, texts)}</span><b>${score.join(' : ')}</b><span>${teamName(away, texts)}</span></p>`,
    )}</div>`
  }</div>`
}

function openFixture(fixture: Fixture, index: number, chosen: readonly Option[], texts: PlayTexts): Markup {
  const fields = optionsOf(fixture).map(({ side, odds, value }) => {
    const checked = chosen.some((option) => option.value === value) && html` checked`
    return html`<label class="choice"><input type="radio" name="choice${index}" id="c${index}${side}" value="${value}"${checked}>
<b>${texts.t(`slip.short.${side}`)}</b><span class="hidden">${sideName({ ...fixture, side }, texts)}</span>
<span>${formatOdds(odds)}</span></label>`
  })
  return html`<div class="match" role="group" aria-label="${againstText(fixture, texts)}"><p><b>${teamName(
    fixture.home,
    texts,
  )}</b> <i>:</i> <b>${teamName(fixture.away, texts)}</b> <time>${fixture.startsAt}</time></p><div class="bets">${fields}</div></div>`
}

function finishedFixture(leg: Leg, legs: readonly Leg[], texts: PlayTexts, isNow = false): Markup {
  const mark = isRight(leg) ? `✓ ${texts.t('slip.right')}` : `✗ ${texts.t('slip.wrong')}`
  const details = [mark, betText(leg, texts), ...(legs.length > 1 && !isNow ? [combinedText(legs, texts)] : [])]
  const frame = isNow && (legs.every(isRight) ? ' now paid' : ' now')
  return html`<p class="over${frame}"><b>${resultText(leg, texts)}</b><span>${details.join(' · ')}</span></p>`
}

/** The slip: chosen sides with fields that remove them, and a bar with their payout. */
function slip(
  fixtures: readonly Fixture[],
  open: readonly Fixture[],
  chosen: readonly Option[],
  texts: PlayTexts,
): Markup {
  const { t, won } = texts
  const picks = open.map((fixture) => {
    const index = fixtures.indexOf(fixture)
    const isFree = !chosen.some((option) => option.fixture === fixture)
    const names = optionsOf(fixture).map(
      ({ side, odds }) =>
        html`<b id="s${index}${side}">${sideName({ ...fixture, side }, texts)} ${formatOdds(odds)}</b>`,
    )
    return html`<p id="f${index}"><span>${againstText(fixture, texts)}</span>${names}
<label class="choice"><input type="radio" name="choice${index}" value=""${
      isFree && html` checked`
    } aria-label="${t('slip.remove', { fixture: againstText(fixture, texts) })}">×</label></p>`
  })
  const odds = combineOdds(chosen.map((option) => option.odds))
  const returns = stakes.map(
    (stake) => html`<i data-stake="${stake}">${t('slip.returns', { amount: won(calculatePayout(stake, odds)) })}</i>`,
  )
  const total = t('slip.total', { count: chosen.length, odds: formatOdds(odds) })
  const templates = {
    total: t('slip.total', { count: '{count}', odds: '{odds}' }),
    returns: t('slip.returns', { amount: t('won', { won: '{won}' }) }),
  }
  return html`<div class="picks">${picks}</div>
<div class="bar"><p class="stale">${t('slip.stale')}</p>
<p class="total" data-total="${templates.total}" data-returns="${templates.returns}"><b>${total}</b>${returns}</p></div>`
}

const iconPaths: Readonly<Record<Sport, string>> = {
  football: 'M12 8l4 3-1.5 4.5h-5L8 11zM12 3v5M16 11l4.5-1.5M14.5 15.5l3 4M9.5 15.5l-3 4M8 11L3.5 9.5',
  baseball: 'M6 5.3c3.4 4 3.4 9.4 0 13.4M18 5.3c-3.4 4-3.4 9.4 0 13.4',
  basketball: 'M3 12h18M12 3v18M5.6 5.6c3.6 3.6 3.6 9.2 0 12.8M18.4 5.6c-3.6 3.6-3.6 9.2 0 12.800',
  volleyball:
    'M12 12c0-4 2-7 5-8M12 12c3.5 2 7 1.7 9-.5M12 12c-3.5 2-5 5.5-4 8.2M8 4c4 0 8.5 2 12.5 6M3.2 10.5C5 14.5 9 17 14 17.5',
  tennis: 'M5 6.5c4 2.5 4 8.5 0 11M19 6.5c-4 2.5-4 8.5 0 11',
  hockey: 'M17 3l-6 14H5a2 2 0 0 0 0 4h7.5L20 4.5M16 20h5',
  esports:
    'M7 8h10a5 5 0 0 1 4.5 8c-1.5 2-3.5 1-4.5-1H7c-1 2-3 3-4.5 1A5 5 0 0 1 7 8zM8 10v3M6.5 11.5h3M15.5 11.5h.01M17.5 11.5h.01',
  racing: 'M5 21V4M5 4h14v9H5M9.7 4v9M14.4 4v9M5 8.5h14',
}
const balls: ReadonlySet<Sport> = new Set(['football', 'baseball', 'basketball', 'volleyball', 'tennis'])

function sportIcon(sport: Sport): Markup {
  const ball = balls.has(sport) && html`<circle cx="12" cy="12" r="9"/>`
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${ball}<path d="${iconPaths[sport]}"/></svg>`
}
