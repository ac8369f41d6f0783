import { href, redirect } from 'react-router'
import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'file', isMachineEndpoint: true } satisfies RouteHandle

/** Redirects to home, so that the browser sends its SameSite=Lax cookies. It omits them from cross-site POSTs. */
export const loader = () => redirect(href('/'), { status: 303, headers: { 'Cache-Control': 'no-store' } })
export const action = loader
