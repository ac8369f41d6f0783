import { createContext, type RouterContextProvider } from 'react-router'

/** Headers that a request's answer gets whatever page it becomes; the `visit` middleware adds them on the way out. */
export const addedContext = createContext<Headers>()

/** Sends a cookie with the answer to this request. A line of `setCookieLine`. */
export function sendCookie(context: Readonly<RouterContextProvider>, line: string): void {
  context.get(addedContext).append('Set-Cookie', line)
}

/** Sends a header with the answer, also when that becomes an error page (which drops headers of what was thrown). */
export function sendHeader(context: Readonly<RouterContextProvider>, name: string, value: string): void {
  context.get(addedContext).set(name, value)
}
