import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Form, type FormProps, useLocation, useNavigation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { Alert } from '~/ui/alert/alert'
import { Button } from '~/ui/button/button'
import * as css from './lost-alert.css'
import { type LostForm, submission, useLostForm } from './lost-form'

/**
 * A POST form that with script is submitted without a page load. Repeated presses of one button are ignored until the
 * response is rendered, because a slow device accepts a second press before the busy state is drawn. Another button
 * of the form still submits. When the answer is lost, the form stays as typed and an alert above it says so.
 */
export function PostForm(props: Omit<FormProps, 'method' | 'onSubmit' | 'ref'>) {
  // Every response to a submission, including an error page, comes with a new location key.
  const { key } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const pendingSubmitter = useRef<string | undefined>(undefined)
  const lost = useLostForm()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for a new location without reading it.
  useLayoutEffect(() => {
    pendingSubmitter.current = undefined
  }, [key])
  useEffect(() => {
    // A page restored from the back/forward cache has no submission in progress.
    const reset = () => {
      pendingSubmitter.current = undefined
    }
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [])

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const button = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    const submitter = submitterKey(button)
    if (pendingSubmitter.current === submitter) return event.preventDefault()
    pendingSubmitter.current = submitter
    submission.current = { form: event.currentTarget, button }
  }

  return (
    <>
      {lost && <LostFormAlert lost={lost} form={form} />}
      <Form {...props} ref={form} method="post" onSubmit={handleSubmit} />
    </>
  )
}

/** Name and value of the pressed button; '' for a form that was submitted without one. */
function submitterKey(button: HTMLElement | null): string {
  return button ? `${button.getAttribute('name') ?? ''}=${button.getAttribute('value') ?? ''}` : ''
}

/** Takes the focus, because the pressed button may be far below. Its own button sends the form as it stands now. */
function LostFormAlert({ lost, form }: { lost: LostForm; form: RefObject<HTMLFormElement | null> }) {
  const { t } = useI18n()
  const busy = useNavigation().state !== 'idle'
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: lost again, it takes the focus again.
  useEffect(() => box.current?.focus(), [lost])
  // Another form of the page says it.
  if (lost.form !== form.current) return null
  return (
    <div ref={box} tabIndex={-1} className={css.alert}>
      <Alert kind="warning" title={t('connection.lost')}>
        <p>{t('connection.lost.text')}</p>
        <Button
          type="button"
          size="small"
          busy={busy}
          busyText={t('common.sending')}
          onClick={() => lost.form.requestSubmit(lost.button)}
        >
          {t('connection.repeat')}
        </Button>
      </Alert>
    </div>
  )
}
