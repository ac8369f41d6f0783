import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useNavigation } from 'react-router'
import { groupInput } from '~/components/group-typed'
import { unreadableNote } from '~/components/unreadable-money'
import { useI18n } from '~/i18n/i18n'
import { useSession } from '~/session/session-context'
import { AmountField } from '~/ui/amount-field/amount-field'
import { useHydrated } from '~/ui/hydrated'
import { amountStep, formatForInput, groupWhileTyping, parseAmount, readAmount, type Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { joinParts } from '~/values/parts'
import { type AmountProblem, addChipToText, checkTyped, chipAmounts, parsePositiveAmount } from './amount-problems'
import type { MoneyFormView } from './cashier-page'
import { isEnter } from './money-form'
import { findLastUsed } from './recent-transactions'

/** The pause after which typing counts as finished. Browsers attribute a layout shift within this time to the input. */
const typingPauseMs = 400

interface AmountOptions {
  name: string
  form: MoneyFormView
  check: (won: Won) => AmountProblem | undefined
  recent?: Parameters<typeof findLastUsed>[0]
}

/**
 * Returns the state and handlers of an amount field. Digits are grouped during input. Errors appear when typing pauses
 * or, if the amount is too small, when the field loses focus. If the amount is too large, they appear immediately, and
 * if it is empty, on submission. They stay until the amount is valid.
 */
export function useAmount({ name, form, check, recent }: AmountOptions) {
  const initialText = form.submitted(name)
  const { t, won } = useI18n()
  const { expired } = useSession()
  const lastUsed = recent && !expired ? findLastUsed(recent, check) : undefined
  const isHydrated = useHydrated()
  // The response will re-render the form and discard the input, so the field is read-only until then.
  const isSending = useNavigation().formData !== undefined
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The text before a button or a blur changed it. The browser can't undo such changes. */
  const replaced = useRef<string>(undefined)
  const [text, setText] = useState(() => groupWhileTyping({ text: initialText, caret: 0 }).text)
  // The initial text is checked only by the server. Otherwise, an error could appear beside a success message.
  const [entry, setEntry] = useState<'initial' | 'typing' | 'paused' | 'left'>('initial')
  const [isSubmitAttempted, setIsSubmitAttempted] = useState(false)

  const amount = parseAmount(text) ?? 0
  const problem = checkTyped(text, check)
  const hasChanged = readAmount(text) !== readAmount(initialText)
  const message =
    problem &&
    t(problem.message, problem.bound === undefined ? {} : { amount: won(problem.bound), method: problem.method ?? '' })
  // An amount below the minimum may be the start of a larger one.
  const isStart = (problem?.nearest[0] ?? 0) > amount
  const isPaused = entry === 'left' || (entry === 'paused' && !isStart)
  const isDue = text === '' ? isSubmitAttempted : isPaused || (entry === 'typing' && problem?.isAbove)
  const error = (hasChanged ? undefined : form.error(name)) ?? (isDue ? message : undefined)
  const isRefusedWithoutScript = error !== undefined && !isHydrated
  const isSummedUp = error === undefined && !isHydrated && text !== ''

  // Reads what was typed before hydration.
  useEffect(() => setText(input.current?.value ?? ''), [])
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => input.current?.setCustomValidity(text === '' ? '' : (message ?? '')), [text, message])

  function change(next: string) {
    clearTimeout(pause.current)
    setText(next)
    setIsSubmitAttempted(false)
    setEntry(error ? 'left' : 'typing')
    pause.current = setTimeout(() => setEntry((now) => (now === 'left' ? now : 'paused')), typingPauseMs)
  }

  function changeByButton(next: string) {
    if (isSending) return
    replaced.current = text
    change(next)
    // The error summary listens for this event, which browsers only fire for typing.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function addByButton(chip: Won) {
    const added = addChipToText(text, chip)
    if (typeof added !== 'string') return changeByButton(added.text)
    showError()
    // If the error is already visible, refocusing makes screen readers announce it again.
    input.current?.focus()
  }

  function setByButton(won: Won) {
    changeByButton(formatForInput(won))
    // Buttons that fix an error disappear with it, so the focus moves to the field.
    if (error) input.current?.focus()
  }

  function showError() {
    setEntry('left')
    setIsSubmitAttempted(true)
  }

  function type(field: HTMLInputElement, inputType?: string) {
    const shown = groupInput(field, inputType, text)
    if (shown === undefined) return
    change(shown)
    replaced.current = undefined
  }

  const handlers = {
    onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      const { isComposing, inputType } = nativeEvent as InputEvent
      if (isComposing) change(currentTarget.value)
      // Autofill events have no inputType.
      else type(currentTarget, inputType ?? 'insertFromAutofill')
    },
    onCompositionEnd: ({ currentTarget }: { currentTarget: HTMLInputElement }) => type(currentTarget),
    onBlur() {
      if (amount > 0 && formatForInput(amount) !== text) {
        replaced.current = text
        setText(formatForInput(amount))
      }
      setEntry('left')
    },
    // The submit button checks the empty field before it focuses it, which scrolls to a visible error.
    onInvalid: () => flushSync(showError),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'z' && (event.ctrlKey || event.metaKey) && replaced.current !== undefined) {
        event.preventDefault()
        change(replaced.current)
        replaced.current = undefined
        return
      }
      // The next tab stop is the nearest valid amount, so it must be there before the focus moves.
      if (event.key === 'Tab' && text) flushSync(() => setEntry('left'))
      if (!isEnter(event.nativeEvent) || !problem) return
      event.preventDefault()
      showError()
    },
  }

  return {
    /** Undefined for a refused amount without JavaScript, because the summary would not change as it is corrected. */
    won: isRefusedWithoutScript ? undefined : parsePositiveAmount(text),
    sum: isRefusedWithoutScript || problem ? undefined : parsePositiveAmount(text),
    isMissing: text === '',
    error,
    isTooMuch: error !== undefined && problem?.isAbove === true,
    inputProps: {
      ref: input,
      name,
      value: text,
      required: true,
      pattern: isRefusedWithoutScript ? `(?!${escapePattern(text)}$).*` : isSummedUp ? escapePattern(text) : undefined,
      'data-summed-up': isSummedUp || undefined,
      enterKeyHint: 'next' as const,
      readOnly: isSending,
      'aria-busy': isSending || undefined,
      ...handlers,
    },
    suggestions: error ? (problem?.nearest ?? []) : [],
    lastUsed,
    add: isHydrated ? addByButton : undefined,
    set: isHydrated ? setByButton : undefined,
    clear: isHydrated ? () => changeByButton('') : undefined,
    /** Focuses the amount if it is certainly invalid. Otherwise, the server decides. */
    blockInvalidSubmit(event: MouseEvent<HTMLButtonElement>) {
      if (!problem?.isCertain) return
      event.preventDefault()
      showError()
      input.current?.focus()
    },
  }
}

