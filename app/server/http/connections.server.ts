import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionsClosed, refusals, registerGauge } from '~/platform/telemetry/metrics.server'
import { networkOf } from '~/values/network-of'

/**
 * Bounds how many connections the server has open, because each takes one of the files that the process may open. To
 * make room, those that wait for a request are closed, the longest idle first; a connection whose request is being
 * received or answered is never closed. When all carry requests, a few more are accepted for probes, and any other
 * request on those is refused. (`server.maxConnections` drops connections unread, probes too.)
 */

export type ConnectionLimits = {
  /** The most that are open at once. */
  maxConnections: number
  /**
   * Whether the peer's address is the client's: then one network may take half of the places, so that it can't close
   * everybody's connections. Behind a proxy all have its address.
   */
  peersAreClients: boolean
}

/** Requests of one connection that are not answered yet. Browsers and proxies send the next one after the response. */
const maxOpenResponses = 100

/** How many connections stay free for probes when all others carry requests. */
const keptForProbes = 16

type Connection = {
  socket: Socket
  /** The places it takes: of the server, and of its network. */
  places: readonly Places[]
  requestsInFlight: number
  /** The responses that are neither sent nor given up, in the order in which they are sent. */
  openResponses: Set<ServerResponse>
  /** What the socket had read when its last request was answered: more is the beginning of another. */
  bytesReadWhenIdle: number
}

/** Bounds one set of connections. */
class Places {
  readonly #limit: number
  #open = 0
  /** The connections without a request, the longest idle first. */
  readonly #idle = new Set<Connection>()
  /** Idle ones on which the head of a request has begun to arrive. */
  readonly #receiving = new Set<Connection>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get open(): number {
    return this.#open
  }

  get busy(): number {
    return this.#open - this.#idle.size - this.#receiving.size
  }

  /** Whether more connections carry requests than there are places besides those kept for probes. */
  get isOverfull(): boolean {
    return this.busy > this.#limit - keptForProbes
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

  /** The connection to close now; undefined while there is room, or when none can be closed. */
  next(): Connection | undefined {
    const waiting = this.#open - this.busy
    // The newest few have yet to say whether they are probes.
    const isFull = waiting > keptForProbes ? this.#open > this.#limit - keptForProbes : this.#open > this.#limit
    if (!isFull) return undefined
    for (const connection of this.#idle) {
      if (connection.socket.bytesRead === connection.bytesReadWhenIdle) return connection
      this.#idle.delete(connection)
      this.#receiving.add(connection)
    }
    // No whole request has come on these either; a sender who is this slow is hardly one.
    const [slowest] = this.#receiving
    return slowest
  }
}

/** What the front door asks of its connections. */
export type Connections = {
  /** Whether a request on this connection may be served; otherwise only a probe may. */
  hasSlot(socket: Socket): boolean
  /** How many are open, from the head of a request to the end of its response (`busy`) and between requests (`idle`). */
  count(): { busy: number; idle: number }
}

/** Bounds the connections of a server from now on. */
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
    // Once the requests that came in the same turn of the event loop were read: their connections are not idle.
    setImmediate(closeIdle, connection)
  })

  const trackRequest = (incoming: IncomingMessage, response: ServerResponse) => {
    const { socket } = incoming
    const connection = connections.get(socket)
    if (!connection) return
    connection.requestsInFlight += 1
    connection.openResponses.add(response)
    // HTTP allows it: who pipelines requests has to send those again that were not answered.
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
    // The rest of a body may still arrive when its request is answered.
    incoming.once('close', end)
    response.once('close', () => {
      connection.openResponses.delete(response)
      end()
    })
  }
  // Before the front door's own listener, which asks for the place.
  server.prependListener('request', trackRequest)
  server.prependListener('checkExpectation', trackRequest)

  return {
    hasSlot: (socket) => !connections.get(socket)?.places.some(({ isOverfull }) => isOverfull),
    count: () => ({ busy: all.busy, idle: all.open - all.busy }),
  }
}

/**
 * Closes what responses of a closed connection are still open. Node closes the one that the socket was sending; those of
 * pipelined requests behind it would never emit `close`, on which the log, the metrics, the drain and the request's
 * abort signal wait.
 */
function closeResponses({ openResponses }: Connection): void {
  for (const response of openResponses) {
    response.destroy()
    response.emit('close')
  }
}

/** Registers what an operator watches of the connections. */
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
