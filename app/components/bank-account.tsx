import type { ReactNode } from 'react'
import { type MessageKey, useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { figure } from '~/ui/figure/figure.css'
import { useHydrated } from '~/ui/hydrated'
import { faintText, plainText } from '~/ui/text.css'
import { useToast } from '~/ui/toast/toast'
import type { BankAccount } from '~/upstream/contract/fields/values'
import type { ParsedAmount } from '~/values/balance'
import { bankName } from '~/values/banks'
import * as css from './bank-account.css'

/** The operator's reply to an account request. `at` is ISO 8601. `payer` is the masked sender name for the transfer. */
export type BankAccountReply = {
  text: string
  account: BankAccount | undefined
  at: string
  payer?: string | undefined
}

/** Returns the accessible name of a link or button whose text isn't unique on the page. @param about the transaction */
export function nameOf(text: string, about: string | undefined): string | undefined {
  return about && `${text}, ${about}`
}

type BankAccountDetailsProps = {
  reply: Omit<BankAccountReply, 'at'>
  amount?: ParsedAmount
  /** True if the member should not send money now. The copy buttons are then hidden. */
  isQuiet?: boolean
  /** True if another transaction on the page has the filled button. */
  isSecond?: boolean | undefined
  /** True if several transfers share the account. The operator's words are then shown in full. */
  isShared?: boolean
  children?: ReactNode
}

export function BankAccountDetails(props: BankAccountDetailsProps) {
  const { reply, amount, isQuiet, isSecond, children } = props
  const { account, text, payer } = reply
  const { t, won } = useI18n()
  const sum = typeof amount === 'number' && <Detail term={t('pending.sum')} value={won(amount)} isSum />
  const answer = children ?? <Answer text={text} />
  return (
    <div className={css.account}>
      {!account && answer}
      <div className={css.detail}>
        {(account || sum) && (
          <dl className={css.details}>
            {sum}
            {account && (
              <>
                <Detail term={t('deposit.account.title')} value={<AccountNumber account={account} isStacked />} />
                <Detail term={t('register.bankowner.label')} value={account.holder} />
                <PayerDetail payer={payer} />
              </>
            )}
          </dl>
        )}
        {!isQuiet && <CopyButtons {...{ text, account, amount, isSecond }} />}
      </div>
      {account && saysMore(text, account) && answer}
    </div>
  )
}

/** Shows the operator's own words. Long text is folded. */
function Answer({ text }: { text: string }) {
  const { t } = useI18n()
  return (
    <div className={css.answer}>
      <p className={css.answerText} dir="auto">
        {text}
      </p>
      {isLong(text) && (
        <details className={css.unfold}>
          <summary className={css.unfoldHead}>{t('deposit.account.unfold')}</summary>
        </details>
      )}
    </div>
  )
}

/** Shows the sender name that the transfer must carry. */
export function PayerRule() {
  return (
    <dl className={css.details}>
      <PayerDetail />
    </dl>
  )
}

function PayerDetail({ payer }: Pick<BankAccountReply, 'payer'>) {
  const { t } = useI18n()
  return <Detail term={t('pending.payer')} value={payer ?? t('pending.payer.text')} isTranslated={!payer} />
}

export function BankAccountInShort({ reply, amount, isQuiet, isSecond, isShared }: BankAccountDetailsProps) {
  const { account, text, payer } = reply
  const { t } = useI18n()
  return (
    <div className={css.account}>
      <div className={css.detail}>
        <div>
          <p className={isQuiet ? plainText : css.inShortText}>
            {account ? <AccountNumber account={account} /> : !isShared && text}
          </p>
          <p className={plainText}>
            {account && (
              <>
                {t('register.bankowner.label')} <span translate="no">{account.holder}</span>
                {' · '}
              </>
            )}
            {t('pending.payer')} <span translate={payer ? 'no' : undefined}>{payer ?? t('pending.payer.text')}</span>
          </p>
        </div>
        {!isQuiet && <CopyButtons {...{ text, account, amount, isSecond }} />}
      </div>
      {isShared && (!account || saysMore(text, account)) && <Answer text={text} />}
      {!isQuiet && !isShared && <p className={faintText}>{t('pending.afterTransfer')}</p>}
    </div>
  )
}

function AccountNumber({ account: { bank, number }, isStacked }: { account: BankAccount; isStacked?: boolean }) {
  const { lang } = useI18n()
  return (
    <>
      <span>{bankName(bank, lang)}</span> {isStacked && <br />}
      <strong className={css.copiedValue} translate="no">
        {number}
      </strong>
    </>
  )
}

function isLong(text: string): boolean {
  return text.length > 90 || text.split('\n').length > 3
}

function saysMore(text: string, { bank, number, holder }: BankAccount): boolean {
  const fields = `${bank} ${number} ${holder}`
  return text.split(/\s+/).some((word) => !fields.includes(word))
}

type DetailProps = { term: string; value: ReactNode; isTranslated?: boolean; isSum?: boolean }

function Detail({ term, value, isTranslated, isSum }: DetailProps) {
  return (
    <>
      <dt className={css.term}>{term}</dt>
      <dd
        className={isSum ? `${css.copied} ${figure({ size: 'list' })}` : css.value}
        translate={isTranslated || typeof value !== 'string' ? undefined : 'no'}
      >
        {value}
      </dd>
    </>
  )
}

type CopyButtonsProps = Pick<BankAccountReply, 'text' | 'account'> &
  Pick<BankAccountDetailsProps, 'amount' | 'isSecond'>

function CopyButtons({ text, account, amount, isSecond }: CopyButtonsProps) {
  const { t } = useI18n()
  return (
    <div className={css.copies}>
      {typeof amount === 'number' && (
        <CopyButton text={String(amount)} copied="pending.copied.sum">
          {t('pending.copy.sum')}
        </CopyButton>
      )}
      <CopyButton
        text={account ? account.number : text}
        copied={account && 'pending.copied.account'}
        isFirst={!isSecond}
      >
        {t(account ? 'pending.copy.account' : 'deposit.account.copy')}
      </CopyButton>
    </div>
  )
}

type CopyButtonProps = {
  text: string
  copied?: MessageKey | undefined
  isFirst?: boolean | undefined
  /** The transaction, if the page has several such buttons. */
  about?: string
  children: string
}

/** Shows a button to copy text, or nothing if JavaScript or the clipboard is unavailable. */
export function CopyButton({ text, copied = 'deposit.account.copied', isFirst, about, children }: CopyButtonProps) {
  const { t } = useI18n()
  const toast = useToast()
  const isHydrated = useHydrated()
  const label = nameOf(children, about)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ kind: 'success', text: t(copied) }),
      () => toast({ kind: 'warning', text: t('deposit.account.notCopied') }),
    )
  return (
    <div className={isHydrated && 'clipboard' in navigator ? css.copy : css.unseen}>
      <Button type="button" size="small" variant={isFirst ? 'primary' : 'quiet'} aria-label={label} onClick={copy}>
        {children}
      </Button>
    </div>
  )
}
