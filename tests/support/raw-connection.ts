import { connect } from 'node:net'

/** All data received on a raw connection. */
export type RawResponse = {
  /** The bytes, decoded as latin1. */
  text: string
  /** The HTTP status of each response, in order. */
  statuses: number[]
}

/** A TCP connection that sends bytes unchanged. */
export type RawConnection = {
  write(text: string | Uint8Array): boolean
  /** Resolves when the write buffer is empty or the connection has closed. */
  drained(): Promise<void>
  /** Half-closes the connection, as a closed browser does. */
  end(): void
  destroy(): void
  /** Resolves when the received text matches. Rejects if the connection closes first. */
  until(pattern: RegExp): Promise<string>
  /** Resolves when the other side has closed the connection. */
  closed: Promise<RawResponse>
}

/** Opens a connection to a port on 127.0.0.1. @param localAddress the address to connect from. */
export function rawConnection(port: number, localAddress?: string): RawConnection {
  let text = ''
  let isClosed = false
  const waiters = new Set<() => void>()
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  const runChecks = () => {
    for (const check of waiters) check()
  }
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    runChecks()
  })
  socket.on('end', () => socket.end())
  socket.on('error', () => socket.destroy())
  const closed = new Promise<RawResponse>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      runChecks()
      resolve({ text, statuses: statusesIn(text) })
    })
  })
  return {
    write: (bytes) => socket.write(bytes),
    drained: () =>
      new Promise((resolve) => {
        const done = () => {
          socket.off('drain', done).off('close', done)
          resolve()
        }
        if (socket.writableNeedDrain && !socket.destroyed) socket.on('drain', done).on('close', done)
        else setImmediate(done)
      }),
    end: () => socket.end(),
    destroy: () => socket.destroy(),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (pattern.test(text)) resolve(text)
          else if (isClosed) reject(new Error(`closed after: ${text.slice(0, 500)}`))
          else return
          waiters.delete(check)
        }
        waiters.add(check)
        check()
      }),
    closed,
  }
}

/** Sends text unchanged, even if it is invalid HTTP, and returns all data received until the connection closes. */
export function rawExchange(port: number, text: string): Promise<RawResponse> {
  const connection = rawConnection(port)
  connection.write(text)
  return connection.closed
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
