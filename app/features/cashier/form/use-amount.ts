import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { useI18n } from '~/i18n/i18n'
import { useHydrated } from '~/ui/hydrated'
import { formatForInput, groupWhileTyping, parseAmount, type Won } from '~/values/amount'
import { isCancelled } from '~/values/transaction'
import { type AmountProblem, addChipToText, parsePositiveAmount } from './amounts'
import type { PagePart, RecentTransaction } from './page-parts.server'

/** How long a pause ends the typing of an amount, in ms: short enough that what moves then follows from the typing. */
const typingPauseMs = 400

interface AmountOptions {
  /** The name of its input, which is its id as well. */
  name: string
  initialText: string
  /** What the server said of the initial text. */
  initialError: string | undefined
  check: (won: Won) => AmountProblem | undefined
  /** Offered while nothing is wrong: the amount used last. */
  lastUsed?: Won | undefined
}

/**
 * The state and the handlers of an amount field. Its digits are grouped while it is typed. What is wrong is said when
 * the typing pauses or the field is left, of a too large amount at once, of an empty field when the form is sent; then
 * it stands until it is mended.
 */
export function useAmount({ name, initialText, initialError, check, lastUsed }: AmountOptions) {
  const { t, won } = useI18n()
  const isHydrated = useHydrated()
  // The response shows the form anew: what was typed meanwhile would be lost.
  const isSending = useNavigation().formData !== undefined
  const input = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Grouped as if it were typed: without script nobody else does it.
  const [text, setText] = useState(() => groupWhileTyping({ text: initialText, caret: 0 }).text)
  // An initial text is the response's to judge: an error of ours would stand beside the success that it came with.
  const [entry, setEntry] = useState<'initial' | 'typing' | 'paused'>('initial')
  const [isSubmitAttempted, setIsSubmitAttempted] = useState(false)

  const amount = parseAmount(text) ?? 0
  const problem = check(amount)
  const hasChanged = amount !== (parseAmount(initialText) ?? 0)
  const message = problem && t(problem.message, problem.limit === undefined ? {} : { amount: won(problem.limit) })
  const isDue = text === '' ? isSubmitAttempted : entry === 'paused' || (entry === 'typing' && problem?.isAbove)
  const error = (hasChanged ? undefined : initialError) ?? (isDue ? message : undefined)
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
    change(next)
    // Tells the error summary, as typing does.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
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
    // A pasted text is left as it is unless it is an amount: 1,50 must not become 150.
    const isForeign = /^insertFrom/.test(inputType ?? '') && parseAmount(value) === undefined
    const typed = { text: value, caret: selectionStart ?? value.length }
    const shown = isForeign ? typed : groupWhileTyping(typed, inputType === 'deleteContentForward')
    if (shown.text !== value) {
      // Here, because React would move the caret to the end when it sets the text.
      element.value = shown.text
      element.setSelectionRange(shown.caret, shown.caret)
    }
    change(shown.text)
  }

  const handlers = {
    onChange({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      const { isComposing, inputType } = nativeEvent as InputEvent
      if (isComposing) change(currentTarget.value)
      else type(currentTarget, inputType)
    },
    onCompositionEnd: ({ currentTarget }: { currentTarget: HTMLInputElement }) => type(currentTarget),
    onBlur() {
      if (amount > 0) setText(formatForInput(amount))
      setEntry('paused')
    },
    /** Enter moves on by the form's handler, unless something is wrong here. */
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !problem) return
      event.preventDefault()
      showError()
    },
  }

  return {
    /** Undefined too for a refused amount that no script follows: the summary would keep it when it is mended. */
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
    /** One-tap amounts below the input: mends of an error, else the amount used last. */
    suggestions: error ? (problem?.nearest ?? []) : lastUsed === undefined ? [] : [lastUsed],
    /** These change the amount by buttons; without script the buttons submit the form. */
    add: isHydrated ? (chip: Won) => changeByButton(addChipToText(text, chip)) : undefined,
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

export type AmountState = ReturnType<typeof useAmount>

/** The newest of the recent amounts that the form takes now. */
export function findLastUsed(recent: PagePart<RecentTransaction[]>, check: AmountOptions['check']): Won | undefined {
  if (recent.kind !== 'done') return undefined
  const isTaken = (row: RecentTransaction) => typeof row.amount === 'number' && !isCancelled(row) && !check(row.amount)
  return recent.value.find(isTaken)?.amount ?? undefined
}

/** The idx of the payment chosen by the radio buttons named `idx`, and its setter; '' is a bank transfer. */
export function useChosenMethod(initialIdx: string): [string, (idx: string) => void] {
  const [idx, setIdx] = useState(initialIdx)
  useEffect(() => {
    const chosen = document.querySelector('input[name=idx]:checked')
    if (chosen instanceof HTMLInputElement) setIdx(chosen.value)
  }, [])
  return [idx, setIdx]
}
