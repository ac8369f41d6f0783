import type { EmbeddedContext } from '../context.server'

/**
 * Whether movements and requests are approved or answered automatically: never with real money, even those that became
 * due while the store had play money.
 */
export function isAutoApproved({ options }: EmbeddedContext): boolean {
  return options.money !== 'real'
}

/** Delay before a request is approved automatically, in milliseconds; null with real money or PLAY_APPROVAL_MS=0. */
export function autoApprovalMs(ctx: EmbeddedContext): number | null {
  return isAutoApproved(ctx) && ctx.options.playApprovalMs > 0 ? ctx.options.playApprovalMs : null
}

/** When a request made now is approved automatically; null when it is not. */
export function autoApprovalAt(ctx: EmbeddedContext): Date | null {
  const delayMs = autoApprovalMs(ctx)
  return delayMs === null ? null : new Date(ctx.now().getTime() + delayMs)
}
