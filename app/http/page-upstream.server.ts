import { createContext } from 'react-router'
import type { UpstreamClient } from '~/upstream/client.server'
import { type AnswerOf, contract, type PayloadOf, type Segment } from '~/upstream/contract'
import { answerOrThrow, type FailureContext, problemResponse } from './outcome-pages.server'

/** The upstream as the loaders and actions of one request use it: as its member, failures thrown as pages if asked. */
export interface PageUpstream extends UpstreamClient, FailureContext {
  /** Makes a call that the page cannot do without. Throws the error page of any outcome but success. */
  read<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<AnswerOf<S>>
  /**
   * Makes a call for an optional part of a page. Throws only when the session turns out to be dead, and not even then
   * if an answer to this form was lost, because its page must report that.
   */
  attempt<S extends Segment>(segment: S, payload: PayloadOf<S>): Promise<Attempt<S>>
}

export type Attempt<S extends Segment> =
  | { kind: 'done'; answer: AnswerOf<S> }
  | { kind: 'unsupported' }
  | { kind: 'failed'; reference: string }

/** The upstream of this request. */
export const upstreamContext = createContext<PageUpstream>()

export type PageUpstreamOptions = {
  /**
   * The request submits a form or calls the API. After a lost answer its session-ended page is replaced, because that
   * page says that nothing was sent.
   */
  isChange?: boolean
  /** Ends the session and throws the redirect or page that leads to login. */
  onSignedOut?: () => never
}

/** Adds to the client of one request what its pages need. */
export function createPageUpstream(
  client: UpstreamClient,
  { isChange, onSignedOut }: PageUpstreamOptions = {},
): PageUpstream {
  const { reference, language } = client
  /** A call was sent and its result is unknown, so no page of this form may say that nothing was sent. */
  let isAnswerLost = false

  const upstream: PageUpstream = {
    call: async (segment, payload) => {
      const outcome = await client.call(segment, payload)
      if (outcome.kind === 'unknown' && isChange) isAnswerLost = true
      return outcome
    },

    read: async (segment, payload) => answerOrThrow(segment, await upstream.call(segment, payload), upstream),

    attempt: async (segment, payload) => {
      const outcome = await upstream.call(segment, payload)
      if (outcome.kind === 'done' || outcome.kind === 'unsupported') return outcome
      const isSessionDead = outcome.kind === 'signed-out' && contract[segment].who === 'member'
      if (isSessionDead && !isAnswerLost) return upstream.throwSignedOut()
      return { kind: 'failed', reference }
    },

    throwSignedOut: () => {
      if (isAnswerLost) throw problemResponse({ problem: 'unavailable', reference })
      onSignedOut?.()
      throw problemResponse({ problem: 'signed-out' })
    },

    reference,
    language,
  }
  return upstream
}
