import { type MouseEvent, type ReactNode, type Ref, useId } from 'react'
import { OwnerField } from '~/frame/parts/owner-field'
import { PostForm } from '~/frame/parts/post-form'
import { useI18n } from '~/i18n/i18n'
import { Button } from '~/ui/button/button'
import { type DescriptionItem, DescriptionList } from '~/ui/description-list/description-list'
import { Figure } from '~/ui/figure/figure'
import { footnote } from '~/ui/form/form.css'
import { panel, panelContent, panelGroup, panelLabel } from './cashier.css'
import * as css from './form.css'
import { moveOnByEnter } from './move-on-by-enter'

/**
 * A form that moves money, with its one-time code and the member it was rendered for. If another member signs in with
 * the same browser meanwhile, the form must not move that member's money.
 */
export function MoneyForm({
  id,
  code,
  fields,
  recent,
  children,
}: {
  id?: string
  code: string
  /** Its fields, the amount first, which the submit bar never covers. */
  fields: ReactNode
  /** Recent transactions, below the summary. */
  recent?: ReactNode
  /** The summary with the submit button, and notes on it. */
  children: ReactNode
}) {
  return (
    <PostForm id={id} className={css.moneyForm} onKeyDown={moveOnByEnter} noValidate>
      {/* Enter presses the first submit button of a form, and nothing while that is disabled. */}
      <button type="submit" disabled hidden />
      <input type="hidden" name="code" value={code} />
      <OwnerField />
      <div className={css.fields}>{fields}</div>
      <div className={css.side}>
        <div className={css.submission}>{children}</div>
        {recent}
      </div>
    </PostForm>
  )
}

/** Read-only text in a form, under a label, with an optional button at the end. */
export function FormPanel({
  id,
  ref,
  label,
  end,
  children,
}: {
  id?: string
  /** It takes the focus by script. */
  ref?: Ref<HTMLElement>
  label: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} ref={ref} tabIndex={ref ? -1 : undefined} className={panelGroup} aria-label={label}>
      <h2 className={panelLabel}>{label}</h2>
      <div className={panel}>
        <div className={panelContent}>{children}</div>
        {end}
      </div>
    </section>
  )
}

interface TransferSummaryProps {
  title: string
  details: readonly DescriptionItem[]
  /** The total in won or points: undefined while there is no amount, null where it can't be known. */
  total: { term: string; amount: number | null | undefined; unit: string }
  /** Shown while the amount is missing or wrong: what the form needs to be sent. */
  needs: string
  /** Shown while only the password is missing. */
  needsBesides?: string | undefined
  /** Whether a payment can be chosen whose own page asks for the amount: then only the button is shown. */
  isForTransfer?: boolean
  children: ReactNode
}

/**
 * A summary of what will be sent, with the total in the largest figure, and the submit button. On phones the total and
 * the button stay in sight while the form is.
 */
export function TransferSummary(props: TransferSummaryProps) {
  const { title, details, total, needs, needsBesides, isForTransfer, children } = props
  const { number, t } = useI18n()
  const id = useId()
  return (
    <section className={css.summary} aria-labelledby={id}>
      <div className={isForTransfer ? css.summaryDetailsOfTransfer : css.summaryDetails}>
        <h2 id={id} className={css.summaryTitle}>
          {title}
        </h2>
        <DescriptionList items={details} />
      </div>
      <div className={css.submitBar}>
        <div className={css.submitPanel}>
          <dl
            className={isForTransfer ? css.totalOfTransfer : css.total}
            data-empty={total.amount === undefined || undefined}
          >
            <dt className={css.totalTerm}>{total.term}</dt>
            <dd>
              <Figure
                amount={typeof total.amount === 'number' ? number(total.amount) : null}
                unit={total.unit}
                size="list"
              />
            </dd>
          </dl>
          <p id="needs" className={css.needs}>
            <span className={css.needsAmount}>{needs}</span>
            <span className={css.needsPassword}>{needsBesides ?? t('form.needs.exchangePw')}</span>
          </p>
          {children}
        </div>
      </div>
    </section>
  )
}

interface SubmitButtonProps {
  intent: string
  busy: boolean
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  /** Its name, shown where the total is not beside the button. */
  textWithSum?: string | undefined
  /** A part of its name, for the narrow bar of a phone. */
  shortText?: string | undefined
  /** Its name while a payment is chosen whose own page comes next. By CSS, so that it is right without script. */
  paymentText?: string
  children: string
}

/** The submit button of a money form. While something is missing or wrong it looks off, and leads there when pressed. */
export function SubmitButton({
  intent,
  busy,
  onClick,
  textWithSum,
  children,
  shortText = children,
  paymentText,
}: SubmitButtonProps) {
  const { t } = useI18n()
  return (
    <div className={css.submitButton}>
      <Button
        variant="primary"
        size="big"
        wide
        name="intent"
        value={intent}
        busy={busy}
        busyText={t('common.sending')}
        aria-describedby="needs"
        onClick={onClick}
      >
        <span className={paymentText === undefined ? undefined : css.transferText}>
          {textWithSum === undefined && shortText === children ? (
            children
          ) : (
            <>
              <span className={css.fullText}>{textWithSum ?? children}</span>
              <span className={css.shortText} aria-hidden="true">
                {shortText}
              </span>
            </>
          )}
        </span>
        {paymentText !== undefined && <span className={css.paymentText}>{paymentText}</span>}
      </Button>
    </div>
  )
}

/** Below the submit button: pressing it twice does no harm. @param once in other words. */
export function SubmitNotes({ once }: { once?: string }) {
  const { t } = useI18n()
  return <p className={footnote}>{once ?? t('form.once')}</p>
}
