import type { ReactNode } from 'react'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { useHydrated } from '~/ui/hydrated'
import { plainText } from '~/ui/text.css'
import { useToast } from '~/ui/toast/toast'
import type { BankAccount } from '~/upstream/contract/fields/values'
import type { ParsedAmount } from '~/values/balance'
import { bankName } from '~/values/banks'
import { joinParts } from '~/values/parts'
import * as css from './bank-account.css'

/** The operator's reply to an account request. `at` is ISO 8601. `payer` is the sender name for the transfer. */
export type BankAccountReply = {
  text: string
  account: BankAccount | undefined
  at: string
  payer?: string | undefined
}

/** Returns the accessible name of a link or button whose text isn't unique on the page. @param about the transaction */
export const nameOf = (text: string, about: string | undefined): string | undefined => about && `${text}, ${about}`

type BankAccountDetailsProps = {
  reply: Omit<BankAccountReply, 'at'>
  /** The amount to send, unless the page shows it elsewhere. */
  amount?: ParsedAmount
  /** True if the member should not send money now. The copy buttons are then hidden. */
  isQuiet?: boolean
  /** True if another transaction on the page has the filled button. */
  isSecond?: boolean | undefined
  children?: ReactNode
}

/** Shows the account to pay into. What the member copies comes first, and each value has its button beside it. */
export function BankAccountDetails({ reply, amount, isQuiet, isSecond, children }: BankAccountDetailsProps) {
  const { account, text, payer } = reply
  const { lang, t, won } = useI18n()
  return (
    <div className={css.account}>
      {account && (
        <Copied
          term={joinParts(bankName(account.bank, lang), `${t('register.bankowner.label')} ${account.holder}`)}
          value={account.number}
        >
          {!isQuiet && <CopyButton text={account.number} what="account" isFirst={!isSecond} />}
        </Copied>
      )}
      {typeof amount === 'number' && (
        <Copied term={t('pending.sum')} value={won(amount)}>
          <CopyButton text={String(amount)} what="sum" />
        </Copied>
      )}
      <Copied
        term={joinParts(t('pending.payer'), payer && t('pending.payer.same'))}
        value={payer ?? t('pending.payer.text')}
      />
      {(!account || saysMore(text, account)) && (children ?? <Answer text={text} />)}
      {!account && !isQuiet && (
        <CopyButton text={text} isFirst={!isSecond}>
          {t('deposit.account.copy')}
        </CopyButton>
      )}
    </div>
  )
}

/** Shows a value as prominently as one to copy, with its button beside it. */
export function Copied({ term, value, children }: { term: string; value: string; children?: ReactNode }) {
  return (
    <div className={css.copiedRow}>
      <p>
        <span className={plainText}>{term}</span>
        <br />
        <strong className={css.copiedValue} translate="no">
          {value}
        </strong>
      </p>
      {children}
    </div>
  )
}

/** Shows the operator's own words. Long text is folded. */
function Answer({ text }: { text: string }) {
  const { t } = useI18n()
  const isLong = text.length > 90 || text.split('\n').length > 3
  return (
    <div className={css.answer}>
      <p className={css.answerText} dir="auto">
        {text}
      </p>
      {isLong && (
        <details className={css.unfold}>
          <summary className={css.unfoldHead}>{t('deposit.account.unfold')}</summary>
        </details>
      )}
    </div>
  )
}

function saysMore(text: string, { bank, number, holder }: BankAccount): boolean {
  const fields = `${bank} ${number} ${holder}`
  return text.split(/\s+/).some((word) => !fields.includes(word))
}

type CopyButtonProps = {
  text: string
  /** What is copied. Needed if the button has no text of its own. */
  what?: 'account' | 'sum'
  isFirst?: boolean | undefined
  /** The transaction, if the page has several such buttons. */
  about?: string
  children?: string
}

/** Shows a button to copy text, or nothing if JavaScript or the clipboard is unavailable. */
export function CopyButton({ text, what, isFirst, about, children }: CopyButtonProps) {
  const { t } = useI18n()
  const toast = useToast()
  const isHydrated = useHydrated()
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t(what ? `pending.copied.${what}` : 'deposit.account.copied') }),
      () => toast({ kind: 'warning', text: t('deposit.account.notCopied') }),
    )
  return (
    <div className={isHydrated && 'clipboard' in navigator ? css.copy : css.unseen}>
      <Button
        type="button"
        size="small"
        variant={isFirst ? 'primary' : 'quiet'}
        aria-label={what && nameOf(t(`pending.copy.${what}`), about)}
        onClick={copy}
      >
        {what ? t(`pending.copy.${what}`) : (children ?? t('common.copy'))}
      </Button>
    </div>
  )
}
