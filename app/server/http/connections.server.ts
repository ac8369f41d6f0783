import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionsClosed, refusals, registerGauge } from '~/platform/telemetry/metrics.server'
import { networkOf } from '~/values/request'

/** Limits open connections, because each uses a file descriptor. At the limit, the longest-idle one is closed. */

export type ConnectionLimits = {
  maxConnections: number
  /** Whether peers are clients rather than a proxy. If so, one network can use at most half of the connections. */
  peersAreClients: boolean
}

const maxOpenResponses = 100

const keptForProbes = 16

type Connection = {
  socket: Socket
  places: readonly Places[]
  requestsInFlight: number
  openResponses: Set<ServerResponse>
  /** The value of `bytesRead` when the last response ended. If it has grown since, another request has started. */
  bytesReadWhenIdle: number
}

class Places {
  #open = 0
  readonly #idle = new Set<Connection>()
  /** Connections that have started to receive the head of a request. */
  readonly #receiving = new Set<Connection>()

  constructor(private readonly limit: number) {}

  get open(): number {
    return this.#open
  }

  get busy(): number {
    return this.#open - this.#idle.size - this.#receiving.size
  }

  /** True if busy connections use part of the reserve for probes. */
  get isOverfull(): boolean {
    return this.busy > this.limit - keptForProbes
  }

  add(connection: Connection): void {
    this.#open += 1
    this.#idle.add(connection)
  }

  remove(connection: Connection): void {
    this.setBusy(connection)
    this.#open -= 1
  }

  setBusy(connection: Connection): void {
    this.#idle.delete(connection)
    this.#receiving.delete(connection)
  }

  setIdle(connection: Connection): void {
    this.#idle.add(connection)
  }

  /** Returns the connection to close, or undefined if there is room or if none can be closed. */
  next(): Connection | undefined {
    const waiting = this.#open - this.busy
    // Waiting connections may turn out to be probes, so up to `keptForProbes` of them may use the reserve.
    const isFull = waiting > keptForProbes ? this.#open > this.limit - keptForProbes : this.#open > this.limit
    if (!isFull) return undefined
    for (const connection of this.#idle) {
      if (connection.socket.bytesRead === connection.bytesReadWhenIdle) return connection
      this.#idle.delete(connection)
      this.#receiving.add(connection)
    }
    // No connection is idle. Closes the one whose request started to arrive first.
    const [slowest] = this.#receiving
    return slowest
  }
}

export type Connections = {
  /** Whether the connection may serve requests. If not, it serves only probes. */
  hasSlot(socket: Socket): boolean
  /** Counts open connections: `busy` ones have an open request or response, `idle` ones have none. */
  count(): { busy: number; idle: number }
}

export function boundConnections(server: Server, { maxConnections, peersAreClients }: ConnectionLimits): Connections {
  const all = new Places(maxConnections)
  const networks = new Map<string, Places>()
  const connections = new Map<Socket, Connection>()

  const forget = (connection: Connection) => {
    if (!connections.delete(connection.socket)) return
    for (const places of connection.places) places.remove(connection)
  }
  const closeIdle = ({ places }: Connection) => {
    for (const group of places) {
      for (let next = group.next(); next; next = group.next()) {
        forget(next)
        next.socket.destroy()
        connectionsClosed.inc()
      }
    }
  }

  server.on('connection', (socket: Socket) => {
    const network = peersAreClients ? networkOf(socket.remoteAddress ?? '') : undefined
    const share =
      network === undefined ? undefined : (networks.get(network) ?? new Places(Math.ceil(maxConnections / 2)))
    if (network !== undefined && share) networks.set(network, share)
    const connection: Connection = {
      socket,
      places: share ? [share, all] : [all],
      requestsInFlight: 0,
      openResponses: new Set(),
      bytesReadWhenIdle: 0,
    }
    connections.set(socket, connection)
    for (const places of connection.places) places.add(connection)
    socket.once('close', () => {
      forget(connection)
      if (network !== undefined && share?.open === 0 && networks.get(network) === share) networks.delete(network)
      setImmediate(closeResponses, connection)
    })
    // Deferred, so that connections on which a request arrived in this event-loop turn no longer count as idle.
    setImmediate(closeIdle, connection)
  })

  const trackRequest = (incoming: IncomingMessage, response: ServerResponse) => {
    const { socket } = incoming
    const connection = connections.get(socket)
    if (!connection) return
    connection.requestsInFlight += 1
    connection.openResponses.add(response)
    // HTTP allows closing the connection here. Clients that pipeline must resend requests that got no response.
    if (connection.openResponses.size > maxOpenResponses && !socket.destroyed) {
      refusals.inc({ reason: 'pipelined' })
      socket.destroy()
    }
    for (const places of connection.places) places.setBusy(connection)
    let streamsOpen = 2
    const end = () => {
      streamsOpen -= 1
      if (streamsOpen > 0) return
      connection.requestsInFlight -= 1
      if (connection.requestsInFlight > 0 || !connections.has(socket)) return
      connection.bytesReadWhenIdle = socket.bytesRead
      for (const places of connection.places) places.setIdle(connection)
    }
    // Waits for both streams, because the request's body may still be arriving when the response ends.
    incoming.once('close', end)
    response.once('close', () => {
      connection.openResponses.delete(response)
      end()
    })
  }
  // Prepended, because it must run before the HTTP server's own request listener, which calls `hasSlot`.
  server.prependListener('request', trackRequest)
  server.prependListener('checkExpectation', trackRequest)

  return {
    hasSlot: (socket) => !connections.get(socket)?.places.some(({ isOverfull }) => isOverfull),
    count: () => ({ busy: all.busy, idle: all.open - all.busy }),
  }
}

/** Emits `close` on open pipelined responses, because Node.js doesn't. The log, metrics and drain rely on it. */
function closeResponses({ openResponses }: Connection): void {
  for (const response of openResponses) {
    response.destroy()
    response.emit('close')
  }
}

export function registerConnectionGauges(
  { count }: Pick<Connections, 'count'>,
  { maxConnections }: Pick<ConnectionLimits, 'maxConnections'>,
): void {
  registerGauge(
    { name: 'madang_http_connections', help: 'Open connections, with a request (busy) or idle.', labels: ['state'] },
    () => Object.entries(count()).map(([state, value]) => ({ labels: { state }, value })),
  )
  registerGauge({ name: 'madang_http_connections_limit', help: 'The most connections open at once.' }, () => [
    { value: maxConnections },
  ])
}
