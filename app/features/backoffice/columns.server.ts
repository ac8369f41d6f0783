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

/** Returns the columns that a person chose now or the last time. */
export const pickedColumns = ({ query, info }: BackofficeRequest, command: CommandName) =>
  query.column.length > 0 ? query.column : (info.cookies.get(cookieName(command)) ?? '').split('.')

export const keepColumns = ({ query: { column } }: BackofficeRequest, command: CommandName) =>
  column.length > 0 && {
    headers: { 'Set-Cookie': formatSetCookie(cookieName(command), column.join('.'), yearSeconds) },
  }
