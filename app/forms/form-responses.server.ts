import { randomUUID } from 'node:crypto'
import { data, type RouterContextProvider } from 'react-router'
import { i18nFor } from '~/i18n/catalogue.server'
import type { MessageKey, Values } from '~/i18n/i18n'
import { formatRetryWait, formatWholeMinutes } from '~/i18n/wait'
import { sendHeader } from '~/server/cookies/cookie.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { problemStatus } from '~/server/responses/problem'
import {
  excludedResponse,
  forScreen,
  problemOf,
  problemResponse,
  upstreamContext,
} from '~/server/upstream/for-pages.server'
import type { Outcome } from '~/upstream/outcome'
import type { FormState } from './form-state'
import type { ReadFormResult } from './read-form.server'

type Context = Readonly<RouterContextProvider>

/** Creates a one-time request code for a money form, unguessable; every rendered form gets a new one. */
export function createRequestCode(): string {
  return randomUUID()
}

/** What a form shown again says, besides the field errors that `readForm` found. */
export type FormMessage = {
  /** The HTTP status. Default: 409 with a problem of the whole form, else 422. */
  status?: number
  /** A message for the whole form. */
  problem?: MessageKey
  /** Inserted into the messages. The page shows a `reference`, which a member can give to support. */
  values?: Values
  /** Message keys by field. */
  fields?: FormState['fields']
  /** The request code of the form; a new one by default. */
  code?: string
}

type SubmittedForm = Pick<ReadFormResult<unknown>, 'submitted'> & { fields?: FormState['fields'] }

/** Answers with the same form again: its submitted values, except passwords, and why. @param form from `readForm`. */
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
type RequestFailure = OutcomeOfKind<(typeof requestFailures)[number]>

/** A message, or how to find it out from the outcome. */
type MessageFor<Failed> = MessageKey | FormMessage | ((outcome: Failed) => FormMessage | Promise<FormMessage>)

/** What a screen says when its call did not succeed. */
export type FailureMessages<Refusal extends string> = {
  /** The message for each refusal that the contract names, and for any other. */
  refused: { [Status in Refusal | 'other']: MessageFor<OutcomeOfKind<'refused', Refusal>> }
  /** The message for a payload that the contract refused; by default its field errors. */
  invalid?: FormMessage
  /** The message for a lost response: it is not known whether the call took effect. By default `outcome.noAnswer`. */
  unknown?: MessageFor<OutcomeOfKind<'unknown'>>
  /**
   * By who set the limit; may contain `wait` and `minutes`. By default `form.limited` and `form.notTaken`; after wrong
   * passwords always `form.wrongPasswords`.
   */
  limited?: (outcome: OutcomeOfKind<'limited'>) => FormMessage
  /** The message for the failures below that do not show a page. By default the title of their page, with a reference. */
  failed?: MessageKey | FormMessage
  /** Failures that show their error page, or login, in place of the form. */
  pages?: readonly (RequestFailure['kind'] | 'limited')[]
}

/** What a form says whose call the upstream lacks: that it is not offered, and changed nothing. */
export const notOffered: FormMessage = { problem: 'form.unsupported' }

/** The failures that say nothing about the form. */
export const requestFailures = ['unavailable', 'broken', 'site-store-unavailable', 'signed-out'] as const

/**
 * Answers a form whose call did not succeed: with the form again and the message of the outcome.
 *
 * @throws the pages of `messages.pages`.
 */
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
      const i18n = i18nFor(context.get(requestInfoContext).locale)
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
      return redisplayForm(form, {
        status: problemStatus[problem],
        ...(await toFormMessage(message, outcome)),
      })
    }
    default:
      return outcome satisfies never
  }
}

async function toFormMessage<Failed>(message: MessageFor<Failed>, outcome: Failed): Promise<FormMessage> {
  if (typeof message === 'function') return message(outcome)
  return typeof message === 'string' ? { problem: message } : message
}
