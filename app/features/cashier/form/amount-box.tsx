import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useNavigation } from 'react-router'
import { unreadableNote } from '~/components/unreadable-money'
import { type I18n, useI18n } from '~/i18n/i18n'
import { AmountField } from '~/ui/amount-field/amount-field'
import { isEnter } from '~/ui/field/enter-key'
import { useHydrated } from '~/ui/hydrated'
import { amountStep, formatForInput, groupWhileTyping, parseAmount, readAmount, type Won } from '~/values/amount'
import type { ParsedAmount } from '~/values/balance'
import { type AmountProblem, addChipToText, checkTyped, chipAmounts, parsePositiveAmount } from './amount-problems'
import type { MoneyFormView } from './cashier-page'

/** How long a pause ends the typing of an amount, in ms: short enough that what moves then follows from the typing. */
const typingPauseMs = 400

interface AmountOptions {
  /** The name of its input, which is its id as well. */
  name: string
  /** The form that is shown, with the field's first text and its error. */
  form: MoneyFormView
  check: (won: Won) => AmountProblem | undefined
  /** Offered while nothing is wrong: the amount used last. */
  lastUsed?: Won | undefined
}

/**
 * The state and the handlers of an amount field. Its digits are grouped while it is typed. What is wrong is said when
 * the typing pauses or the field is left, of a too large amount at once, of an empty field when the form is sent; then
 * it stands until it is mended.
 */
export function useAmount({ name, form, check, lastUsed }: AmountOptions) {
  const initialText = form.submitted(name)
  const { t, won } = useI18n()
  const isHydrated = useHydrated()
  // The response shows the form anew: what was typed meanwhile would be lost.
  const isSending = useNavigation().formData !== undefined
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The text that a button or leaving the field has replaced since it was typed: the browser can't undo that. */
  const replaced = useRef<string>(undefined)
  // Grouped as if it were typed: without script nobody else does it.
  const [text, setText] = useState(() => groupWhileTyping({ text: initialText, caret: 0 }).text)
  // An initial text is the response's to judge: an error of ours would stand beside the success that it came with.
  const [entry, setEntry] = useState<'initial' | 'typing' | 'paused'>('initial')
  const [isSubmitAttempted, setIsSubmitAttempted] = useState(false)

  const amount = parseAmount(text) ?? 0
  const problem = checkTyped(text, check)
  const hasChanged = readAmount(text) !== readAmount(initialText)
  const message = problem && t(problem.message, problem.bound === undefined ? {} : { amount: won(problem.bound) })
  const isDue = text === '' ? isSubmitAttempted : entry === 'paused' || (entry === 'typing' && problem?.isAbove)
  const error = (hasChanged ? undefined : form.error(name)) ?? (isDue ? message : undefined)
  const isRefusedWithoutScript = error !== undefined && !isHydrated
  const isSummedUp = error === undefined && !isHydrated && text !== ''

  // What was typed before hydration.
  useEffect(() => setText(input.current?.value ?? ''), [])
  useEffect(() => () => clearTimeout(pause.current), [])
  useEffect(() => input.current?.setCustomValidity(text === '' ? '' : (message ?? '')), [text, message])

  function change(next: string) {
    clearTimeout(pause.current)
    setText(next)
    setIsSubmitAttempted(false)
    // An error that is said stands until it is mended.
    setEntry(error ? 'paused' : 'typing')
    pause.current = setTimeout(() => setEntry('paused'), typingPauseMs)
  }

  function changeByButton(next: string) {
    if (isSending) return
    replaced.current = text
    change(next)
    // The error summary listens for this event, which typing causes by itself.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function addByButton(chip: Won) {
    const added = addChipToText(text, chip)
    return typeof added === 'string' ? showError() : changeByButton(added.text)
  }

  function setByButton(won: Won) {
    changeByButton(formatForInput(won))
    // The buttons that mend an error go with it.
    if (error) input.current?.focus()
  }

  function showError() {
    setEntry('paused')
    setIsSubmitAttempted(true)
  }

  function type(element: HTMLInputElement, inputType?: string) {
    const { value, selectionStart } = element
    // A pasted text is left as it is unless it is an amount: 1,50 must not become 150. So is what undoing brings back.
    const isForeign =
      inputType?.startsWith('history') || (inputType?.startsWith('insertFrom') && parseAmount(value) === undefined)
    const typed = { text: value, caret: selectionStart ?? value.length }
    const shown = isForeign ? typed : groupWhileTyping(typed, inputType === 'deleteContentForward')
    if (shown.text !== value) {
      // Here, because React would move the caret to the end when it sets the text. A command can be undone, a new value not.
      element.select()
      if (!document.execCommand('insertText', false, shown.text)) element.value = shown.text
      element.setSelectionRange(shown.caret, shown.caret)
    }
    change(shown.text)
    replaced.current = undefined
  }

  const handlers = {
    onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      const { isComposing, inputType } = nativeEvent as InputEvent
      if (isComposing) change(currentTarget.value)
      else type(currentTarget, inputType)
    },
    onCompositionEnd: ({ currentTarget }: { currentTarget: HTMLInputElement }) => type(currentTarget),
    onBlur() {
      if (amount > 0 && formatForInput(amount) !== text) {
        replaced.current = text
        setText(formatForInput(amount))
      }
      setEntry('paused')
    },
    /** Enter moves on by the form's handler, unless something is wrong here. Undoing brings back what was replaced. */
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'z' && (event.ctrlKey || event.metaKey) && replaced.current !== undefined) {
        event.preventDefault()
        change(replaced.current)
        replaced.current = undefined
        return
      }
      if (!isEnter(event.nativeEvent) || !problem) return
      event.preventDefault()
      showError()
    },
  }

  return {
    /** Undefined for a refused amount without script, too: once it is mended, the summary would still show the refused one. */
    won: isRefusedWithoutScript ? undefined : parsePositiveAmount(text),
    /** The amount as summary and button name it: none while it is wrong. */
    sum: isRefusedWithoutScript || problem ? undefined : parsePositiveAmount(text),
    isMissing: text === '',
    error,
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
    /** What is wrong with it, where that is more than that it is missing. */
    problem: text === '' ? undefined : message,
    /** The nearest amount that is taken. */
    nearest: problem?.nearest[0],
    /** One-tap amounts below the input: mends of an error, else the amount used last. */
    suggestions: error ? (problem?.nearest ?? []) : lastUsed === undefined ? [] : [lastUsed],
    /** These change the amount by buttons; without script the buttons submit the form. */
    add: isHydrated ? addByButton : undefined,
    set: isHydrated ? setByButton : undefined,
    clear: isHydrated ? () => changeByButton('') : undefined,
    /**
     * For the submit button: where the amount alone is wrong by a rule that cannot have changed, the form stays and the
     * amount takes the focus. Everything else is the server's to say.
     */
    blockInvalidSubmit(event: MouseEvent<HTMLButtonElement>) {
      const wrong = event.currentTarget.form?.querySelectorAll('input:invalid') ?? []
      if (!problem?.isCertain || wrong.length > 1) return
      event.preventDefault()
      showError()
      input.current?.focus()
    },
  }
}

