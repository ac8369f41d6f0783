import type { MouseEvent, ReactNode } from 'react'
import { href, useSubmit } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useOwner } from '~/session/post-form'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { useDialogs } from '~/ui/dialog/dialogs'
import { isPlainClick, Link } from '~/ui/link/link'
import { numberedMessages } from '~/values/numbered-messages'
import { ownerField } from '~/values/owner'

export function LogoutLink({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useI18n()
  const { ask } = useDialogs()
  const submit = useSubmit()
  const owner = useOwner()

  async function confirmLogout(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    let everywhere = false
    const choice = await ask({
      title: t(numberedMessages.confirmLogout),
      text: t(`${numberedMessages.confirmLogout}.text`),
      body: (
        <Checkbox
          name="everywhere"
          id="everywhere-asked"
          label={t('logout.everywhere')}
          onChange={(change) => {
            everywhere = change.currentTarget.checked
          }}
        />
      ),
      buttons: { yes: t('nav.logout'), no: t('logout.stay') },
    })
    const fields = { ...(everywhere ? { everywhere: 'on' } : {}), ...ownerField(owner) }
    if (choice === 'yes') submit(fields, { method: 'post', action: href('/logout') })
  }

  return (
    <Link to={href('/logout')} className={className} onClick={confirmLogout}>
      {children}
    </Link>
  )
}
