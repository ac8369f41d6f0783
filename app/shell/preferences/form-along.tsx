import type { ReactNode } from 'react'
import { useCurrentPath } from '~/navigation/current-page'
import { useRouteHandle } from '~/navigation/route-handle'
import { useHydrated } from '~/ui/hydrated'
import { hrefWithQuery } from '~/values/addresses'
import * as css from './form-along.css'

/**
 * The buttons of a preference that needs a new document, without script: they send the page's restorable form, whose
 * typed values come back. @param children the buttons; `along`: attributes of those that send the page's form.
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
