import { useState } from 'react'
import { useNavigation } from 'react-router'
import { useFormState } from '~/forms/form-state'
import { mayMoveMoney } from '../tracking/look-up'
import type { MoneyResult } from './result'

/**
 * Prepares the action result of a money form for its page: values, request code and translated errors.
 *
 * @param result the action's result; undefined on the first GET.
 * @param firstCode the request code that the loader created.
 * @param labels the labels of the form's fields by name, in display order.
 */
export function useMoneyForm(result: MoneyResult | undefined, firstCode: string, labels: Record<string, string>) {
  const { submitted, error, summary } = useFormState(result, { labels })
  return { submitted, code: useRequestCode(result?.code ?? firstCode, result?.code), error, errorSummary: summary }
}

/**
 * The request code of the form, its key: what is typed belongs to one code. A page that is loaded anew brings another
 * one, which is taken once the form was sent. Else the same money could be sent under two.
 */
function useRequestCode(latest: string, answered: string | undefined): string {
  const { formData } = useNavigation()
  // Money from games comes back without a code.
  const isPayment = formData && mayMoveMoney(formData) && formData.get('intent') !== 'bring-back'
  const sent = isPayment ? formData.get('code') : undefined
  const [code, setCode] = useState(latest)
  const [isSent, setIsSent] = useState(false)
  if (!isSent && sent === code) setIsSent(true)
  if (code === latest || !(isSent || answered === latest)) return code
  setCode(latest)
  setIsSent(false)
  return latest
}
