import { type ComplexStyleRule, globalStyle, type StyleRule, style, styleVariants } from '@vanilla-extract/css'
import { type RuntimeFn, recipe } from '@vanilla-extract/recipes'
import { layers, media, tokens } from './tokens.css'

const { text } = tokens

function sized(name: keyof typeof text) {
  return { fontSize: text[name].size, lineHeight: text[name].line } as const
}

const figure = { fontWeight: 700, letterSpacing: '-.03em' } as const
/** Cancels the side bearing of a tabular 1, so that a large figure is aligned with the text above it. */
const aligned = { marginInlineStart: '-.05em' } as const
const title = { fontWeight: 700, textWrap: 'balance' } as const

/** Type styles to spread into a rule. Fonts may lack weights between 400 and 700, so those must not carry meaning. */
export const typography = {
  figureHero: { ...sized('figureHero'), ...figure, ...aligned, fontWeight: 800, letterSpacing: '-.045em' },
  figureBig: { ...sized('figureBig'), ...figure, ...aligned },
  figureList: { ...sized('figureList'), ...figure },
  figureField: { ...sized('figureField'), ...figure },
  titlePage: { ...sized('titlePage'), ...title, letterSpacing: '-.025em' },
  titlePart: { ...sized('titlePart'), ...title, letterSpacing: '-.02em' },
  titleCard: { ...sized('titleCard'), ...title, letterSpacing: '-.015em' },
  body: { ...sized('body'), fontWeight: 400, letterSpacing: '-.01em' },
  label: { ...sized('label'), fontWeight: 600, letterSpacing: '-.01em' },
  small: { ...sized('small'), fontWeight: 400, letterSpacing: '-.01em' },
  tiny: { ...sized('tiny'), fontWeight: 400, letterSpacing: '-.01em' },
  /** The smallest text, only for the labels of the bottom bar and count bubbles. */
  micro: { ...sized('micro'), fontWeight: 500, letterSpacing: 0 },
} as const

export function fadingEnd(width: string) {
  return { paddingInlineEnd: width, maskImage: `linear-gradient(to left, transparent, #000 ${width})` }
}

export const arranged = {
  column: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  row: { display: 'flex', alignItems: 'center' },
  spread: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' },
  centred: { display: 'flex', alignItems: 'center', justifyContent: 'center' },
  ellipsis: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  twoLines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
} as const

/** Shows a card's hover, focus and active states on its picture, with a play mark around `markCentre`. */
export function answerInPicture(card: string, markCentre: string): void {
  const { line, motion, radius, size } = tokens
  const ring = { outline: `${size.ring} solid ${line.focus}`, outlineOffset: size.ring }
  const triangle = 'conic-gradient(from 240deg at 100% 50%, currentColor 60deg, #0000 0) 58% 50% / 14px 16px no-repeat'
  insideComponent(`${card}::after`, {
    content: "'' / ''",
    position: 'absolute',
    insetBlockStart: markCentre,
    insetInlineStart: 'calc(50% - 1.25rem)',
    inlineSize: '2.5rem',
    blockSize: '2.5rem',
    marginBlockStart: '-1.25rem',
    borderRadius: radius.full,
    background: `${triangle}, rgb(5 9 10 / .72)`,
    color: 'white',
    pointerEvents: 'none',
    opacity: 0,
    transition: `opacity ${motion.colour}`,
  })
  insideComponent(`${card}:hover img`, { '@media': { [media.hover]: { ...ring, filter: 'brightness(.8)' } } })
  insideComponent(`${card}:hover::after`, { '@media': { [media.hover]: { opacity: 1 } } })
  insideComponent(`${card}:focus-visible img`, ring)
  insideComponent(`${card}:has(img):focus-visible`, { outline: 'none' })
  insideComponent(`${card}:is(:active, [data-pending])`, { opacity: 1 })
  insideComponent(`${card}:active img`, { '@media': { [media.motionAllowed]: { transform: 'scale(.98)' } } })
}

type Composed = StyleRule | (StyleRule | string)[]
type Variants = Record<string, Record<string, StyleRule>>
type Chosen<V extends Variants> = Parameters<RuntimeFn<V>>[0]

function inLayer(layer: string, rule: Composed): ComplexStyleRule {
  if (!Array.isArray(rule)) return { '@layer': { [layer]: rule } }
  return rule.map((part) => (typeof part === 'string' ? part : { '@layer': { [layer]: part } }))
}

/** Returns a function that creates a class in a layer. An array composes several classes. */
const classIn = (layer: string) => (rule: Composed) => style(inLayer(layer, rule))

const ruleIn = (layer: string) => (selector: string, rule: Parameters<typeof globalStyle>[1]) =>
  globalStyle(selector, { '@layer': { [layer]: rule } })

export const reset = ruleIn(layers.reset)
export const base = ruleIn(layers.base)
export const component = classIn(layers.components)
export const insideComponent = ruleIn(layers.components)
export const shell = classIn(layers.shell)
export const insideShell = ruleIn(layers.shell)
export const screen = classIn(layers.screens)
export const insideScreen = ruleIn(layers.screens)

/**
 * Creates a component's class with variants. Returns a function that maps variants to class names. If a variant's only
 * value is `true`, it is set with a boolean. @param defaults values for variants that are not set
 */
export function componentRecipe<V extends Variants>(base: Composed, variants: V, defaults?: Chosen<V>): RuntimeFn<V> {
  const layered = Object.entries(variants).map(([name, rules]) => [
    name,
    Object.fromEntries(Object.entries(rules).map(([value, rule]) => [value, inLayer(layers.components, rule)])),
  ])
  return recipe<V>({
    base: inLayer(layers.components, base),
    variants: Object.fromEntries(layered),
    defaultVariants: defaults,
  })
}

/** Creates a class for each value of a component's only variant. Each class combines `base` with the value's rule. */
export function componentVariants<Value extends string>(
  base: Composed,
  rules: Record<Value, StyleRule>,
): Record<Value, string> {
  const baseClass = component(base)
  return styleVariants(rules, (rule: StyleRule) => inLayer(layers.components, [baseClass, rule]))
}
