import { href, redirect } from 'react-router'
import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'file', isMachineEndpoint: true } satisfies RouteHandle

/** Redirects from a payment service to the home page, also after a POST: only then do browsers send Lax cookies. */
export const loader = () => redirect(href('/'), { status: 303, headers: { 'Cache-Control': 'no-store' } })
export const action = loader
