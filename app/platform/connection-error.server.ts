/** Refusals of PostgreSQL: the role, its password, an unknown database. */
const permanentStates = /^(28\w{3}|3D000)$/
/** TLS that can't be agreed on, and certificates that are not trusted. */
const tlsCodes = /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/
/** Errors without a code of their own: of Redis, of PostgreSQL's client, and of PgBouncer, which has one code for all. */
const permanentMessages = new RegExp(
  ['NOAUTH', 'WRONGPASS', 'DB index is out of range', '^SASL', 'not support SSL', 'no such user']
    .concat('auth(entication)? failed', '(database|role) "[^"]*" does not exist')
    .join('|'),
)

/**
 * Why a connection to a database or Redis will fail however often it is tried: its credentials, TLS or names are wrong.
 *
 * @returns one line without a password; undefined for an error that may pass.
 */
export function permanentConnectionError(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', syscall } = cause as NodeJS.ErrnoException
    // The file of a certificate; a socket that is not there yet has another system call.
    const isFile = syscall === 'open'
    const isPermanent = permanentStates.test(code) || tlsCodes.test(code) || isFile
    if (isPermanent || permanentMessages.test(cause.message)) return cause.message.split('\n', 1)[0]
  }
  return undefined
}
