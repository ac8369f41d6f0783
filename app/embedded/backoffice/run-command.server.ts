import type { z } from 'zod'
import { headerOf } from '~/platform/old-names'
import { minSecretCharacters } from '~/platform/settings/setting-kinds.server'
import { hours, minutes } from '~/values/durations'
import { networkOf } from '~/values/request'
import { jsonResponse, parseJsonBody, readBoundedBody } from '../bounded-body.server'
import { type EmbeddedContext, type PageHandler, Refused } from '../context.server'
import type { Sql } from '../store/store.server'
import * as log from './command-log.server'
import { canSeeContacts, maskContacts } from './commands/definition'
import { member } from './commands/fields'
import { parseFields } from './commands/form-fields'
import { type CommandName, changeFields, commands, isCommandName, mayNeedSecondPerson } from './commands/table'
import * as firstApprovals from './first-approvals.server'
import { assertRole, type BackofficeContext, type BackofficeHandlers, type Operator } from './handler'
import * as figures from './handlers/figures.server'
import * as books from './handlers/ledger.server'
import * as members from './handlers/members.server'
import * as messages from './handlers/messages.server'
import * as overview from './handlers/overview.server'
import * as playMoney from './handlers/play-money.server'
import * as setup from './handlers/setup.server'
import * as staff from './handlers/staff.server'
import * as support from './handlers/support.server'
import * as transactions from './handlers/transactions.server'
import { findMember } from './member-queries'

const networkMs = minutes(10)
/** The maximum number of logged attempts per network. One more entry says that the limit was reached. */
const maxEntriesPerNetwork = 10
const maxEntriesPerHour = 1_000

const handlers: Required<BackofficeHandlers> = {
  ...overview.handlers,
  ...transactions.handlers,
  ...messages.handlers,
  ...setup.handlers,
  ...support.handlers,
  ...members.handlers,
  ...books.handlers,
  ...figures.handlers,
  ...log.handlers,
  ...playMoney.handlers,
  ...staff.handlers,
  ...firstApprovals.handlers,
}

/** Handles POST /backoffice/api/<command>. Logs refusals too. Ignores cookies, which prevents CSRF. */
export const answerCommand: PageHandler = async (ctx, request, rest) => {
  if (request.method !== 'POST') return jsonResponse({ status: 'method_not_allowed' }, 405, { Allow: 'POST' })
  const operator = await requireOperator(ctx, request, rest)
  if (!isCommandName(rest)) throw new Refused({ status: 'unknown_act', acts: Object.keys(commands) }, 404)
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refused({ status: 'unsupported_type' }, 415)
  const body = parseJsonBody(await readBoundedBody(request))
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) throw new Refused({ status: 'bad_request' }, 400)
  const code = headerOf(request.headers, 'X-Backoffice-Code') ?? undefined
  const done = await runCommand({ ...ctx, operator }, rest, { ...body }, code)
  if (done instanceof Response) return done
  return jsonResponse(done, 'status' in done && done.status === 'second_person' ? 202 : 200)
}

/** @throws Refused 403 if BACKOFFICE_TOKEN is not set, 401 if the token or a given session is invalid */
async function requireOperator(ctx: EmbeddedContext, request: Request, asked: string): Promise<Operator> {
  const message = 'Back office: closed, because BACKOFFICE_TOKEN is not set; set it on the site'
  if (!ctx.options.backofficeToken) throw new Refused({ status: 'shut', message }, 403)
  const given = /^Bearer +(.{1,1024})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const operator = given && (await staff.findOperator(ctx, given))
  const isElsewhere = ctx.options.secondFactor === 'required' && !ctx.isThisMachine
  if (!operator || (operator.tokenId === null && isElsewhere)) {
    const command = isCommandName(asked) ? asked : 'you'
    const sent = command === 'begin-desk-session' ? parseJsonBody(await readBoundedBody(request)) : {}
    const { data: payload = {} } = commands['begin-desk-session'].payload.safeParse(sent)
    const refused = new Refused({ status: 'unauthenticated' }, 401)
    await logFailedAttempt(ctx, { who: 'nobody', command, payload }, refused)
    throw refused
  }
  const key = headerOf(request.headers, 'X-Backoffice-Session')
  if (key === null) return operator
  const session = await staff.findSession(ctx, given, key, headerOf(request.headers, 'X-Backoffice-Renew') === null)
  if (!session) throw new Refused({ status: 'unauthenticated' }, 401)
  return { ...operator, session: session.id, verifiedAt: session.verifiedAt }
}

