import { href, redirect } from 'react-router'
import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'file', isMachineEndpoint: true } satisfies RouteHandle

/** Redirects from a payment service to the home page. Browsers send Lax cookies with this GET, not with a POST. */
export const loader = () => redirect(href('/'), { status: 303, headers: { 'Cache-Control': 'no-store' } })
export const action = loader
