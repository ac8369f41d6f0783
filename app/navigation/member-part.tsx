import { type ComponentProps, type ComponentType, type JSX, lazy } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: props of any shape; memberPart gives each component its own.
type Component = (props: any) => JSX.Element | null

/** How to load each component that only members see and that is not loaded yet. */
const loaders = new Set<() => Promise<void>>()

/**
 * Loads what only members see of the frame and of the pages that were loaded so far. The server awaits it before it renders,
 * the browser before it shows a page of a member.
 *
 * @throws when a file can't be fetched; the next call tries again.
 */
export async function loadMemberParts(): Promise<void> {
  await Promise.all([...loaders].map((load) => load()))
}

/**
 * A component that only members see, in a file of its own, which visitors do not load. Render it for a member alone.
 *
 * @param importModule its file is named `member-….ts`: by that the server preloads it (app/entry.server.tsx).
 */
export function memberPart<Name extends string, Module extends Record<Name, Component>>(
  importModule: () => Promise<Module>,
  name: Name,
): ComponentType<ComponentProps<Module[Name]>> {
  const loadPart = async (): Promise<{ default: Component }> => ({ default: (await importModule())[name] })
  // Seen in development alone, where a module may be replaced after its parts were loaded.
  let Part: Component | ReturnType<typeof lazy<Component>> = lazy(loadPart)
  const load = async () => {
    Part = (await loadPart()).default
    loaders.delete(load)
  }
  loaders.add(load)
  return function MemberPart(props) {
    return <Part {...props} />
  }
}
