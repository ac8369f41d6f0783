import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '~/i18n/words'
import { Button } from '~/ui/button/button'
import { Card } from '~/ui/card/card'
import { classNames } from '~/ui/class-names'
import { PostForm } from '~/ui/form/post-form'
import { useScripted } from '~/ui/scripted'
import * as css from './home.css'

/** A notice pop-up in plain text. Without an `idx` it can't be hidden. */
export type PopupShown = { idx?: string; title: string; text: string }

/** The operator's notice pop-ups, shown as cards under the hero. */
export function Popups({ popups }: { popups: readonly PopupShown[] }) {
  const { t } = useWords()
  return (
    <section className={css.popups} aria-label={t('popup.label')}>
      {popups.map((popup) => (
        <Popup key={popup.idx ?? popup.title} {...popup} />
      ))}
    </section>
  )
}

/** Characters that fit three lines at every width; the rest of a longer text is collapsed. */
const threeLines = 110

function Popup(popup: PopupShown) {
  const [closed, setClosed] = useState(false)
  return closed ? null : <OpenPopup {...popup} onClose={() => setClosed(true)} />
}

/** Moves the focus from a closed pop-up to the main content. */
function useFocusPassedOn() {
  const acts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = acts.current
    return () => {
      if (box?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return acts
}

function OpenPopup({ idx, title, text, onClose }: PopupShown & { onClose: () => void }) {
  const { t } = useWords()
  const scripted = useScripted()
  const acts = useFocusPassedOn()
  const isLong = text.length > threeLines || text.split('\n').length > 3
  return (
    <Card title={title || t('notice.untitled')}>
      {isLong ? (
        <details className={css.popupLong}>
          <summary className={css.popupSummary}>
            <span className={classNames(css.popupText, css.popupClamped)}>{text}</span>
            <span className={css.popupMore}>{t('common.more')}</span>
          </summary>
        </details>
      ) : (
        <p className={css.popupText}>{text}</p>
      )}
      <div ref={acts} className={css.popupActs}>
        {idx !== undefined && (
          <PostForm action="/popup" preventScrollReset>
            <input type="hidden" name="idx" value={idx} />
            <input type="hidden" name="next" value="/" />
            <Button look="ghost" size="small">
              {t('popup.hide')}
            </Button>
          </PostForm>
        )}
        <div className={scripted ? undefined : css.unseen}>
          <Button type="button" size="small" onClick={onClose}>
            {t('popup.close')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
