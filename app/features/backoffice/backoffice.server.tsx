import type { RouterContextProvider } from 'react-router'
import { matchPath } from 'react-router'
import { commands, isCommandName } from '~/embedded/backoffice/commands/table'
import { headerOf } from '~/platform/old-names'
import { preferenceCookieLine } from '~/server/cookies/preferences.server'
import { isFromThisMachine } from '~/server/request-info/client-ip.server'
import { type Query, readQuery } from '~/server/request-info/query.server'
import { type RequestInfo, requestInfoContext } from '~/server/request-info/request-info.server'
import { refuse } from '~/server/responses/refusal.server'
import { readBounded } from '~/values/read-bounded'
import { seeOther } from '~/values/request'
import { type BackofficeInfo, createCommandClient, type Operator } from './command-client.server'
import { commandScreen, doneNotice } from './form/command.server'
import { codeField, refusalText } from './form/form'
import { doneRows } from './form/preview.server'
import { openForm, sealForm, storeForm } from './form/stored-forms.server'
import { closeTaken, findFile, renderPage, takenClaims } from './html-page.server'
import { memberScreen } from './member/member.server'
import { messagePage } from './parts'
import { type BackofficeRequest, mayRun, NotDone, ownAddressOf, type Page, pendingCounts, placeOf } from './screen'
import * as made from './screens.server'
import { factorScreen, keyOf, loginPage, readSession, sessionCookie, startSession } from './session.server'
import { type BackofficeTexts, backofficeTexts } from './texts'
import { todayScreen } from './today/today.server'
import { textOf } from './values'

const maxFormBytes = 64 * 1024
const noStore = { headers: { 'Cache-Control': 'no-store' } }

export async function answer(request: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  const isThisMachine = isFromThisMachine(request, context)
  const renewal = headerOf(request.headers, 'X-Backoffice-Renew')
  const visitor = context.get(requestInfoContext)
  const url = new URL(request.url)
  const now = Date.now()
  const query = readQuery(url)
  // Only the notice reads `done`, so the page's links must not repeat it.
  if (query.done) url.searchParams.delete('done')
  const texts = backofficeTexts(languageOf(request, query, visitor), now)
  const info = { ...visitor, isThisMachine, renewal, language: texts.locale }
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return refuse(request, context, 'method')
  const file = findFile(url.pathname)
  if (file) return file
  const form = request.method === 'POST' ? await readForm(request) : undefined
  if (form === 'too-large' || form === 'unsupported-type') return refuse(request, context, form)
  const answered = await respond({ url, query, form, info, texts, now })
  const isResponse = answered instanceof Response
  const response = isResponse ? new Response(answered.body, answered) : renderPage(answered, { texts, url, info, now })
  response.headers.append('Vary', 'Cookie')
  const { lng } = query
  if (lng === 'ko' || lng === 'en') response.headers.append('Set-Cookie', preferenceCookieLine('lng', lng))
  return response
}

function languageOf({ headers }: Request, { lng }: Query, { locale, cookies }: RequestInfo): string {
  const [language] = /^[a-z]+/i.exec(headers.get('Accept-Language') ?? '') ?? []
  return lng !== undefined || cookies.has('lng') ? locale : (language ?? locale)
}

async function readForm(request: Request): Promise<URLSearchParams | 'too-large' | 'unsupported-type'> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return 'unsupported-type'
  const bytes = await readBounded(request.body, { maxBytes: maxFormBytes })
  return bytes === 'too-large' ? bytes : new URLSearchParams(new TextDecoder().decode(bytes))
}

type Asked = Pick<BackofficeRequest, 'url' | 'query' | 'form' | 'now'> & {
  info: BackofficeInfo
  texts: BackofficeTexts
}

async function respond(asked: Asked): Promise<Page | Response> {
  const { url, query, form, info, texts } = asked
  if (matchPath('/backoffice/login', url.pathname)) return login(asked)
  const session = await readSession(info)
  if (!session) return askForLogin(asked)
  const client = createCommandClient(session, info)
  if (matchPath('/backoffice/logout', url.pathname) && form) {
    await client.call('end-desk-session')
    return seeOther('/backoffice/login', await sessionCookie(undefined))
  }
  if (matchPath('/backoffice/sound', url.pathname) && form) {
    await client.call('set-sound', { on: form.has('on') })
    return new Response(null, { status: 204, ...noStore })
  }
  // Only the process that runs the form knows the count. Others send null, and the script then shows no count.
  if (matchPath('/backoffice/progress', url.pathname))
    return Response.json({ done: doneRows.get(query.form ?? '') ?? null }, noStore)
  const code = keyOf(form?.get(codeField))
  const verified = code ? await createCommandClient({ ...session, code }, info).call('you') : undefined
  const isCodeWrong = verified?.kind === 'refused' || query.code === 'wrong'
  const known = verified?.kind === 'done' ? verified : await client.call('you', { since: query.since })
  if (known.kind !== 'done') return known.kind === 'ended' ? askForLogin(asked) : unavailablePage(asked)
  const operator = known.result
  if (matchPath('/backoffice/counts', url.pathname)) return Response.json(countsOf(asked, operator), noStore)
  if (matchPath('/backoffice/taken', url.pathname) && form)
    return seeOther(ownAddressOf(form.get('back')), closeTaken(operator, form.get('upTo')))
  const backoffice = { ...asked, ...texts, operator, client, session: session.session, isCodeWrong }
  const answered = await show(backoffice).catch((error) => {
    if (error instanceof NotDone) return refusedPage(asked, error)
    throw error
  })
  if (answered instanceof Response || answered.status === 401) return answered
  return { ...answered, operator, notice: query.done && (await doneNotice(backoffice, query.done)) }
}

