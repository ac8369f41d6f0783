import type { CommandName } from '~/embedded/backoffice/commands/table'
import { formatSetCookie } from '~/server/cookies/cookie.server'
import { yearSeconds } from '~/server/cookies/preferences.server'
import type { BackofficeRequest } from './screen'
import { namesOf } from './values'

/** Fields that only programs need, and those that are among the marks of a payment. */
const unoffered = namesOf(`paymentIdx paidFor dueAt deposit isReply asksAccount firstApprovedBy accountChangedAt
  bankBefore bankChangedAt breakUntil excludedUntil memberClosedAt sameWon claimedAt accountRequest accountSentAt firstApprovals signs`)

export const offeredOf = (fields: readonly string[]) => fields.filter((field) => !unoffered.has(field))

/** In place of chosen columns, this means a list's own ones. */
export const usualColumns = '-'

const cookieName = (command: CommandName) => `columns-${command}`

/** In the address of a list, it saves the chosen columns. Saved views and links only show theirs. */
export const keepField = 'keep'

/** Returns the columns in the address, or those that a person chose the last time. */
export const pickedColumns = ({ query, info }: BackofficeRequest, command: CommandName) =>
  query.column.length > 0 ? query.column : (info.cookies.get(cookieName(command)) ?? '').split('.')

export const keepColumns = ({ query: { column }, url }: BackofficeRequest, command: CommandName) =>
  column.length > 0 &&
  url.searchParams.has(keepField) && {
    headers: { 'Set-Cookie': formatSetCookie(cookieName(command), column.join('.'), yearSeconds) },
  }
