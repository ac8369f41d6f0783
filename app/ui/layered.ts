import { globalStyle, type StyleRule, style } from '@vanilla-extract/css'
import { layers } from './tokens.css'

type Composed = StyleRule | (StyleRule | string)[]
type GlobalRule = Parameters<typeof globalStyle>[1]

function inLayer(layer: string, rule: Composed): string {
  if (!Array.isArray(rule)) return style({ '@layer': { [layer]: rule } })
  return style(rule.map((part) => (typeof part === 'string' ? part : { '@layer': { [layer]: part } })))
}

/** A class of a component in app/ui. Takes what `style` takes; an array composes classes. */
export function component(rule: Composed): string {
  return inLayer(layers.components, rule)
}

/** A class of the shell (bars, drawers, footer). Overrides components. */
export function shell(rule: Composed): string {
  return inLayer(layers.shell, rule)
}

/** A class of one screen. Overrides the shell and components. */
export function screen(rule: Composed): string {
  return inLayer(layers.screens, rule)
}

/** A global rule of the document, by selector. */
export function base(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.base]: rule } })
}

/** A global rule that removes the browser's default style, by selector. */
export function reset(selector: string, rule: GlobalRule): void {
  globalStyle(selector, { '@layer': { [layers.reset]: rule } })
}