/** Counts a failed attempt and logs it, within the limits above. Valid tokens are never refused because of this. */
async function logFailedAttempt(
  ctx: EmbeddedContext,
  { who, command, payload }: Pick<log.BackofficeRequest, 'who' | 'command' | 'payload'>,
  { body: { status } }: Refused,
): Promise<void> {
  const at = ctx.now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  ctx.log.warn({ address: ctx.ip, who, status }, 'wrong token, name or code at the back office')
  const network = networkOf(ctx.ip)
  await ctx.store.tx(async (sql) => {
    const countInHour = `insert into desk_wrong_tries (hour, count) values (date_trunc('hour', $1::timestamptz), 1)
      on conflict (hour) do update set count = desk_wrong_tries.count + 1 returning count`
    const [ofHour] = await sql.query<{ count: number }>(countInHour, [at])
    const countOfNetwork = `insert into desk_wrong_networks as tries (network, since, count) values ($1, $2, 1)
      on conflict (network) do update set count = case when tries.since > $3 then tries.count + 1 else 1 end,
        since = case when tries.since > $3 then tries.since else $2 end returning count`
    const [ofNetwork] = await sql.query<{ count: number }>(countOfNetwork, [network, at, before(networkMs)])
    const [hour, tries] = [ofHour?.count ?? 0, ofNetwork?.count ?? 0]
    if (hour === 1) await sql.query('delete from desk_wrong_networks where since < $1', [before(hours(1))])
    if (hour > maxEntriesPerHour || tries > maxEntriesPerNetwork + 1) return
    // A token that was typed into the field for the name must not be logged.
    const isToken = String(payload.name ?? '').length >= minSecretCharacters
    const line = { who, command, payload: isToken ? {} : payload, requestId: undefined, isDryRun: false }
    const logged = tries > maxEntriesPerNetwork ? 'limited' : status
    await log.insertLogRow(sql, ctx, line, { status: logged, address: network })
  })
}

async function runCommand(asked: BackofficeContext, name: CommandName, body: Record<string, unknown>, code?: string) {
  const { kind, payload: schema, result } = commands[name]
  // Fields that the command doesn't take, such as `dryRun` in a read, stay in the payload and are rejected there.
  const approval = mayNeedSecondPerson(name) ? ['first'] : []
  const own = [...(kind === 'change' ? ['requestId', 'dryRun', 'expects', 'each'] : []), ...approval]
  const control = log.pick(body, (field) => own.includes(field))
  const { requestId, dryRun: isDryRun, expects, each, first } = parseOrRefuse(changeFields, control)
  const received = log.pick(body, (field) => !own.includes(field))
  const field = commands[name].each
  // The log must show texts as they are used, without invisible characters.
  const withParsedTexts = (row: Record<string, unknown>) => {
    const parsed: Record<string, unknown> = parseOrRefuse(schema, row)
    return { ...row, ...log.pick(parsed, (name, value) => typeof value === 'string' && typeof row[name] === 'string') }
  }
  const severalRows = isDryRun && field && each?.map((id) => withParsedTexts({ ...received, [field]: id }))
  const sent = severalRows ? received : withParsedTexts(received)
  const payload = severalRows ? {} : parseOrRefuse(schema, sent)
  const lineId = commands[name].sendsNotes && (await log.reserveLine(asked.store))
  const who = asked.operator.name
  const backofficeRequest = { who, command: name, payload: sent, requestId, isDryRun, expects, lineId }
  try {
    const ctx = { ...asked, operator: await staff.requireSecondFactor(asked, name, code), isDryRun, lineId }
    assertRole(ctx.operator, name)
    const changeWith = async (sql: Sql, payload: object) => {
      const done = result.parse(await handle(sql, ctx, name, payload))
      return firstApprovals.requireSecondPerson(sql, ctx, { command: name, payload, first }, done)
    }
    // If a row is invalid, this throws synchronously and the preview of all rows is refused.
    const change = (sql: Sql, row: object = sent) => changeWith(sql, parseOrRefuse(schema, row))
    if (severalRows) return await log.previewRows(ctx, backofficeRequest, severalRows, change)
    if (kind === 'change') return await log.runChangeIdempotently(ctx, backofficeRequest, change)
    if (kind === 'download') {
      const stored = await ctx.store.tx(async (sql) => {
        const response = await firstApprovals.requireOpened(sql, ctx, { command: name, payload, first })
        if (response) await log.insertLogRow(sql, ctx, backofficeRequest, response)
        return response
      })
      if (stored) return stored
    }
    const handled = await handle(ctx.store, ctx, name, payload)
    if (handled instanceof Response) {
      await log.logCommand(ctx, backofficeRequest, { status: 'success', file: true }).catch(async (error: unknown) => {
        await handled.body?.cancel()
        throw error
      })
      return handled
    }
    const done = result.parse(handled)
    const summary = log.pick(done, (field) => ['status', 'total', 'inOrder'].includes(field))
    if (!commands[name].isUnlogged) await log.logCommand(ctx, backofficeRequest, summary)
    return canSeeContacts(ctx.operator.role) ? done : maskContacts(done)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const isFailedAttempt = error.httpStatus === 401 && error.body.status !== 'code_needed'
    if (isFailedAttempt) await logFailedAttempt(asked, backofficeRequest, error)
    else await log.logCommand(asked, backofficeRequest, error.body)
    throw error
  }
}

async function handle(sql: Sql, ctx: BackofficeContext, name: CommandName, payload: object): Promise<object> {
  const handler = handlers[name] as (ctx: BackofficeContext, payload: object, sql: Sql) => Promise<object>
  const isOfMember = (commands[name].payload.shape as { member?: unknown }).member === member
  const found = isOfMember && { member: await findMember(sql, (payload as { member: string }).member) }
  return handler({ ...ctx, ...found }, payload, sql)
}

function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, sent: object): z.output<Schema> {
  const parsed = parseFields(schema, sent)
  if ('data' in parsed) return parsed.data
  throw new Refused({ status: 'invalid', wrong: parsed.wrong }, 422)
}
