import { type ComponentProps, type ComponentType, type JSX, use } from 'react'
import { loadOnce } from '~/ui/modal/load-once'

// biome-ignore lint/suspicious/noExplicitAny: props of any shape; memberPart gives each component its own.
type Components<Name extends string> = Record<Name, (props: any) => JSX.Element | null>
type Load<Module> = () => Promise<Module>

/** What only members see, by the function that imports it. */
const modules = new Map<Load<object>, { load: Load<object>; loaded?: object }>()

/**
 * Loads what only members see of the frame and of the pages that were loaded so far. The server awaits it before it renders,
 * the browser before it shows a page of a member.
 *
 * @throws when a file can't be fetched; the next call tries again.
 */
export async function loadMemberParts(): Promise<void> {
  await Promise.all([...modules.values()].map(({ load }) => load()))
}

/**
 * A component that only members see, in a file of its own, which visitors do not load. Render it for a member alone.
 *
 * @param load imports the module; the same function for all components of one module.
 */
export function memberPart<Name extends string, Module extends Components<Name>>(
  load: Load<Module>,
  name: Name,
): ComponentType<ComponentProps<Module[Name]>> {
  const known = modules.get(load)
  const module: { load: Load<object>; loaded?: object } = known ?? {
    load: loadOnce(async () => {
      module.loaded = await load()
      return module.loaded
    }),
  }
  modules.set(load, module)
  return function MemberPart(props) {
    const { [name]: Component } = (module.loaded ?? use(module.load())) as Module
    return <Component {...props} />
  }
}
