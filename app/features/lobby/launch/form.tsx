import type { FormEvent } from 'react'
import { href } from 'react-router'
import { ReferenceBadge } from '~/components/empty-page'
import { useI18n } from '~/i18n/i18n'
import { usePageSettings } from '~/session/page-settings'
import { OwnerField } from '~/session/post-form'
import { useSession } from '~/session/session-context'
import { hasNoMoney } from '~/session/shell-data'
import { Alert } from '~/ui/alert/alert'
import { Button, ButtonLink } from '~/ui/button/button'
import { launchHref } from './href'
import type { LaunchProblem } from './launch-problem'
import * as css from './page.css'
import type { LaunchData } from './page.server'
import { type LaunchState, submitHere, useLaunch } from './use-launch'

/** The form that opens the game in a window. Without JavaScript, the game opens in a new tab or in the current one. */
export function LaunchForm({ play, problem }: { play: LaunchData; problem: LaunchProblem | undefined }) {
  const { t } = useI18n()
  const pageHref = launchHref(play.company, play.code, play.picks)
  const { launch, start, startHere } = useLaunch()
  const isOpening = launch.kind === 'opening'
  const { member } = useSession()
  const { playMoney } = usePageSettings()
  const isEmpty = hasNoMoney(member)
  const openText = isEmpty && playMoney ? t('launch.look') : t('launch.submit')

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    const { currentTarget: form, nativeEvent } = event
    event.preventDefault()
    const openHere = () => submitHere(form)
    if (nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hasAttribute('formtarget'))
      return startHere(openHere)
    if (!isOpening) start({ payload: play.payload, isSport: play.category === 'sport', pageHref, openHere })
  }
  return (
    <>
      {isEmpty && <p className={css.hint}>{t(play.hasPendingDeposit ? 'launch.depositWaits' : 'launch.empty')}</p>}
      {isEmpty && (
        <ButtonLink to={href('/deposit')} variant="primary" size="big" wide icon="circle-plus">
          {t(play.hasPendingDeposit ? 'launch.openDeposit' : 'nav.deposit')}
        </ButtonLink>
      )}
      <form
        method="post"
        action={pageHref}
        target="_blank"
        rel="noopener"
        className={css.buttons}
        onSubmit={handleSubmit}
      >
        <OwnerField />
        <Button
          variant={isEmpty ? undefined : 'primary'}
          size={isEmpty ? undefined : 'big'}
          wide
          icon="external-link"
          busy={isOpening}
          busyText={t('launch.opening')}
        >
          {openText}
        </Button>
        <Button variant="line" size="small" wide formTarget="_self">
          {t('launch.direct')}
        </Button>
        <p className={css.hint}>{t('launch.direct.hint')}</p>
      </form>
      <LaunchOutcome launch={launch} problem={problem} />
    </>
  )
}

export function LaunchOutcome({ launch, problem }: { launch: LaunchState; problem: LaunchProblem | undefined }) {
  const { t } = useI18n()
  if (launch.kind === 'opened') {
    const { isLost, gameUrl } = launch
    return (
      <Alert kind={isLost ? 'warning' : 'success'} title={t(isLost ? 'launch.blocked' : 'launch.opened.title')}>
        <p>{t(isLost ? 'launch.blocked.text' : 'launch.opened.text')}</p>
        <p>
          <a href={gameUrl} className={css.gameLink}>
            {t('launch.blocked.link')}
          </a>
        </p>
      </Alert>
    )
  }
  const shownProblem = launch.kind === 'failed' ? launch.problem : launch.kind === 'idle' ? problem : undefined
  if (!shownProblem) return null
  return (
    <Alert kind={shownProblem.kind} title={t(shownProblem.title)}>
      <p>{t(shownProblem.text)}</p>
      {shownProblem.reference && (
        <p>
          <ReferenceBadge number={shownProblem.reference} />
        </p>
      )}
    </Alert>
  )
}
