import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { Button, ButtonLink } from '~/ui/button/button'
import { Empty } from '~/ui/empty/empty'
import { useToast } from '~/ui/toast/toast'
import { type Lost, setShownPage } from './client-middleware'
import * as css from './lost-alert.css'
import { preventScriptReload } from './missing-file'
import { keptPage, usePageKey } from './page-key'
import { hasUnsentInput, watchInput } from './unsent-input'

type LostPage = Exclude<Lost, { kind: 'press' }> & { close(): void }

/**
 * Ends navigations whose page did not arrive, on the page that is shown. Where something is typed into it, it stays and a
 * toast says so. Used once, by the frame.
 *
 * @returns what to show in place of the page.
 */
export function useLostPage(): LostPage | undefined {
  const { t } = useI18n()
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const pageKey = usePageKey()
  const [lost, setLost] = useState<{ pageKey: string; page: LostPage }>()
  const dismissToast = useRef<() => void>(undefined)
  useEffect(preventScriptReload, [])
  useEffect(watchInput, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has arrived, so the connection is back.
  useEffect(() => dismissToast.current?.(), [pageKey])

  useLayoutEffect(() => {
    const path = pathname + search
    const handleLost = (answer: Lost) => {
      void navigate(path, {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
        state: keptPage,
      })
      if (answer.kind === 'press') {
        dismissToast.current = toast({ kind: 'warning', text: t('connection.press') })
      } else if (answer.kind === 'link' && hasUnsentInput()) {
        const action = { to: answer.href, text: t('problem.retry') }
        dismissToast.current = toast({ kind: 'warning', text: t('connection.page'), action })
      } else setLost({ pageKey, page: { ...answer, close: () => setLost(undefined) } })
    }
    setShownPage({ path, handleLost })
  }, [navigate, pageKey, pathname, search, t, toast])

  return lost?.pageKey === pageKey ? lost.page : undefined
}

/** The error page of a page that did not arrive. It never offers to send a form again that the site has received. */
export function LostPage({ page }: { page: LostPage }) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: lost again, it takes the focus again.
  useEffect(() => box.current?.focus(), [page])
  const { kind, href, close } = page
  return (
    <div ref={box} tabIndex={-1} role="alert" className={css.alert}>
      <Empty
        heading="h1"
        title={t('connection.answered')}
        text={t(kind === 'received' ? 'connection.answered.text' : 'connection.link.text')}
        action={
          <>
            <ButtonLink to={href} variant="primary">
              {t(kind === 'received' ? 'connection.answered.open' : 'problem.retry')}
            </ButtonLink>
            {kind === 'link' && (
              <Button type="button" onClick={close}>
                {t('common.close')}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
