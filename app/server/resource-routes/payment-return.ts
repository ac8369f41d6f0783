import { href, redirect } from 'react-router'
import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'file', isMachineEndpoint: true } satisfies RouteHandle

/** Redirects to home with GET. Browsers send no SameSite=Lax cookies with a POST from a payment service's page. */
export const loader = () => redirect(href('/'), { status: 303, headers: { 'Cache-Control': 'no-store' } })
export const action = loader
