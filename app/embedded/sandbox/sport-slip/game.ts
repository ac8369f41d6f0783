import { z } from 'zod'
import icons from '~/ui/icon/sports.svg?raw'
import { combineOdds, formatOdds } from '~/values/amount'
import { days } from '~/values/durations'
import { dot, joinParts } from '~/values/parts'
import { formatSeoulMinute, toSeoulDay } from '~/values/seoul'
import { html, Markup } from '../html-page'
import { calculatePayout, type Draw, stakes } from '../payout'
import { defineGame, type PlayedRound, roundPaceMs, type Table } from '../sandbox-game'
import type { PlayTexts } from '../texts'
import { begunFixtures, openFixtures, teamName } from './matches'
import {
  drawScore,
  endOf,
  type Fixture,
  isRight,
  type Leg,
  legSchema,
  paySlip,
  type Side,
  type SlipRound,
  type Sport,
  scoreSchema,
  scoresOf,
  sides,
} from './rules'
import { sportSlipStyles } from './styles'
import { slipScript } from './total-script'

/** Older releases stored a single fixture per round. */
const roundSchema = z.union([
  z.object({ legs: z.array(legSchema).min(1) }),
  legSchema.transform((leg) => ({ legs: [leg] })),
])

export const sportSlipGame = defineGame<SlipRound>({
  outcomeSchema: roundSchema,
  earlierRounds: 12,
  // All of the member's windows share one table, so each window lists all placed bets.
  isOneTable: true,
  title: 'slip.title',
  paceMs: roundPaceMs.slot,
  lost: 'slip.wrong',
  paidOut: 'slip.paidOut',
  takeChoice: (choice, table) => {
    if (choice === '') return { refused: 'game.chooseFirst' }
    const bets = findBets(choice, table)
    if (!bets) return { refused: 'slip.changed' }
    if (bets.some(({ fixture }) => placedLegs(table).has(fixture.id))) return { refused: 'slip.already' }
    const isOnceEach = new Set(bets.map(({ fixture }) => fixture.id)).size === bets.length
    return isOnceEach ? { choice } : { refused: 'game.malformed' }
  },
  draw: (_draw, table, choice) => {
    const bets = findBets(choice, table)
    if (!bets) throw new Error('slip: no bets checked yet')
    const legs = bets.map(({ fixture: { odds: _, ...fixture }, side, odds }) => ({ ...fixture, side, odds }))
    return { legs }
  },
  dueMs: endOf,
  settle: ({ legs }, scores) => ({
    legs: legs.map((leg) => ({ ...leg, score: scoreSchema.parse(scores.get(leg.id)) })),
  }),
  payoutHundredths: (round) => paySlip(round),
  nameInHistory: ({ legs }, _choice, texts) => {
    const picks = legs.map((leg) => {
      const match = againstText({ ...leg, score: undefined }, texts)
      return texts.t('slip.pick', { match, pick: sideName(leg, texts), odds: formatOdds(leg.odds) })
    })
    return legs.length === 1 ? picks : [combinedText(legs, texts), ...picks]
  },
  render: (view) => {
    const { t, table, round, choice } = view
    const fixtures = openFixtures(table.provider, table.nowMs)
    // Clears the selections of the bet that was just placed.
    const submitted = new Set(choice === round?.choice ? [] : choice?.split(' '))
    const placed = placedLegs(table)
    const picked = [...begunFixtures(table.provider, table.nowMs), ...fixtures]
      .flatMap(optionsOf)
      .filter(({ value, fixture, side }) => submitted.has(value) || submitted.has(`${fixture.id}:${side}`))
    const chosen = picked.filter(({ fixture }) => fixtures.includes(fixture) && !placed.has(fixture.id))
    // A link's picks stay in the address after their bet in this window.
    const dropped = picked.filter(
      (option) => !chosen.includes(option) && (!round || !placed.has(option.fixture.id) || submitted.has(option.value)),
    )
    const odds = { before: formatOdds(combinedOdds([...chosen, ...dropped])), after: formatOdds(combinedOdds(chosen)) }
    const rows = fixtures.map((fixture, index) => openFixture(fixture, index, chosen, view))
    return {
      stage: html``,
      choices: html`<fieldset><legend>${t('slip.open')}</legend><div class="fixtures">${rows}</div></fieldset>`,
      slip: html`<p class="head">${t('slip.heading')}</p>
<div class="dropped">${droppedPicks(dropped, placed, view)}${
        chosen.length > 0 && html`<p>${t('slip.dropped.odds', odds)}</p>`
      }</div>${slip(fixtures, chosen, view)}`,
      fold: html`<label class="fold"><input type="checkbox" id="fold" aria-label="${t('slip.unfold')}"></label>`,
      quote: html`<button class="quote" name="intent" value="quote">${t('slip.quote')}</button>`,
      below:
        table.rounds.length > 0 &&
        html`<h2 id="bets">${t('slip.bets')}</h2>${[...table.rounds].reverse().map((bet) => {
          const isPaid = !bet.isPlaced && bet.outcome.legs.every(isRight)
          return html`<p class="over${isPaid && ' paid'}">${betLines(bet, view)}</p>`
        })}`,
      receipt:
        view.isFresh &&
        round?.isPlaced &&
        html`${betLines(round, view)}<span class="pair"><a class="button" href="?" autofocus>${t(
          'slip.again',
        )}</a><a class="button" href="#bets">${t('slip.bets')}</a></span>`,
      outcomeText: round ? outcomeText(round.outcome, view) : t('slip.empty'),
      actionText: betButton(chosen, view),
      payouts: html`<ul class="faint">${rules.map((rule) => html`<li>${t(rule)}</li>`)}</ul>`,
      styles: sportSlipStyles,
      script: slipScript,
    }
  },
})

