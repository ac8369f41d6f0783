import type { RouterContextProvider } from 'react-router'
import { matchPath } from 'react-router'
import { preferenceCookieLine } from '~/server/cookies/preferences.server'
import { refuse } from '~/server/errors/refusal.server'
import type { Step } from '~/server/pipeline.server'
import { isFromThisMachine } from '~/server/request-info/client-ip.server'
import { isDeskHost } from '~/server/request-info/desk-host.server'
import { hostOf } from '~/server/request-info/origin.server'
import { requestInfoContext } from '~/server/request-info/request-info.server'
import { type RouteHandle, routeContext } from '~/server/steps/route.server'
import { readBounded } from '~/values/read-bounded'
import { renderPage } from './document.server'
import { type DeskInfo, openDoor } from './door.server'
import { commandScreen } from './form/command.server'
import { donePage } from './form/done.server'
import { keepForm, openForm, sealForm } from './form/kept.server'
import { refusalText } from './form/refusal'
import { inquiriesScreen } from './inquiries/inquiries.server'
import { booksScreen, contentScreen, peopleScreen } from './lists.server'
import { logScreen } from './log/log.server'
import { memberScreen } from './member/member.server'
import { isDeskOpen, isDeskPath, peerOf } from './open.server'
import { messagePage } from './parts'
import { codeField, type DeskRequest, deskAddressOf, mayRun, NotDone, type Page, type Screen, seeOther } from './screen'
import { factorScreen } from './session/factor.server'
import { beginSession, keyOf, loginPage } from './session/login.server'
import { endedSessionCookie, readSession, sessionCookie } from './session/session.server'
import { type DeskTexts, deskTexts } from './texts'
import { todayScreen } from './today/today.server'
import { waitingScreen } from './waiting/waiting.server'

const screens: readonly [pattern: string, screen: Screen][] = [
  ['/desk', todayScreen],
  ['/desk/waiting', waitingScreen],
  ['/desk/member', memberScreen],
  ['/desk/inquiries', inquiriesScreen],
  ['/desk/content', contentScreen],
  ['/desk/people', peopleScreen],
  ['/desk/books', booksScreen],
  ['/desk/log', logScreen],
  ['/desk/factor', factorScreen],
]

/** What the steps read of a request for /desk. It has no member's session, and its body is read by its screens. */
const handle = { kind: 'embedded', isDesk: true } satisfies RouteHandle

/**
 * Step: whether a request is for the desk, which answers it in place of the router. A desk that is closed is no route: the
 * router then answers with the 404 of any unknown page. On a host of the desk's own nothing else answers.
 */
export const findDesk: Step = {
  before(request, context) {
    // The router's table has no desk: to it, these paths are those of no page.
    const isOfNoPage = context.get(routeContext).pattern === '/*'
    if (isOfNoPage && isDeskPath(new URL(request.url).pathname) && isDeskOpen(request, peerOf(context)))
      context.set(routeContext, { pattern: '/desk/*', handle })
    else if (isDeskHost(hostOf(request))) return refuse(request, context, 'not-found')
    return undefined
  },
}

/** Step of the desk: answers with its page. */
export const serveDesk: Step = {
  for: ({ isDesk }) => isDesk === true,
  before: (request, context) => answer(request, context),
}

const maxFormBytes = 64 * 1024

async function answer(request: Request, context: Readonly<RouterContextProvider>): Promise<Response> {
  const isThisMachine = isFromThisMachine(peerOf(context), request.headers)
  const isRenewal = request.headers.has('X-Desk-Renew')
  const info = { ...context.get(requestInfoContext), isThisMachine, isRenewal }
  const url = new URL(request.url)
  const now = Date.now()
  const texts = deskTexts(languageOf(request, url, info), now)
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) return refuse(request, context, 'method')
  const form = request.method === 'POST' ? await readForm(request) : undefined
  if (form === 'too-large' || form === 'unsupported-type') return refuse(request, context, form)
  const response = await respond({ url, form, info, texts, now })
  response.headers.append('Vary', 'Cookie')
  const lng = url.searchParams.get('lng')
  if (lng === 'ko' || lng === 'en') response.headers.append('Set-Cookie', preferenceCookieLine('lng', lng))
  return response
}

/** The language that the address or the cookie says, else that of the browser. */
function languageOf({ headers }: Request, { searchParams }: URL, { locale, cookies }: DeskInfo): string {
  const [language] = /^[a-z]+/i.exec(headers.get('Accept-Language') ?? '') ?? []
  return searchParams.has('lng') || cookies.has('lng') ? locale : (language ?? locale)
}

