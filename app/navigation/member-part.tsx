import { type ComponentProps, type ComponentType, type JSX, lazy } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: accepts any props; memberPart restores each component's type.
type Component = (props: any) => JSX.Element | null

const loaders = new Set<() => Promise<void>>()

/** Loads all components for members. @throws if a file can't be loaded. The next call retries. */
export async function loadMemberParts(): Promise<void> {
  await Promise.all([...loaders].map((load) => load()))
}

/** Creates a component for members that is loaded from its own file. @param importModule imports its `member-….ts` */
export function memberPart<Name extends string, Module extends Record<Name, Component>>(
  importModule: () => Promise<Module>,
  name: Name,
): ComponentType<ComponentProps<Module[Name]>> {
  const loadPart = async (): Promise<{ default: Component }> => ({ default: (await importModule())[name] })
  // Development needs the lazy component, because a module may be replaced after its components were loaded.
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
