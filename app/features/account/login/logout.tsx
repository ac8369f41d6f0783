import { href, redirect, redirectDocument } from 'react-router'
import { PageHead } from '~/components/page-head'
import { useI18n } from '~/i18n/i18n'
import { redirectWithFlash } from '~/server/cookies/flash.server'
import { getForm } from '~/server/middleware/body.server'
import { requireOwner } from '~/server/middleware/guard.server'
import { sessionContext } from '~/server/session/session.server'
import { PostForm } from '~/session/post-form'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { form } from '~/ui/form/form.css'
import { numberedMessages } from '~/values/numbered-messages'
import type { Route } from './+types/logout'
import { signOut } from './sign-in.server'

export const middleware: Route.MiddlewareFunction[] = [requireOwner]

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(sessionContext).member) throw redirect(href('/'), 303)
  return null
}

/** Ends the session on the site and at the upstream. Then loads a new document, which discards the member's data. */
export async function action({ context }: Route.ActionArgs) {
  const everywhere = getForm(context).get('everywhere') === 'on'
  if (context.get(sessionContext).member) await signOut(context, everywhere ? { everywhere } : {})
  const { headers, status } = redirectWithFlash(href('/'), { kind: 'success', message: 'logout.done' })
  return redirectDocument(href('/'), { headers, status })
}

export default function Logout() {
  const { t } = useI18n()
  return (
    <PostForm className={form}>
      <PageHead
        documentTitle={t('nav.logout')}
        title={t(numberedMessages.confirmLogout)}
        lead={t(`${numberedMessages.confirmLogout}.text`)}
      />
      <Checkbox name="everywhere" value="on" label={t('logout.everywhere')} />
      <ButtonRow>
        <ButtonLink to={href('/')} size="big">
          {t('logout.stay')}
        </ButtonLink>
        <Button variant="primary" size="big">
          {t('nav.logout')}
        </Button>
      </ButtonRow>
    </PostForm>
  )
}
