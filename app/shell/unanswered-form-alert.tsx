import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { type UnansweredForm, useConnection } from './connection'
import * as css from './unanswered-form-alert.css'

/**
 * Alert above the page for an unanswered form, with a button that submits it again or opens the page that follows it.
 * It takes the focus because the pressed button may be far below.
 */
export function UnansweredFormAlert() {
  const { t } = useI18n()
  const { form, resubmit } = useConnection()
  const busy = useNavigation().state !== 'idle'
  const box = useRef<HTMLDivElement>(null)
  const alertForm = form && !form.isReportedByPage ? form : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: every failure moves the focus again.
  useEffect(() => box.current?.focus(), [alertForm?.id])
  if (!alertForm) return null
  return (
    <div ref={box} tabIndex={-1} className={css.alert}>
      <Alert key={alertForm.id} kind="warning" title={t(titles[alertForm.state])}>
        <p>{t(texts[alertForm.state])}</p>
        <div className={css.actions}>
          {alertForm.redirectPath === undefined ? (
            <Button
              type="button"
              size="small"
              busy={busy}
              busyText={t('common.sending')}
              onClick={() => resubmit(alertForm)}
            >
              {t('connection.repeat')}
            </Button>
          ) : (
            <ButtonLink size="small" to={alertForm.redirectPath}>
              {t('connection.answered.open')}
            </ButtonLink>
          )}
        </div>
      </Alert>
    </div>
  )
}

const titles = {
  unknown: 'connection.lost',
  unsent: 'connection.unsent',
  answered: 'connection.answered',
} as const satisfies Record<UnansweredForm['state'], MessageKey>

const texts = {
  unknown: 'connection.lost.text',
  unsent: 'connection.unsent.text',
  answered: 'connection.answered.text',
} as const satisfies Record<UnansweredForm['state'], MessageKey>
