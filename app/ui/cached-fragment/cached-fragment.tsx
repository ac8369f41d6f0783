import { type ComponentType, createContext, type HTMLAttributes, use } from 'react'

/** Returns the markup of a component with these properties, in the language and settings of the page. */
export type RenderFragment = <Props extends object>(component: ComponentType<Props>, props: Props) => string

const FragmentContext = createContext<RenderFragment | null>(null)

/** Lets the fragments of a page take their markup from a cache. Provided on the server alone. */
export const FragmentCacheProvider = FragmentContext.Provider

interface CachedFragmentProps<Props extends object> extends Omit<HTMLAttributes<HTMLElement>, 'content'> {
  as: 'div' | 'section' | 'ul'
  /**
   * Renders the content. It may read the messages and the settings of the document, and nothing else but its properties:
   * neither the location nor the session. It has no `useId`, whose ids count from the page.
   */
  component: ComponentType<Props>
  /** Plain data. */
  props: Props
}

/**
 * An element whose content many pages have in common. The server renders it once for the same properties; the browser
 * hydrates it like any other element, so that it may have state and handlers.
 */
export function CachedFragment<Props extends object>({
  as: Element,
  component: Content,
  props,
  ...attributes
}: CachedFragmentProps<Props>) {
  const render = use(FragmentContext)
  if (render) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has rendered it.
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: render(Content, props) }} />
  }
  return (
    <Element {...attributes}>
      <Content {...props} />
    </Element>
  )
}
