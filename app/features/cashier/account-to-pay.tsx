import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { useHydrated } from '~/ui/hydrated'
import { useToast } from '~/ui/toast/toast'
import type { BankAccount } from '~/upstream/contract/values'
import * as css from './threads.css'

/**
 * The accessible name of a link or button whose text stands several times on a page.
 *
 * @param about which transaction it is of; without it the text says enough.
 */
export function nameOf(text: string, about: string | undefined): string | undefined {
  return about && `${text}, ${about}`
}

/**
 * The account to pay into, with a copy of its number and of the exact sum; an answer in words is copied as a whole.
 *
 * @param about see `nameOf`.
 */
export function AccountToPay({
  account,
  won,
  about,
}: {
  account: BankAccount | string
  won?: number | undefined
  about?: string | undefined
}) {
  const i18n = useI18n()
  const { t } = i18n
  const copied = (term: string, text: string, copy = text): DescriptionItem => {
    const name = t('thread.copy.of', { what: term })
    return { term, value: <Copied text={text} copy={copy} label={nameOf(name, about) ?? name} /> }
  }
  const sum: DescriptionItem[] = won === undefined ? [] : [copied(t('thread.sum'), i18n.won(won), String(won))]
  if (typeof account === 'string')
    return (
      <div className={css.account}>
        <p className={css.answer} dir="auto">
          {account}
        </p>
        <CopyButton text={account} label={nameOf(t('deposit.account.copy'), about)}>
          {t('deposit.account.copy')}
        </CopyButton>
        {sum.length > 0 && <DescriptionList items={sum} />}
      </div>
    )
  const { bank, number, holder } = account
  return (
    <div className={css.account}>
      <DescriptionList
        items={[
          { term: t('thread.bank'), value: bank },
          copied(t('thread.number'), number),
          { term: t('thread.holder'), value: holder },
          ...sum,
        ]}
      />
    </div>
  )
}

/** A value that one press copies, and without script one press selects. */
function Copied({ text, copy, label }: { text: string; copy: string; label: string }) {
  const { t } = useI18n()
  return (
    <span className={css.copied}>
      <span className={css.value}>{text}</span>
      <CopyButton text={copy} label={label}>
        {t('thread.copy')}
      </CopyButton>
    </span>
  )
}

/**
 * Copies a text. Without script, and where the browser has no clipboard, its place stays empty; a press selects the text.
 *
 * @param label its accessible name, where the text on it does not say what is copied.
 */
function CopyButton({ text, label, children }: { text: string; label?: string | undefined; children: string }) {
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
