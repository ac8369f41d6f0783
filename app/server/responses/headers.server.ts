import { createContext, type RouterContextProvider } from 'react-router'

export const responseHeadersContext = createContext<Headers>()

export function sendCookie(context: Readonly<RouterContextProvider>, line: string): void {
  context.get(responseHeadersContext).append('Set-Cookie', line)
}

/** Sets a header on the response, including error pages, which drop the headers of what was thrown. */
export function sendHeader(context: Readonly<RouterContextProvider>, name: string, value: string): void {
  context.get(responseHeadersContext).set(name, value)
}
