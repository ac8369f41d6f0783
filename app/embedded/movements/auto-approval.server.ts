import type { EmbeddedContext } from '../context.server'

/**
 * Whether movements and requests are approved or answered automatically: never with real money, even those that became
 * due while the store had play money.
 */
export function isAutoApproved({ options }: EmbeddedContext): boolean {
  return options.money !== 'real'
}

/** When a request made now is approved automatically; null with real money or PLAY_APPROVAL_MS=0. */
export function autoApprovalAt(ctx: EmbeddedContext): Date | null {
  const { options, now } = ctx
  if (!isAutoApproved(ctx) || options.playApprovalMs === 0) return null
  return new Date(now().getTime() + options.playApprovalMs)
}
