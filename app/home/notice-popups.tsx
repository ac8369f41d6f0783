import { useLayoutEffect, useRef, useState } from 'react'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { PostForm } from '~/ui/form/post-form'
import { useHydrated } from '~/ui/hydrated'
import * as css from './home.css'

/** A notice pop-up in plain text. Without an `idx` it can't be hidden. */
type NoticePopup = { idx?: string; title: string; text: string }

/** The operator's notice pop-ups, shown as cards under the hero. */
export function Popups({ popups }: { popups: readonly NoticePopup[] }) {
  const { t } = useI18n()
  return (
    <section className={css.popups} aria-label={t('popup.label')}>
      {popups.map((popup) => (
        <Popup key={popup.idx ?? popup.title} {...popup} />
      ))}
    </section>
  )
}

/** Characters that fit three lines at every width; the rest of a longer text is collapsed. */
const maxThreeLineCharacters = 110

function Popup(popup: NoticePopup) {
  const [isClosed, setIsClosed] = useState(false)
  return isClosed ? null : <OpenPopup {...popup} onClose={() => setIsClosed(true)} />
}

/** Moves the focus from a closed pop-up to the main content. */
function useFocusMainOnClose() {
  const actionsRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = actionsRef.current
    return () => {
      if (box?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return actionsRef
}

function OpenPopup({ idx, title, text, onClose }: NoticePopup & { onClose: () => void }) {
  const { t } = useI18n()
  const isHydrated = useHydrated()
  const actionsRef = useFocusMainOnClose()
  const isLong = text.length > maxThreeLineCharacters || text.split('\n').length > 3
  return (
    <Card title={title || t('notice.untitled')}>
      {isLong ? (
        <details className={css.popupLong}>
          <summary className={css.popupSummary}>
            <span className={css.popupClamped}>{text}</span>
            <span className={css.popupMore}>{t('common.more')}</span>
          </summary>
        </details>
      ) : (
        <p className={css.popupText}>{text}</p>
      )}
      <div ref={actionsRef} className={css.popupActions}>
        {idx !== undefined && (
          <PostForm action="/popup" preventScrollReset>
            <input type="hidden" name="idx" value={idx} />
            <input type="hidden" name="next" value="/" />
            <Button variant="ghost" size="small">
              {t('popup.hide')}
            </Button>
          </PostForm>
        )}
        <div className={isHydrated ? undefined : css.invisible}>
          <Button type="button" size="small" onClick={onClose}>
            {t('popup.close')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