/** Returns a pattern for exactly this text. CSS uses it to detect a changed amount without JavaScript. */
const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

interface AmountBoxProps {
  label: string
  amount: ReturnType<typeof useAmount>
  /** The minimum in won. Undefined for comp points. */
  min?: Won
  /**
   * The available won or points, undefined if unknown. A button enters the maximum valid amount. If that is 0, it
   * submits the form, and the server explains the reason. `more` is shown below.
   */
  available?: { label: string; amount: ParsedAmount; max: number; more?: ReactNode }
  max?: ParsedAmount
  aside?: ReactNode
  note?: ReactNode
  besides?: string
}

export function AmountBox({ label, amount, min, available, aside, note, besides, ...bounds }: AmountBoxProps) {
  const { max = typeof available?.amount === 'number' ? available.max : undefined } = bounds
  const i18n = useI18n()
  const { amountInWords, number, t, won } = i18n
  const isMoney = min !== undefined
  const format = isMoney ? won : number
  const rule = { min: number(min), step: number(amountStep) }
  // Without JavaScript, the typed amount is unknown, so it counts as 0 and no quick-amount button is disabled.
  const typed = (amount.add && amount.won) || 0
  // A chip above the available points could only cause an error.
  const ofUnit = chipAmounts[isMoney ? 'won' : 'points']
  const chips = ofUnit.filter((chip) => !amount.isTooMuch && (isMoney || chip <= Number(max ?? Infinity)))
  const allText = (all: number, most: number) =>
    most === 0 || most === all ? t(isMoney ? 'amount.allOf' : 'comp.all') : t('amount.max', { amount: format(most) })
  const last = amount.lastUsed
  const lastText = `${t('amount.last')} ${format(last)}`
  const moneyHint = () =>
    amount.sum === undefined ? t('amount.rule', rule) : joinParts(amountInWords(amount.sum), besides)
  return (
    <AmountField
      {...amount.inputProps}
      label={label}
      hint={isMoney ? moneyHint() : t('comp.points.hint')}
      note={note}
      aside={aside}
      error={amount.error}
      unit={t(isMoney ? 'money.unit' : 'strip.comp')}
      suggestions={
        amount.suggestions.length > 0
          ? {
              label: t('amount.nearest'),
              amounts: amount.suggestions.map((won) => ({ amount: won, text: format(won) })),
            }
          : { amounts: last === undefined ? [] : [{ amount: last, text: lastText, isChosen: amount.won === last }] }
      }
      chips={chips.map((chip) => ({
        add: chip,
        text: t(`amount.chip.${chip}`),
        isOff: typeof max === 'number' && typed + chip > max,
        label: t('amount.add', { chip: t(`amount.chip.${chip}`), amount: format(chip) }),
      }))}
      clearLabel={t('amount.clear')}
      available={
        available && {
          label: available.label,
          amount: available.amount === undefined ? null : number(available.amount),
          note: unreadableNote(i18n, [available.amount]),
          more: available.more,
          allText: typeof available.amount === 'number' ? allText(available.amount, available.max) : undefined,
        }
      }
      onAdd={amount.add}
      onSet={amount.set}
      onClear={amount.clear}
      onAll={available?.max && amount.set ? () => amount.set?.(available.max) : undefined}
    />
  )
}