function countsOf({ texts, info, now }: Asked, operator: Operator) {
  const news = operator.news.map(({ what, count, won }) => {
    const text = [texts.t(`news.${what}`, { count }), ...(won === null ? [] : [textOf(texts, 'won', won)])].join(' · ')
    return { text, count, to: `/backoffice/${listOf[what]}` }
  })
  const taken = takenClaims(texts, info, operator)
  const at = new Date(now).toISOString()
  return { counts: pendingCounts(operator), news, taken, at, version: operator.paymentsVersion }
}

const listOf = {
  deposit: 'waiting?kind=deposit',
  withdrawal: 'waiting?kind=withdrawal',
  approval: 'people#first-approvals',
  inquiry: 'inquiries',
  account: 'inquiries?kind=account',
  reset: 'inquiries?kind=reset',
}

const screens = {
  ...{ today: todayScreen, waiting: made.waitingScreen, member: memberScreen, inquiries: made.inquiriesScreen },
  ...{ content: made.contentScreen, figures: made.figuresScreen, books: made.booksScreen, log: made.logScreen },
  ...{ people: made.peopleScreen, setup: made.setupScreen },
}

async function show(backoffice: BackofficeRequest): Promise<Page | Response> {
  const { url, t } = backoffice
  const isFactor = backoffice.operator.secondFactor === 'needed' || matchPath('/backoffice/factor', url.pathname)
  if (isFactor) return factorScreen(backoffice)
  const place = placeOf(url.pathname)
  if (place) return screens[place](backoffice)
  const command = matchPath('/backoffice/command/:name', url.pathname)?.params.name ?? ''
  if (mayRun(backoffice, command)) return commandScreen(backoffice, command)
  if (!isCommandName(command)) return messagePage(backoffice, 404, t('unknown.title'), t('unknown.text'))
  const { roles, hasNoForm } = commands[command]
  const { role } = backoffice.operator
  const text = hasNoForm ? t('forbidden.text') : refusalText(backoffice, { status: 'role', needs: [...roles], role })
  return messagePage(backoffice, 403, t('forbidden.title'), text)
}

function refusedPage(asked: Asked, { outcome }: NotDone): Promise<Page> | Page {
  const { texts } = asked
  if (outcome.kind === 'ended') return askForLogin(asked)
  if (outcome.kind === 'unavailable') return unavailablePage(asked)
  const status = outcome.refusal.status === 'not_found' ? 404 : 422
  return messagePage(texts, status, texts.t('failed.title'), refusalText(texts, outcome.refusal))
}

const unavailablePage = ({ texts, info }: Pick<Asked, 'texts' | 'info'>) =>
  messagePage(texts, 503, texts.t('failed.title'), texts.t('failed.unavailable', { reference: info.requestId }))

async function askForLogin({ texts, url, form, now }: Asked): Promise<Page> {
  const typed = form && (await sealForm(url.pathname, form, now))
  return { ...loginPage(texts, { next: form ? '/backoffice' : url.pathname + url.search, typed }), status: 401 }
}

async function login({ url, form, texts, info, now }: Asked): Promise<Page | Response> {
  const next = ownAddressOf(form?.get('next'))
  if (!form) return loginPage(texts, { next })
  const first = await openForm(form.get('entered'), now)
  const { name, token } = Object.fromEntries(first?.fields ?? form)
  const entered = new URLSearchParams({ name: name ?? '', token: token ?? '' })
  const started = await startSession(new URLSearchParams([...entered, ['code', form.get('code') ?? '']]), info)
  if (started === 'unavailable') return unavailablePage({ texts, info })
  const typed = form.get('typed') ?? undefined
  if (started === 'code-needed' || started === 'code-wrong') {
    const sealed = await sealForm(url.pathname, entered, now)
    return loginPage(texts, { next, typed, entered: sealed, wrong: started === 'code-wrong' ? {} : undefined })
  }
  if ('wrong' in started) return loginPage(texts, { next, typed, wrong: started.wrong })
  const sent = await openForm(typed, now)
  const isCommand = sent && matchPath('/backoffice/command/:name', sent.path)
  const place = isCommand ? `${await storeForm({ session: started.session, now }, sent.path, sent.fields)}&edit` : next
  return seeOther(place, await sessionCookie(started))
}
