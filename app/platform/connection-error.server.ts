const graceMs = 60_000

/** Patterns for `<code> <system call> <message>`. Startup retries for the grace time, because the cause may go away. */
const refusals: readonly [pattern: RegExp, graceMs: number][] = [
  // Retrying can't fix a wrong password.
  [/^28P01 /, 0],
  // Roles, databases, schemas, permissions and pg_hba.conf entries may be added during startup.
  [
    /^(28\w{3}|3D000|3F000|42501) |(database|role) "[^"]*" does not exist|no such (user|database)|DB index is out of range|NOPERM/,
    graceMs,
  ],
  // Wrong or missing credentials. Matches the message, because all PgBouncer errors have the same code.
  [/NOAUTH|WRONGPASS|^\S* \S* SASL|auth(entication)? failed/, 0],
  // The certificate is untrusted or for another host, or the CA file can't be read.
  [/^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME)/, 0],
  [/^(ENOENT|EACCES) open /, 0],
  // The clock is not set, a certificate is being replaced, TLS is not enabled yet, or too many files are open.
  [/^(CERT_|EPROTO|ERR_TLS_|ERR_SSL_|EMFILE|ENFILE)|not support SSL/, graceMs],
]

/** Returns why a database or Redis refuses connections and how long startup retries, or undefined for other errors. */
export function connectionRefusal(error: unknown): { why: string; graceMs: number } | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', syscall = '', message } = cause as NodeJS.ErrnoException
    const row = refusals.find(([pattern]) => pattern.test(`${code} ${syscall} ${message}`))
    if (row) return { why: message.split('\n', 1)[0] ?? '', graceMs: row[1] }
  }
  return undefined
}
