import { stakes } from '../payout'
import { openFixtureCount, sides } from './rules'
import rules from './sport-slip.css?raw'

const fixtures = [...Array(openFixtureCount).keys()]
const several = fixtures.map(
  (index) => `form:has(.match:nth-child(${index + 1}) :checked):has(.match:nth-child(n+${index + 2}) :checked)`,
)
const picked = '[name^=choice]:not([value=""]):checked'
const changed = ':has(.dropped :checked)'

/** The custom selectors of the style sheet, such as `:--picked`. */
const selectors: Readonly<Record<string, string>> = {
  picked,
  changed,
  several: `:is(${several.join()})`,
  folded: ':not(:has(#fold:checked,.dropped :checked))',
  stale: ':has([name^=choice]:checked:not([checked]))',
}

const chosenSides = fixtures.flatMap((index) =>
  sides.map((side) => `form:has(#c${index}${side}:checked) :is(#s${index}${side},#f${index}){display:grid}`),
)
const staked = stakes.map(
  (stake) => `form:has(${picked}):has([name=stake][value="${stake}"]:checked) .act:not(${changed}) .of${stake}`,
)

export const sportSlipStyles = [
  rules.replace(/:--(\w+)/g, (_, name) => selectors[name] ?? ''),
  ...chosenSides,
  `${staked.join()}{display:inline}`,
].join('')
