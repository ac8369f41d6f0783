/** Calls that an upstream with only games and bank transfers lacks. Its response is 404 with a JSON object. */
export const extraCalls = [
  ...['get-user-notices', 'get-notice-popup', 'get-user-note', 'read-note-message', 'user-del-note'],
  ...['get-event-list', 'del-note', 'del-help'],
  ...['get-help-list', 'user-write-help', 'read-help-message', 'del-all-help', 'user-ask-account'],
  ...['get-deposit-payment', 'apply-deposit-payment', 'get-withdrawal-payment', 'withdrawal-launcher'],
  ...['check-user-id', 'check-user-nick', 'get-reg-domain'],
] as const

/** Removes these calls from a foreign upstream. */
export function removeExtras(upstream: { fail(callName: string, fault: { status: number }): void }): void {
  for (const callName of extraCalls) upstream.fail(callName, { status: 404 })
}
