import { href, redirect } from 'react-router'
import type { RouteHandle } from '../middleware/route.server'

export const handle = { kind: 'file', isMachineEndpoint: true } satisfies RouteHandle

/** Leads home from a payment service's page, also after a POST: browsers send Lax cookies with this redirect only. */
export const loader = () => redirect(href('/'), { status: 303, headers: { 'Cache-Control': 'no-store' } })
export const action = loader
