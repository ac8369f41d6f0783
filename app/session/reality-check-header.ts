/** Response header of health checks, present when a reality check is due. */
export const realityCheckHeader = 'X-Reality-Check'
export const realityCheckDueValue = 'due'
