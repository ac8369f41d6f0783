import { createContext, type RouterContextProvider } from 'react-router'

/** Headers for the response, whichever page it becomes. A step adds them. */
export const responseHeadersContext = createContext<Headers>()

/** Adds a cookie to the response. @param line from `formatSetCookie`. */
export function sendCookie(context: Readonly<RouterContextProvider>, line: string): void {
  context.get(responseHeadersContext).append('Set-Cookie', line)
}

/** Sets a header on the response, including error pages, which drop the headers of what was thrown. */
export function sendHeader(context: Readonly<RouterContextProvider>, name: string, value: string): void {
  context.get(responseHeadersContext).set(name, value)
}
