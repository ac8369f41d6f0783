import { z } from 'zod'
import { sportsOf } from '~/ui/artwork/covers/kinds'
import { fieldLines } from '~/ui/artwork/covers/sports'
import { sportShapes } from '~/ui/artwork/shapes/sports'
import { sportKinds } from '~/upstream/contract/kinds'
import type { Provider } from '../../seed/catalogue'
import { betLine } from '../bet-line'
import { html, type Markup } from '../document'
import { providerPalette } from '../provider-palette'
import { defineGame, type PlayedRound, type Table } from '../sandbox-game'
import type { PlayTexts } from '../texts'
import {
  drawScore,
  type Fixture,
  fixturesOf,
  matchdayOf,
  paySlip,
  type Side,
  type SlipRound,
  type Sport,
  scoresOf,
  sides,
} from './rules'
import { sportSlipStyles } from './styles'

const count = z.int().min(0)
const roundSchema = z.object({
  id: z.string(),
  sport: z.enum(sportKinds),
  home: count,
  away: count,
  side: z.enum(sides),
  odds: z.int().min(100),
  score: z.tuple([count, count]),
})

/** A sport slip: the fixtures of the day, of which each takes one single bet, settled at once. */
export const sportSlipGame = defineGame<SlipRound>({
  outcomeSchema: roundSchema,
  // These are of the matchday that goes on and the one before.
  earlierRounds: 12,
  // A fixture has one result, which nobody can bet on once it is known.
  isOneTable: true,
  title: 'slip.title',
  takeChoice: (choice, table) => {
    if (choice === '') return { refused: 'game.chooseFirst' }
    return findBet(choice, table) ? { choice } : { refused: 'slip.changed' }
  },
  draw: (draw, table, choice) => {
    const bet = findBet(choice, table)
    if (!bet) throw new Error('a bet was checked before its result is drawn')
    const { fixture, side, odds } = bet
    const { id, sport, home, away } = fixture
    return { id, sport, home, away, side, odds, score: drawScore(draw, scoresOf(fixture)) }
  },
  payoutHundredths: (round) => paySlip(round),
  render: (view) => {
    const { t, table, round, isLit, choice } = view
    const { number, fixtures, played } = openMatchday(table)
    const latest = round?.outcome
    const options = fixtures.filter(({ id }) => !played.has(id)).flatMap(optionsOf)
    const before = table.rounds.filter(({ outcome }) => !played.has(outcome.id)).reverse()
    const rows = fixtures.map((fixture, index) => {
      const over = played.get(fixture.id)
      const isFirst = fixtures[index - 1]?.sport !== fixture.sport
      return html`${isFirst && sportLabel(fixture.sport, view)}${
        over ? finishedFixture(over, view, view.isFresh && over === round) : openFixture(fixture, options, choice, view)
      }`
    })
    return {
      stage: scoreboard(latest, isLit, table, view),
      choices: html`<fieldset><legend>${t('slip.matchday', { day: table.day, matchday: number })}</legend>
${number > 1 && played.size === 0 && html`<p class="faint">${t('slip.over', { matchday: number - 1 })}</p>`}
<div class="fixtures">${rows}</div></fieldset>`,
      slip: slip(options, view.isFresh ? round : undefined, view),
      below:
        before.length > 0
          ? html`<details><summary>${t('slip.results')}</summary>${before.map((finished) => finishedFixture(finished, view))}</details>`
          : undefined,
      outcomeText: latest ? `${resultText(latest, view)} / ${betText(latest, view)}` : t('slip.ready'),
      actionText: t('slip.bet'),
      payouts: html`<p class="faint">${t('slip.return')} ${t('slip.rules')}</p>`,
      styles: sportSlipStyles,
    }
  },
})

type Option = { fixture: Fixture; side: Side; odds: number; value: string }

/** The matchday of today that a launch has come to, with the rounds that were played on its fixtures. */
function openMatchday({ provider, day, rounds }: Table<SlipRound>) {
  const outcomes = rounds.map(({ outcome }) => outcome)
  const number = matchdayOf(day, outcomes)
  const sports = sportKinds.filter((kind) => provider.kinds.includes(kind))
  const fixtures = fixturesOf({ code: provider.code, sports }, day, number)
  const ids = new Set(fixtures.map(({ id }) => id))
  const played = new Map(rounds.filter(({ outcome }) => ids.has(outcome.id)).map((round) => [round.outcome.id, round]))
  return { number, fixtures, played }
}

/** Every side of a fixture, with the value that its field sends: a bet is taken at the odds that were shown. */
function optionsOf(fixture: Fixture): Option[] {
  return sides.flatMap((side) => {
    const odds = fixture.odds[side]
    return odds === undefined ? [] : [{ fixture, side, odds, value: `${fixture.id}:${side}:${odds}` }]
  })
}

/** The bet of a submitted form; undefined when its fixture is over, is none of today's, or has other odds. */
function findBet(choice: string, table: Table<SlipRound>): Option | undefined {
  const { fixtures, played } = openMatchday(table)
  const bet = fixtures.flatMap(optionsOf).find(({ value }) => value === choice)
  return bet && !played.has(bet.fixture.id) ? bet : undefined
}

