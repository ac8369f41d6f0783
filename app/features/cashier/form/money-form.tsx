import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { SendButton } from '~/components/submit-button'
import type { FormState } from '~/forms/form-state'
import { useI18n } from '~/i18n/i18n'
import { usePageKey } from '~/navigation/current-page'
import { PostForm } from '~/session/post-form'
import { type ClientAction, sendMoneyForm } from '~/session/send-money-form'
import { useSession } from '~/session/session-context'
import { knownTotal } from '~/session/shell-data'
import type { PendingList } from '~/transactions/pending-transactions'
import { foldRow, foldText, foldTitle } from '~/transactions/transactions.css'
import { Card } from '~/ui/card/card'
import { panel } from '~/ui/card/card.css'
import type { DescriptionItem } from '~/ui/description-list/description-list'
import { focusNearby } from '~/ui/error-summary/error-summary'
import { Figure, FigureText } from '~/ui/figure/figure'
import { Icon } from '~/ui/icon/icon'
import { spreadRow, stack } from '~/ui/layout/layout.css'
import { softText } from '~/ui/text.css'
import type { Won } from '~/values/amount'
import type { Transaction } from '~/values/transaction'
import type { LookupResult } from './find-sent-transaction'
import * as css from './form.css'

export type MoneyResult = FormState & {
  /** `reference`: the request id, which the member can quote to support. */
  unknown?: { reference: string; lookup: LookupResult }
  /** True if the page may be outdated, because the upstream refused the form or may have accepted it. */
  isOutdated?: boolean
}

export const clientAction = (args: ClientAction<MoneyResult>) => sendMoneyForm(args)

type ReplacementProps = Record<'children' | 'below', ReactNode> & { figures?: ReactNode }

/** Replaces a form that can't succeed. On wide screens, what follows it is beside it, or else it has both columns. */
export function FormReplacement({ figures, children, below }: ReplacementProps) {
  return (
    <div className={css.replacement}>
      <Card>
        <div className={css.replacementParts}>
          {figures && <div className={spreadRow}>{figures}</div>}
          <div className={stack}>{children}</div>
        </div>
      </Card>
      <div className={stack}>{below}</div>
    </div>
  )
}

interface MoneyFormProps {
  id: string
  code: string
  fields: ReactNode
  fold?: FoldProps
  account?: ReactNode
  /** In place of the account, if a payment service is chosen. */
  paymentHint?: string
  summary: Summary
  submit: Submit
  recent: ReactNode
}

/** Pending transactions or a `rejected` account fold a form. `isNeeded` opens it, for example for an error or an amount. */
type FoldProps = { kind: Transaction['kind']; isNeeded: boolean; pending: PendingList; rejected?: ReactNode }

interface Summary {
  details?: readonly DescriptionItem[]
  /** In won or points. Undefined without an amount, null if unknown. */
  total: { term: ReactNode; amount: number | null | undefined; before?: number }
  note?: ReactNode
  /** The button's text while the amount is missing or wrong, and while something else is missing. */
  needs: string
  needsBesides?: ReactNode
}

interface Submit {
  intent: string
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  text: string
  /** The text to show if the next step is the payment's own page. CSS shows it, even without JavaScript. */
  paymentText?: string
}

/** A money form with its one-time code and its owner, so that it can't move another member's money. */
export function MoneyForm({ id, code, fields, fold, account, paymentHint, recent, ...bar }: MoneyFormProps) {
  const { t } = useI18n()
  const isFolded = useIsFolded(fold)
  const content = (
    <>
      {fields}
      <SubmitBar {...bar} />
    </>
  )
  return (
    <PostForm id={id} data-restored className={css.moneyForm} onKeyDown={moveOnByEnter} noValidate>
      {/* Pressing Enter clicks the form's first submit button. This one is disabled, so nothing happens. */}
      <button type="submit" disabled hidden />
      <input type="hidden" name="code" value={code} autoComplete="off" />
      <div className={css.fields}>{fold && isFolded ? <Fold {...fold}>{content}</Fold> : content}</div>
      <div className={css.side}>
        {account && <div className={css.forBankTransfer}>{account}</div>}
        {account && paymentHint && (
          <div className={css.forPayment}>
            <Card title={t('payment.guide')}>
              <p className={softText}>{paymentHint}</p>
            </Card>
          </div>
        )}
        {recent}
      </div>
    </PostForm>
  )
}

/** Returns the bar's total for money to be added: the balance after it, or the money if the balance is unknown. */
export function useTotalAfter(kind: 'deposit' | 'comp', added: Won | null | undefined): Summary['total'] {
  const { t } = useI18n()
  const before = knownTotal(useSession().member)
  if (before === undefined || typeof added !== 'number') return { term: t('deposit.sum.arrives'), amount: added }
  const amount = before + added
  return kind === 'comp' ? { term: t('strip.money'), before, amount } : { term: t('deposit.sum.after'), amount }
}

/** Decides once per page or response, because a reload must not discard what was chosen in the form. */
function useIsFolded(fold: FoldProps | undefined): boolean {
  const { expired } = useSession()
  const pageKey = usePageKey()
  const current = { pageKey, isFolded: fold !== undefined && !isPlain(fold) && !expired }
  const [decided, setDecided] = useState(current)
  if (decided.pageKey !== pageKey) setDecided(current)
  return decided.isFolded
}

