import type { ChangeEvent } from 'react'
import { groupWhileTyping, parseAmount } from '~/values/amount'

/**
 * Groups the digits of an amount during input. Pasted text that isn't an amount stays unchanged. So do text restored by
 * undo and typed separators: 1,50 must not become 150.
 * @param before the field's text before this input
 * @returns the shown text, or undefined if the browser continues an undo, which fires another event
 */
export function groupInput(field: HTMLInputElement, inputType: string | undefined, before: string): string | undefined {
  const { value, selectionStart } = field
  // The browser undoes typing and grouping in two steps. In between, a comma is misplaced, as in 5,0000.
  const isBetween = value.includes(',') && groupWhileTyping({ text: value, caret: 0 }).text !== value
  const isHistory = inputType?.startsWith('history')
  if (isBetween && isHistory && document.execCommand(inputType === 'historyUndo' ? 'undo' : 'redo')) return undefined
  const isForeign =
    isHistory ||
    (parseAmount(value) === undefined &&
      (inputType?.startsWith('insertFrom') || /[,.]$/.test(value) || parseAmount(before || '0') === undefined))
  if (isForeign) return value
  const shown = groupWhileTyping(
    { text: value, caret: selectionStart ?? value.length },
    inputType === 'deleteContentForward',
  )
  if (shown.text !== value) {
    // Unlike setting the value, an editing command can be undone.
    field.select()
    if (!document.execCommand('insertText', false, shown.text)) field.value = shown.text
    field.setSelectionRange(shown.caret, shown.caret)
  }
  return shown.text
}

/** Groups the digits of an uncontrolled field, which remembers its text for the next input. */
export function groupTyped({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) {
  // Autofill events have no inputType.
  const { isComposing, inputType = 'insertFromAutofill' } = nativeEvent as InputEvent
  if (isComposing) return
  field.dataset.before = groupInput(field, inputType, field.dataset.before ?? field.defaultValue) ?? field.value
}