const teamName = (team: number, { t }: PlayTexts) => t('slip.teams').split(' ')[team] ?? ''

const formatOdds = (odds: number) => (odds / 100).toFixed(2)

function sideName({ home, away, side }: { home: number; away: number; side: Side }, texts: PlayTexts): string {
  if (side === 'draw') return texts.t('slip.draw')
  return texts.t('slip.win', { team: teamName(side === 'home' ? home : away, texts) })
}

const againstText = ({ home, away }: Fixture, texts: PlayTexts) =>
  texts.t('slip.against', { home: teamName(home, texts), away: teamName(away, texts) })

const resultText = ({ home, away, score }: SlipRound, texts: PlayTexts) =>
  `${teamName(home, texts)} ${score[0]} : ${score[1]} ${teamName(away, texts)}`

const betText = (round: SlipRound, texts: PlayTexts) => `${sideName(round, texts)} ${formatOdds(round.odds)}`

const pictureOf = (sport: Sport) => sportsOf([sport])[0] ?? 'ball'

const firstSport = ({ kinds }: Provider) => sportKinds.find((kind) => kinds.includes(kind)) ?? 'football'

/** The field in the provider's colours, with the latest score on a board; before the first bet a picture of its sport. */
function scoreboard(latest: SlipRound | undefined, isLit: boolean, { provider }: Table, texts: PlayTexts): Markup {
  const picture = pictureOf(latest?.sport ?? firstSport(provider))
  const { background, shape } = providerPalette(provider)
  const { outline, detail = '' } = sportShapes[picture]
  const emblem = html`<g transform="translate(87 34) scale(.66)" fill-rule="evenodd"><path d="${outline}" fill="${shape[0]}"/>
<path d="${detail}" fill="${background[0]}"/></g>`
  return html`<div class="field${isLit && ' win'}">
<svg viewBox="0 0 240 135" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<rect width="240" height="135" fill="${background[1]}"/><rect width="120" height="135" fill="${background[0]}"/>
<path d="${fieldLines[picture]}" fill="none" stroke="${shape[1]}" stroke-width="2" opacity=".6"/>${!latest && emblem}</svg>${
    latest &&
    html`<p class="board"><span>${teamName(latest.home, texts)}</span><b>${latest.score.join(' : ')}</b>
<span>${teamName(latest.away, texts)}</span><small>${texts.t(`slip.sport.${latest.sport}`)}</small></p>`
  }</div>`
}

function sportLabel(sport: Sport, { t }: PlayTexts): Markup {
  const { outline, detail = '' } = sportShapes[pictureOf(sport)]
  const icon = html`<svg viewBox="0 0 100 100" aria-hidden="true"><path fill-rule="evenodd" d="${outline}${detail}"/></svg>`
  return html`<p class="sport">${icon}${t(`slip.sport.${sport}`)}</p>`
}

function openFixture(
  fixture: Fixture,
  options: readonly Option[],
  chosen: string | undefined,
  texts: PlayTexts,
): Markup {
  const own = options.filter((option) => option.fixture === fixture)
  const fields = own.map((option) => {
    const id = `c${options.indexOf(option)}`
    const checked = option.value === chosen && html` checked`
    return html`<label class="choice"><input type="radio" name="choice" id="${id}" value="${option.value}" required${checked}>
<b>${sideName({ ...fixture, side: option.side }, texts)}</b><span>${formatOdds(option.odds)}</span></label>`
  })
  return html`<div class="bets" role="group" aria-label="${againstText(fixture, texts)}">${fields}</div>`
}

function finishedFixture({ outcome, winWon }: PlayedRound<SlipRound>, texts: PlayTexts, isNow = false): Markup {
  const mark = winWon > 0 ? `✓ ${texts.t('slip.right')}` : `✗ ${texts.t('slip.wrong')}`
  return html`<p class="over${isNow && ' now'}"><b>${resultText(outcome, texts)}</b><span>${mark} · ${betText(outcome, texts)}</span></p>`
}

/** What is chosen and pays; until then how the latest bet ended, where the board may be out of sight. */
function slip(options: readonly Option[], ended: PlayedRound<SlipRound> | undefined, texts: PlayTexts): Markup {
  const bets = options.map(({ fixture, side, odds }) => {
    const fixtureText = side === 'draw' ? `${againstText(fixture, texts)} ` : ''
    const pick = html`${fixtureText}${sideName({ ...fixture, side }, texts)} <b>${formatOdds(odds)}</b>`
    return { pick, payoutHundredths: odds }
  })
  return betLine(bets, ended ? endedBet(ended, texts) : html`${texts.t('slip.empty')}`, texts)
}

function endedBet({ outcome, winWon }: PlayedRound<SlipRound>, texts: PlayTexts): Markup {
  const mark =
    winWon > 0
      ? html`<b class="right">✓ ${texts.t('slip.right')} ${texts.won(winWon)}</b>`
      : html`<b class="wrong">✗ ${texts.t('slip.wrong')}</b>`
  return html`${mark} · ${resultText(outcome, texts)}`
}
