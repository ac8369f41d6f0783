import { connect } from 'node:net'

/** What came back on a connection on which bytes were written as they are. */
export type RawAnswer = {
  /** Everything that came, byte by byte. */
  text: string
  /** The statuses of the answers in it, in order. */
  statuses: number[]
}

/** A connection that speaks no HTTP of its own. */
export type RawConnection = {
  write(text: string | Uint8Array): boolean
  /** Resolves when what was written has left, or can't any more. */
  drained(): Promise<void>
  /** Says that nothing more will be sent, as a browser does that was closed. */
  end(): void
  /** Cuts the connection. */
  destroy(): void
  /** Resolves when what came matches. Rejects when the connection closes before. */
  until(pattern: RegExp): Promise<string>
  /** Resolves when the other side has closed the connection. */
  closed: Promise<RawAnswer>
}

/** Opens a connection to a port of this machine. */
export function rawConnection(port: number): RawConnection {
  let text = ''
  let isClosed = false
  const waiting = new Set<() => void>()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const look = () => {
    for (const check of waiting) check()
  }
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    look()
  })
  socket.on('end', () => socket.end())
  socket.on('error', () => socket.destroy())
  const closed = new Promise<RawAnswer>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      look()
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
          waiting.delete(check)
        }
        waiting.add(check)
        check()
      }),
    closed,
  }
}

/** Sends bytes as they are, which no HTTP client would, and gives all that comes until the other side closes. */
export function rawExchange(port: number, text: string): Promise<RawAnswer> {
  const connection = rawConnection(port)
  connection.write(text)
  return connection.closed
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