async function readForm(request: Request): Promise<URLSearchParams | 'too-large' | 'unsupported-type'> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return 'unsupported-type'
  const bytes = await readBounded(request.body, { maxBytes: maxFormBytes })
  return bytes === 'too-large' ? bytes : new URLSearchParams(new TextDecoder().decode(bytes))
}

type Asked = { url: URL; form: URLSearchParams | undefined; info: DeskInfo; texts: DeskTexts; now: number }

async function respond(asked: Asked): Promise<Response> {
  const { url, form, info, texts, now } = asked
  if (matchPath('/desk/login', url.pathname)) return login(asked)
  const session = await readSession(info)
  if (!session) return askForLogin(asked)
  const door = openDoor(session, info)
  if (matchPath('/desk/logout', url.pathname) && form) {
    await door.call('end-desk-session')
    return withCookie(seeOther('/desk/login'), endedSessionCookie())
  }
  const code = keyOf(form?.get(codeField))
  const verified = code ? await openDoor({ ...session, code }, info).call('you') : undefined
  const isCodeWrong = verified?.kind === 'refused' || url.searchParams.get('code') === 'wrong'
  const known = verified?.kind === 'done' ? verified : await door.call('you')
  if (known.kind !== 'done') return known.kind === 'ended' ? askForLogin(asked) : unavailable(asked)
  const operator = known.result
  const desk: DeskRequest = { url, form, texts, operator, door, now, session: session.session, isCodeWrong }
  const answered = await show(desk).catch((error: unknown) => {
    if (error instanceof NotDone) return error
    throw error
  })
  const page = answered instanceof NotDone ? refusedPage(desk, answered) : answered
  if (page === 'login') return askForLogin(asked)
  return page instanceof Response ? new Response(page.body, page) : renderPage(page, { texts, operator, url, info })
}

/** The page or redirect of an address. */
async function show(desk: DeskRequest): Promise<Page | Response> {
  const { url } = desk
  if (desk.operator.secondFactor === 'needed') return factorScreen(desk)
  const screen = screens.find(([pattern]) => matchPath(pattern, url.pathname))?.[1]
  if (screen) return screen(desk)
  if (matchPath('/desk/done', url.pathname)) return (await donePage(desk)) ?? seeOther('/desk')
  const command = matchPath('/desk/command/:name', url.pathname)?.params.name ?? ''
  if (mayRun(desk, command)) return commandScreen(desk, command)
  const { t, word } = desk.texts
  const isRefused = command !== '' && word(`command.${command}`, '') !== ''
  return isRefused
    ? messagePage(desk.texts, 403, t('forbidden.title'), t('forbidden.text'))
    : messagePage(desk.texts, 404, t('unknown.title'), t('unknown.text'))
}

/** The page of a command that was not done. */
function refusedPage({ texts }: DeskRequest, { outcome }: NotDone): Page | 'login' {
  if (outcome.kind === 'ended') return 'login'
  if (outcome.kind === 'unavailable') return unavailablePage(texts)
  const status = outcome.refusal.status === 'not_found' ? 404 : 422
  return messagePage(texts, status, texts.t('failed.title'), refusalText(texts, outcome.refusal))
}

const unavailablePage = (texts: DeskTexts) =>
  messagePage(texts, 503, texts.t('failed.title'), texts.t('failed.unavailable'))

const unavailable = ({ texts, url, info }: Asked): Response => renderPage(unavailablePage(texts), { texts, url, info })

/** The login page in place of what was asked for, which it leads back to, with what a form had typed. */
async function askForLogin({ texts, url, form, info, now }: Asked): Promise<Response> {
  const typed = form && (await sealForm({ path: url.pathname, fields: form }, now))
  const page = loginPage(texts, { next: form ? '/desk' : url.pathname + url.search, typed })
  return renderPage({ ...page, status: 401 }, { texts, url, info })
}

async function login(asked: Asked): Promise<Response> {
  const { url, form, texts, info, now } = asked
  const next = deskAddressOf(form?.get('next'))
  if (!form) return renderPage(loginPage(texts, { next }), { texts, url, info })
  const begun = await beginSession(form, info)
  if (begun === 'unavailable') return unavailable(asked)
  const sealed = form.get('typed') ?? undefined
  if ('wrong' in begun)
    return renderPage(loginPage(texts, { next, typed: sealed, wrong: begun.wrong }), { texts, url, info })
  const typed = await openForm(sealed, now)
  const isCommand = typed && matchPath('/desk/command/:name', typed.path)
  const place = isCommand ? `${await keepForm({ session: begun.session, now }, typed)}&edit` : next
  return withCookie(seeOther(place), await sessionCookie(begun))
}

function withCookie(response: Response, line: string | undefined): Response {
  if (line !== undefined) response.headers.append('Set-Cookie', line)
  return response
}
