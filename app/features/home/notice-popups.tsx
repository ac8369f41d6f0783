import { href } from 'react-router'
import { OperatorText } from '~/components/markup'
import { useI18n } from '~/i18n/i18n'
import { useFocusMainOnRemoval } from '~/navigation/current-page'
import { PostForm } from '~/session/post-form'
import { Button } from '~/ui/button/button'
import { Icon } from '~/ui/icon/icon'
import type { MessageBody } from '~/values/markup'
import * as css from './home.css'

/** A home notice. Without an `idx` it can't be hidden. */
type NoticePopup = { idx?: string; title: string; body: MessageBody }

export function Popups({ popups }: { popups: readonly NoticePopup[] }) {
  const { t } = useI18n()
  return (
    <section className={css.popups} aria-label={t('popup.label')}>
      {popups.map((popup, index) => (
        <Popup key={popup.idx ?? `nameless ${index}`} {...popup} />
      ))}
    </section>
  )
}

function Popup({ idx, title, body }: NoticePopup) {
  const { t } = useI18n()
  return (
    <details ref={useFocusMainOnRemoval<HTMLDetailsElement>()} className={css.popup}>
      <summary className={css.popupSummary}>
        <Icon name="bell" />
        <h2 className={css.popupTitle}>{title || t('notice.untitled')}</h2>
      </summary>
      <div className={css.popupText}>{typeof body === 'string' ? body : <OperatorText nodes={body} level={3} />}</div>
      {idx !== undefined && (
        <PostForm action={href('/popup')} preventScrollReset className={css.popupForm}>
          <input type="hidden" name="idx" value={idx} />
          <Button variant="ghost" size="small">
            {t('popup.hide')}
          </Button>
        </PostForm>
      )}
    </details>
  )
}
