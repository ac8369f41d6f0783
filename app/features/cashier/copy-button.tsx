import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { useHydrated } from '~/ui/hydrated'
import { useToast } from '~/ui/toast/toast'
import * as css from './threads.css'

/**
 * Copies a text. Without script, and where the browser has no clipboard, its place stays empty; a press selects the text.
 *
 * @param label its accessible name, where the text on it does not say what is copied.
 */
export function CopyButton({ text, label, children }: { text: string; label?: string; children: string }) {
  const { t } = useI18n()
  const toast = useToast()
  const isHydrated = useHydrated()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t('deposit.account.copied') }),
      () => toast({ kind: 'warning', text: t('deposit.account.notCopied') }),
    )
  return (
    <div className={isHydrated && 'clipboard' in navigator ? undefined : css.unseen}>
      <Button type="button" size="small" aria-label={label} onClick={copy}>
        {children}
      </Button>
    </div>
  )
}
