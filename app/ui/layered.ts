import { type ComplexStyleRule, globalStyle, type StyleRule, style, styleVariants } from '@vanilla-extract/css'
import { type RuntimeFn, recipe } from '@vanilla-extract/recipes'
import { layers } from './tokens.css'

type Composed = StyleRule | (StyleRule | string)[]
type GlobalRule = Parameters<typeof globalStyle>[1]
type Variants = Record<string, Record<string, StyleRule>>
type Chosen<V extends Variants> = Parameters<RuntimeFn<V>>[0]

function inLayer(layer: string, rule: Composed): ComplexStyleRule {
  if (!Array.isArray(rule)) return { '@layer': { [layer]: rule } }
  return rule.map((part) => (typeof part === 'string' ? part : { '@layer': { [layer]: part } }))
}

/** A function that makes a class. It takes what `style` takes; an array composes classes. */
const classIn = (layer: string) => (rule: Composed) => style(inLayer(layer, rule))

/** A function that makes a rule by selector, for what lies inside of a class or for the whole document. */
const ruleIn = (layer: string) => (selector: string, rule: GlobalRule) =>
  globalStyle(selector, { '@layer': { [layer]: rule } })

/** Removes the browser's default style. */
export const reset = ruleIn(layers.reset)
/** Styles a selector of the document, in the base layer. */
export const base = ruleIn(layers.base)
/** Makes a class of a component in app/ui. It overrides the document's styles. */
export const component = classIn(layers.components)
export const insideComponent = ruleIn(layers.components)
/** Makes a class of the shell: bars, drawers, footer. It overrides components. */
export const shell = classIn(layers.shell)
export const insideShell = ruleIn(layers.shell)
/** Makes a class of one screen. It overrides the shell and components. */
export const screen = classIn(layers.screens)
export const insideScreen = ruleIn(layers.screens)

/**
 * A class of a component in app/ui that has variants: a function from the chosen variants to class names. A variant with
 * the only value `true` is switched by a boolean.
 *
 * @param defaults values of the variants that are not chosen.
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

/** Classes of a component for the values of its only variant: `base` and the rule of the value. */
export function componentVariants<Value extends string>(
  base: Composed,
  rules: Record<Value, StyleRule>,
): Record<Value, string> {
  const baseClass = component(base)
  return styleVariants(rules, (rule: StyleRule) => inLayer(layers.components, [baseClass, rule]))
}
