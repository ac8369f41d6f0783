import type { ReactNode } from 'react'
import { useCurrentPath } from '~/navigation/current-path'
import { useRouteHandle } from '~/navigation/route-handle'
import { useHydrated } from '~/ui/hydrated'
import { hrefWithQuery } from '~/values/addresses'
import * as css from './form-along.css'

/**
 * The buttons of a preference that needs a new document, where no script has run: on a page with a form that can be restored
 * they send that form, which comes back as it was typed.
 *
 * @param action the preference's path.
 * @param children the buttons; `along`: the attributes of those that send the page's form.
 */
export function FormAlong({
  action,
  children,
}: {
  action: string
  children: (along?: { form: string; formAction: string }) => ReactNode
}) {
  const here = useCurrentPath()
  const { restoresForm } = useRouteHandle()
  const isHydrated = useHydrated()
  if (restoresForm === undefined || isHydrated) return children()
  return (
    <>
      <div className={css.withForm}>
        {children({ form: restoresForm, formAction: hrefWithQuery(action, { next: here }) })}
      </div>
      <div className={css.withoutForm}>{children()}</div>
    </>
  )
}
