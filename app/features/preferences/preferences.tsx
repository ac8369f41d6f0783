import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { EmptyPage } from '~/components/empty-page'
import { useI18n } from '~/i18n/i18n'
import { locales } from '~/i18n/locale'
import { sendCookie } from '~/server/cookies/cookie.server'
import { liteFlashLine } from '~/server/cookies/flash.server'
import { hidePopup, preferenceCookieLine } from '~/server/cookies/preferences.server'
import type { Context } from '~/server/http/incoming.server'
import { bodyContext, getField, getForm } from '~/server/middleware/body.server'
import { isOwnedByAnother } from '~/server/middleware/guard.server'
import type { RouteHandle } from '~/server/middleware/route.server'
import { mayRefuseCookies } from '~/server/request-info/browser.server'
import { readQuery } from '~/server/request-info/query.server'
import { sealOtherForm } from '~/server/session/sealed-forms.server'
import { ButtonLink } from '~/ui/button/button'
import { hrefWithQuery, pathOnSite } from '~/values/addresses'
import type { Route } from './+types/preferences'

export const handle = { takesOtherForms: true } satisfies RouteHandle

type Preference = { field: string; schema: z.ZodType<string>; store: (context: Context, value: string) => void }

const preferences: Record<string, Preference> = {
  language: { field: 'lng', schema: z.enum(locales), store: storeForYear('lng') },
  theme: { field: 'theme', schema: z.enum(['dark', 'light', 'system']), store: storeForYear('theme') },
  lite: { field: 'lite', schema: z.enum(['on', 'off']), store: storeForYear('lite') },
  /** Hides a home notice for `popupHiddenSeconds`. A longer id can't be hidden, because a cookie stores it. */
  popup: { field: 'idx', schema: z.string().min(1).max(128), store: hidePopup },
}

function storeForYear(name: 'lng' | 'theme' | 'lite'): Preference['store'] {
  return (context, value) => sendCookie(context, preferenceCookieLine(name, value))
}

/** Stores a preference and redirects to `next`, where a form sent along is restored. Reports disabled cookies. */
export async function action({ request, context, pattern, url }: Route.ActionArgs) {
  const preference = preferences[pattern]
  if (!preference) throw new Error(`route ${pattern}: no preference has it`)
  const form = getForm(context)
  const value = preference.schema.safeParse(getField(form, preference.field))
  if (!value.success) throw data({ problem: 'bad-request' }, { status: 400 })
  preference.store(context, value.data)
  if (pattern === 'lite' && value.data === 'on') sendCookie(context, liteFlashLine)
  const isFormOfAnother = isOwnedByAnother(context, context.get(bodyContext)?.owner)
  const next = readQuery(url).next ?? pathOnSite(getField(form, 'next')) ?? href('/')
  const typedHref = isFormOfAnother ? undefined : await sealOtherForm(context, next, form, [preference.field, 'next'])
  const to = typedHref ?? next
  const lng = pattern === 'language' ? value.data : ''
  return redirect(mayRefuseCookies(request) ? hrefWithQuery(url.pathname, { next: to, lng }) : to, 303)
}

/** Only browsers that block cookies show this page. */
export function loader({ request, url }: Route.LoaderArgs) {
  const { next } = readQuery(url)
  if (next === undefined || !mayRefuseCookies(request)) throw redirect(next ?? href('/'), 303)
  return { next }
}

export default function BlockedCookies({ loaderData: { next } }: Route.ComponentProps) {
  const { t } = useI18n()
  return (
    <EmptyPage
      title={t('preference.cookies')}
      text={t('preference.cookies.text')}
      action={<ButtonLink to={next}>{t('common.ok')}</ButtonLink>}
    />
  )
}