/**
 * The pattern of this text alone. Without script a pattern tells the styles when an amount is changed: a refused one is
 * valid then, and one that the summary was made for invalid.
 */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

/** The nearest amount that is taken, as a button's text with what it does; undefined where nothing is wrong, or no script. */
export function formatMend(
  { nearest, problem, set }: ReturnType<typeof useAmount>,
  { won }: I18n,
): { text: string; onPress: () => void } | undefined {
  if (problem === undefined || nearest === undefined || !set) return undefined
  return { text: won(nearest), onPress: () => set(nearest) }
}

interface AmountBoxProps {
  label: string
  amount: ReturnType<typeof useAmount>
  /** The smallest amount, in won; undefined in the field of comp points. */
  min?: Won
  /**
   * What there is, in won or points; undefined: unknown. Of a known amount a button enters the most that can be taken; where
   * that is 0 it submits, and the server says that it is too little.
   */
  available?: { label: string; amount: ParsedAmount; max: number }
  /** The most that the chosen method takes, in won: chips of more are off. */
  max?: ParsedAmount
  aside?: ReactNode
  note?: ReactNode
}

/** The field of an amount. Of money it is typed, or added up from chips, with its Korean reading below. */
export function AmountBox({ label, amount, min, available, max, aside, note }: AmountBoxProps) {
  const i18n = useI18n()
  const { amountInWords, number, t, won } = i18n
  const isMoney = min !== undefined
  const rule = { min: number(min), step: number(amountStep) }
  const moneyHint = () =>
    amount.won === undefined
      ? t('amount.rule', rule)
      : t('amount.reading', { ...rule, reading: amountInWords(amount.won) })
  return (
    <AmountField
      {...amount.inputProps}
      label={label}
      hint={isMoney ? moneyHint() : t('comp.points.hint')}
      note={note}
      aside={aside}
      error={amount.error}
      unit={isMoney ? t('money.unit') : undefined}
      suggestions={{
        label: t(amount.error ? 'amount.nearest' : 'amount.last'),
        amounts: amount.suggestions.map((suggested) => ({
          amount: suggested,
          text: isMoney ? won(suggested) : number(suggested),
        })),
      }}
      chips={(isMoney ? chipAmounts : []).map((chip) => ({
        add: chip,
        text: t(`amount.chip.${chip}`),
        isOff: typeof max === 'number' && chip > max,
        label: t('amount.add', { chip: t(`amount.chip.${chip}`), amount: won(chip) }),
      }))}
      clearLabel={t('amount.clear')}
      available={
        available && {
          label: available.label,
          amount: available.amount === undefined ? null : number(available.amount),
          note: unreadableNote(i18n, [available.amount]),
          allText: typeof available.amount === 'number' ? t('amount.allOf') : undefined,
        }
      }
      onAdd={amount.add}
      onSet={amount.set}
      onClear={amount.clear}
      onAll={available?.max && amount.set ? () => amount.set?.(available.max) : undefined}
    />
  )
}