const isPlain = ({ pending, rejected }: FoldProps) => pending.transactions.length === 0 && !rejected

/**
 * Folds a form that most members don't need now. It opens automatically, but never closes while a member may be typing.
 * When nothing is above it any more, it loses its frame but keeps its elements, and so their values and the focus.
 */
function Fold({ children, ...fold }: FoldProps & { children: ReactNode }) {
  const { t } = useI18n()
  const isFrameless = isPlain(fold)
  const isNeeded = fold.isNeeded || isFrameless
  const [hasBeenNeeded, setHasBeenNeeded] = useState(isNeeded)
  if (isNeeded && !hasBeenNeeded) setHasBeenNeeded(true)
  return (
    <details
      open={hasBeenNeeded}
      className={isFrameless ? undefined : panel}
      // A press opens the form wherever it is, and the submit bar would cover the amount.
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !isNeeded) currentTarget.scrollIntoView()
      }}
    >
      <summary className={isFrameless ? undefined : foldRow} hidden={isFrameless}>
        <h2 className={`${foldTitle} ${foldText}`}>
          {!fold.rejected && <Icon name="circle-plus" />}
          <span>{t(fold.rejected ? 'news.again' : `${fold.kind}.further`)}</span>
          <span className={softText}>{fold.rejected}</span>
        </h2>
      </summary>
      <div className={isFrameless ? css.fields : css.foldedFields}>{children}</div>
    </details>
  )
}

function SubmitBar({ summary, submit }: Pick<MoneyFormProps, 'summary' | 'submit'>) {
  const { details = [], total, note, needs, needsBesides } = summary
  const { intent, onClick, text, paymentText } = submit
  const { number, t, won } = useI18n()
  const hasAmount = total.amount !== undefined
  return (
    <div className={css.submitBar} {...(hasAmount && { role: 'region', 'aria-label': t('deposit.sum.title') })}>
      <div className={css.barText}>
        <p id="needs" className={css.note}>
          {note}
        </p>
        {hasAmount && (
          <dl className={css.sums}>
            <div>
              <dt>{total.term}</dt>
              <dd>
                {total.before !== undefined && `${won(total.before)} → `}
                <Figure
                  amount={typeof total.amount === 'number' ? number(total.amount) : null}
                  unit={t('money.unit')}
                  size="list"
                />
              </dd>
            </div>
            {details.map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <FigureText>{value}</FigureText>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className={css.submitButton}>
        <SendButton
          intent={intent}
          size="big"
          wide
          name="intent"
          value={intent}
          aria-describedby="needs"
          onClick={(event) => leadToMissing(event) || onClick?.(event)}
        >
          <span className={css.sendText}>
            <span className={paymentText && css.forBankTransfer}>{text}</span>
            {paymentText && <span className={css.forPayment}>{paymentText}</span>}
          </span>
          <span className={css.needsAmount}>{needs}</span>
          <span className={css.needsBesides}>{needsBesides}</span>
        </SendButton>
      </div>
    </div>
  )
}

/** While a visible field is empty, focuses the first empty or wrong one. Returns whether it did. */
function leadToMissing(event: MouseEvent<HTMLButtonElement>): boolean {
  const isMissing = (field: HTMLInputElement) =>
    field.validity.valueMissing || (field.name === 'day' && ('low' in field.dataset || lacksLimits(field.form)))
  const fields = [...(event.currentTarget.form?.querySelectorAll('input') ?? [])]
  const shown = fields.filter((field) => field.getClientRects().length > 0)
  const first = shown.some(isMissing) && shown.find((field) => isMissing(field) || !field.validity.valid)
  if (!first) return false
  event.preventDefault()
  first.checkValidity()
  focusNearby(first)
  return true
}

/** Returns whether all limits are empty. A limit for a week or a month is enough. */
function lacksLimits(form: HTMLFormElement | null): boolean {
  const values = form ? new FormData(form) : undefined
  return ['day', 'week', 'month'].every((name) => !values?.get(name))
}

/**
 * Moves the focus to the next field on Enter, and from the last field to the submit button, because only the button
 * sends a money form. Without JavaScript, Enter clicks the first button, which is disabled.
 */
function moveOnByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, currentTarget, nativeEvent } = event
  if (!isEnter(nativeEvent) || event.defaultPrevented) return
  if (!(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = [...currentTarget.elements].filter(
    (element) => element instanceof HTMLInputElement && element.type !== 'radio' && element.getClientRects().length > 0,
  )
  const submit = currentTarget.querySelector('[aria-describedby=needs]')
  const next =
    fields.find((field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) ?? submit
  if (next instanceof HTMLElement) next.focus()
}

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'isComposing' | 'keyCode'>

/** Returns whether a key is Enter. Ignores the Enter that ends a composition, which WebKit reports with keyCode 229. */
export const isEnter = ({ key, isComposing, keyCode }: KeyPress): boolean =>
  key === 'Enter' && !isComposing && keyCode !== 229
