import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { formatRetryWait, formatWholeMinutes } from '~/i18n/format-wait'
import type { MessageKey, Values } from '~/i18n/i18n'
import { sendHeader } from '~/server/cookies/cookie.server'
import type { Context } from '~/server/http/incoming.server'
import { i18nOf } from '~/server/request-info/request-info.server'
import { problemStatus } from '~/server/responses/problem'
import {
  excludedResponse,
  forScreen,
  problemOf,
  problemResponse,
  upstreamContext,
} from '~/server/upstream/page-upstream.server'
import type { Outcome } from '~/upstream/outcome'
import type { FormState } from './form-state'
import type { ReadFormResult } from './read-form.server'

/** Creates the one-time request code of a money form. It is unguessable and unique to each rendered form. */
export const createRequestCode = (): string => randomUUID()

export type FormMessage = {
  status?: number
  problem?: MessageKey
  /** Values for the messages' placeholders. The member can quote a `reference` to support. */
  values?: Values
  fields?: FormState['fields']
  /** The request code of a money form. Defaults to a new one. */
  code?: string | undefined
}

type SubmittedForm = Pick<ReadFormResult<unknown>, 'submitted'> & { fields?: FormState['fields'] }

/** Redisplays the form with the submitted values, except passwords. @param form from `readForm` */
export function redisplayForm(
  form: SubmittedForm,
  { status, problem, values, fields, code = createRequestCode() }: FormMessage = {},
) {
  const state: FormState = {
    submitted: form.submitted,
    fields: { ...form.fields, ...fields },
    ...(problem === undefined ? {} : { problem }),
    ...(values === undefined ? {} : { values }),
    code,
  }
  return data(state, { status: status ?? (problem === undefined ? 422 : 409) })
}

type FailedOutcome<Refusal extends string> = Exclude<Outcome<unknown, Refusal>, { kind: 'done' }>
type OutcomeOfKind<Kind, Refusal extends string = string> = Extract<FailedOutcome<Refusal>, { kind: Kind }>

type MessageFor<Failed> = MessageKey | FormMessage | ((outcome: Failed) => FormMessage | Promise<FormMessage>)

export type FailureMessages<Refusal extends string> = {
  refused: { [Status in Refusal | 'other']: MessageFor<OutcomeOfKind<'refused', Refusal>> }
  /** The message for a payload that the contract rejected. Defaults to the field errors. */
  invalid?: FormMessage
  /** The message if the response is lost, so the call may have taken effect. Defaults to `outcome.noAnswer`. */
  unknown?: MessageFor<OutcomeOfKind<'unknown'>>
  /**
   * The message after too many requests, with the placeholders `wait` and `time`. Defaults to `form.limited` or
   * `form.notTaken`. After too many wrong passwords, it is always `form.wrongPasswords`.
   */
  limited?: (outcome: OutcomeOfKind<'limited'>) => FormMessage
  /** The message for failures not listed in `pages`. Defaults to the title of the error page, with a reference. */
  failed?: MessageKey | FormMessage
  pages?: readonly ((typeof requestFailures)[number] | 'limited')[]
}

export const notOffered: FormMessage = { problem: 'form.unsupported' }

export const requestFailures = ['unavailable', 'broken', 'site-store-unavailable', 'signed-out'] as const

/** Redisplays a form whose call failed. @throws an error page for exclusions, unserved countries and `pages` */
export async function respondToFailure<Refusal extends string>(
  context: Context,
  form: SubmittedForm,
  outcome: FailedOutcome<Refusal>,
  messages: FailureMessages<NoInfer<Refusal>>,
) {
  const upstream = context.get(upstreamContext)
  if (messages.pages?.some((kind) => kind === outcome.kind)) forScreen(outcome, upstream)
  switch (outcome.kind) {
    case 'refused':
      return redisplayForm(form, await toFormMessage(messages.refused[outcome.status], outcome))
    case 'unsupported':
      return redisplayForm(form, notOffered)
    case 'invalid':
      return redisplayForm(form, messages.invalid ?? { fields: outcome.fields })
    case 'code-reused':
      return redisplayForm(form, { problem: 'code.reused' })
    case 'excluded':
      throw excludedResponse(outcome)
    case 'not-served':
      throw problemResponse({ problem: 'not-served' })
    case 'unknown': {
      const { httpStatus: status, reference } = outcome
      const message = messages.unknown ?? { problem: 'outcome.noAnswer', values: { reference } }
      return redisplayForm(form, { status, ...(await toFormMessage(message, outcome)) })
    }
    case 'limited': {
      const { retryAfterSeconds } = outcome
      sendHeader(context, 'Retry-After', String(retryAfterSeconds))
      const message: FormMessage = {
        problem: outcome.by === 'site' ? 'form.limited' : 'form.notTaken',
        ...messages.limited?.(outcome),
        ...(outcome.wrongPasswords ? { problem: 'form.wrongPasswords' } : {}),
      }
      const i18n = i18nOf(context)
      const time = formatWholeMinutes(i18n, retryAfterSeconds)
      const values = { wait: formatRetryWait(i18n, retryAfterSeconds), time, ...message.values }
      return redisplayForm(form, { status: 429, ...message, values })
    }
    case 'unavailable':
    case 'broken':
    case 'site-store-unavailable':
    case 'signed-out': {
      const problem = outcome.kind === 'signed-out' ? 'unavailable' : problemOf(outcome)
      const reference = 'reference' in outcome ? outcome.reference : upstream.reference
      const message = messages.failed ?? { problem: `problem.${problem}.title`, values: { reference } }
      return redisplayForm(form, { status: problemStatus[problem], ...(await toFormMessage(message, outcome)) })
    }
    default:
      return outcome satisfies never
  }
}

async function toFormMessage<Failed>(message: MessageFor<Failed>, outcome: Failed): Promise<FormMessage> {
  if (typeof message === 'function') return message(outcome)
  return typeof message === 'string' ? { problem: message } : message
}