const rules = ['slip.rules.teams', 'slip.rules.combined', 'slip.return', 'slip.rules.odds'] as const

export function drawResult(draw: Draw, stored: unknown): { id: string; score: readonly [number, number] } {
  const leg = legSchema.parse(stored)
  return { id: leg.id, score: drawScore(draw, scoresOf(leg)) }
}

type Option = { fixture: Fixture; side: Side; odds: number; value: string }

function optionsOf(fixture: Fixture): Option[] {
  return sides.flatMap((side) => {
    const odds = fixture.odds[side]
    return odds === undefined ? [] : [{ fixture, side, odds, value: `${fixture.id}:${side}:${odds}` }]
  })
}

function findBets(choice: string, table: Table<SlipRound>): Option[] | undefined {
  const open = openFixtures(table.provider, table.nowMs).flatMap(optionsOf)
  const options = new Map(open.map((bet) => [bet.value, bet]))
  const values = choice.split(' ')
  const bets = values.flatMap((value) => options.get(value) ?? [])
  return bets.length === values.length ? bets : undefined
}

const placedLegs = ({ rounds }: Table<SlipRound>): ReadonlyMap<string, Leg> =>
  new Map(rounds.flatMap(({ outcome }) => outcome.legs.map((leg) => [leg.id, leg] as const)))

function sideName({ home, away, side }: { home: number; away: number; side: Side }, texts: PlayTexts): string {
  if (side === 'draw') return texts.t('slip.draw')
  return texts.t('slip.win', { team: teamName(side === 'home' ? home : away, texts) })
}

const againstText = ({ home, away, score }: Pick<Leg, 'home' | 'away' | 'score'>, texts: PlayTexts) =>
  [teamName(home, texts), score?.join(' : ') ?? '–', teamName(away, texts)].join(' ')

const betText = (leg: Leg, texts: PlayTexts) => `${sideName(leg, texts)} ${formatOdds(leg.odds)}`

const combinedText = (legs: readonly Leg[], { t }: PlayTexts) =>
  t('slip.combined', { count: legs.length, odds: formatOdds(combineOdds(legs.map(({ odds }) => odds))) })

const outcomeText = ({ legs: [first, ...others] }: SlipRound, texts: PlayTexts) =>
  first && others.length === 0 ? betText(first, texts) : combinedText(first ? [first, ...others] : [], texts)

function timeText(startsAt: string, { t, table }: SlipTexts): string {
  const [day, time = ''] = formatSeoulMinute(startsAt).split(' ')
  if (day === toSeoulDay(table.nowMs)) return t('slip.today', { time })
  return day === toSeoulDay(table.nowMs + days(1)) ? t('slip.tomorrow', { time }) : `${day} ${time}`
}

type SlipTexts = PlayTexts & { table: Table<SlipRound> }

function openFixture(fixture: Fixture, index: number, chosen: readonly Option[], texts: SlipTexts): Markup {
  const placed = placedLegs(texts.table).get(fixture.id)
  const fields = optionsOf(fixture).map(({ side, odds, value }) => {
    const isOwn = placed?.side === side
    const checked = placed ? html` disabled` : chosen.some((option) => option.value === value) && html` checked`
    return html`<label class="choice ${side}${isOwn && ' own'}"><input type="radio" name="choice${fixture.id}" id="c${index}${side}" value="${value}"${checked}>
<span>${isOwn && '✓ '}${side === 'draw' ? texts.t('slip.draw') : teamName(fixture[side], texts)}</span><b>${formatOdds(odds)}</b></label>`
  })
  return html`<div class="match" role="group" aria-label="${againstText(fixture, texts)}"><p>${sportIcon(fixture.sport)}<time>${timeText(
    fixture.startsAt,
    texts,
  )}</time> <span>${texts.t(`slip.sport.${fixture.sport}`)}</span>${
    placed && html`<b class="placed">✓ ${betText(placed, texts)}</b>`
  }</p><div class="bets">${fields}</div></div>`
}

