import { type ComplexStyleRule, globalStyle, type StyleRule, style, styleVariants } from '@vanilla-extract/css'
import { type RuntimeFn, recipe } from '@vanilla-extract/recipes'
import { layers } from './tokens.css'

type Composed = StyleRule | (StyleRule | string)[]
type GlobalRule = Parameters<typeof globalStyle>[1]

function inLayer(layer: string, rule: Composed): ComplexStyleRule {
  if (!Array.isArray(rule)) return { '@layer': { [layer]: rule } }
  return rule.map((part) => (typeof part === 'string' ? part : { '@layer': { [layer]: part } }))
}

/** A class of a component in app/ui. Takes what `style` takes; an array composes classes. */
export function component(rule: Composed): string {
  return style(inLayer(layers.components, rule))
}

type Variants = Record<string, Record<string, StyleRule>>
type Chosen<V extends Variants> = Parameters<RuntimeFn<V>>[0]

/** A rule of a component in app/ui, by selector, for what lies inside one of its classes. */
export function insideComponent(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.components]: rule } })
}

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

/** A class of the shell (bars, drawers, footer). Overrides components. */
export function shell(rule: Composed): string {
  return style(inLayer(layers.shell, rule))
}

/** A rule of the shell, by selector, for what lies inside one of its classes. */
export function insideShell(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.shell]: rule } })
}

/** A class of one screen. Overrides the shell and components. */
export function screen(rule: Composed): string {
  return style(inLayer(layers.screens, rule))
}

/** A rule of one screen, by selector, for what lies inside one of its classes. */
export function insideScreen(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.screens]: rule } })
}

/** A global rule of the document, by selector. */
export function base(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.base]: rule } })
}

/** A global rule that removes the browser's default style, by selector. */
export function reset(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.reset]: rule } })
}
