import { href, redirect } from 'react-router'
import { DocumentTitle } from '~/components/document-title'
import { PostForm } from '~/connection/post-form'
import { getForm } from '~/http/body.server'
import { redirectWithFlash } from '~/http/flash.server'
import { signOut } from '~/http/sign-in.server'
import { useI18n } from '~/i18n/i18n'
import { numberedMessages } from '~/i18n/numbered-messages'
import { sessionContext } from '~/session/session.server'
import { Button, ButtonLink, ButtonRow } from '~/ui/button/button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { form } from '~/ui/form/form.css'
import { PageTitle } from '~/ui/page-title/page-title'
import type { Route } from './+types/logout'

export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(sessionContext).member) throw redirect(href('/'), 303)
  return null
}

/** Ends the session here, whatever the upstream answers, and at the upstream where it supports that. */
export async function action({ context }: Route.ActionArgs) {
  const everywhere = getForm(context).get('everywhere') === 'on'
  if (context.get(sessionContext).member) {
    await signOut(context, everywhere ? { everywhere } : {})
  }
  return redirectWithFlash(href('/'), { kind: 'success', message: 'logout.done' })
}

export default function Logout() {
  const { t } = useI18n()
  return (
    <PostForm className={form}>
      <DocumentTitle page={t('logout.title')} />
      <PageTitle title={t(numberedMessages.confirmLogout)} lead={t(`${numberedMessages.confirmLogout}.text`)} />
      <Checkbox name="everywhere" value="on" label={t('logout.everywhere')} />
      <ButtonRow>
        <ButtonLink to={href('/')} size="big">
          {t('logout.stay')}
        </ButtonLink>
        <Button variant="primary" size="big">
          {t('logout.submit')}
        </Button>
      </ButtonRow>
    </PostForm>
  )
}