function betLines(bet: PlayedRound<SlipRound>, texts: SlipTexts): Markup {
  const { t, won } = texts
  const { legs } = bet.outcome
  const returns = calculatePayout(bet.stakeWon, combineOdds(legs.map(({ odds }) => odds)))
  const state = bet.isPlaced
    ? `${t('slip.waiting')}${dot}${t('slip.returns', { amount: won(returns) })}`
    : legs.every(isRight)
      ? `✓ ${t('slip.paidOut', { amount: won(bet.winWon) })}`
      : `✗ ${t('slip.wrong')}`
  const line = (parts: readonly (string | false | undefined)[], end: string) =>
    html`<span class="line"><span>${joinParts(...parts)}</span> <b>${end}</b></span>`
  const lines = legs.map((leg) => {
    const mark = leg.score && (isRight(leg) ? '✓' : '✗')
    const time = leg.startsAt && !leg.score && timeText(leg.startsAt, texts)
    return line([againstText(leg, texts), time], [mark, betText(leg, texts)].filter(Boolean).join(' '))
  })
  const stake = t('game.staked', { amount: won(bet.stakeWon) })
  return html`${lines}${line([legs.length > 1 && combinedText(legs, texts), stake], state)}`
}

/** Renders picks that can no longer be bet on, the reason first. The form submits them until the member confirms. */
function droppedPicks(picks: readonly Option[], placed: ReadonlyMap<string, Leg>, texts: PlayTexts): Markup {
  const reasons = picks.map(({ fixture }) =>
    texts.t(placed.has(fixture.id) ? 'slip.dropped.placed' : 'slip.dropped.begun'),
  )
  const rows = picks.map(({ fixture, side, value }) => {
    const name = sideName({ ...fixture, side }, texts)
    return html`<p><input type="checkbox" name="dropped${fixture.id}" value="${value}" checked hidden><s>${name}</s>${dot}${againstText(fixture, texts)}</p>`
  })
  return html`<b>${[...new Set(reasons)].join(dot)}</b>${rows}`
}

const combinedOdds = (options: readonly Option[]) => combineOdds(options.map(({ odds }) => odds))

/** The button's text with each stake, of which the styles show the selected one, or that dropped picks come first. */
function betButton(chosen: readonly Option[], { t, won }: PlayTexts): Markup {
  const odds = combinedOdds(chosen)
  const lines = stakes.map((stake) => {
    const returns = t('slip.returns', { amount: won(calculatePayout(stake, odds)) })
    return html`<span class="of${stake}">${t('slip.bet', { amount: won(stake) })} <small data-stake="${stake}">${returns}</small></span>`
  })
  return html`<span class="seen">${t('slip.dropped.seen')}</span>${lines}`
}

function slip(fixtures: readonly Fixture[], chosen: readonly Option[], texts: PlayTexts): Markup {
  const { t } = texts
  const picks = fixtures.map((fixture, index) => {
    const checked = !chosen.some((option) => option.fixture === fixture) && html` checked`
    const [against, name] = [againstText(fixture, texts), `choice${fixture.id}`]
    const names = optionsOf(fixture).map(
      ({ side, odds }) =>
        html`<b id="s${index}${side}"><i>${sideName({ ...fixture, side }, texts)}</i> <i>${formatOdds(odds)}</i></b>`,
    )
    return html`<p id="f${index}"><span>${against}</span>${names}
<label class="choice"><input type="radio" name="${name}" value=""${checked}
 aria-label="${t('slip.remove', { fixture: against })}">×</label></p>`
  })
  const odds = combinedOdds(chosen)
  const returnsTemplate = t('slip.returns', { amount: t('won', { won: '{won}' }) })
  return html`<div class="picks">${picks}</div><p class="stale">${t('slip.stale')}</p>
<p class="total" data-total="${t('slip.total', { count: '{count}' })}" data-returns="${returnsTemplate}">
<span>${t('slip.total', { count: chosen.length })}</span> <b>${formatOdds(odds)}</b></p>`
}

function sportIcon(sport: Sport): Markup {
  const [, path = ''] = new RegExp(`id="${sport}" viewBox="0 0 24 24">(.*)</symbol>`).exec(icons) ?? []
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${new Markup(path)}</svg>`
}
