import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionsClosed, registerGauge } from '~/platform/telemetry/metrics.server'
import { networkOf } from './request-info.server'

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

/** Of the connections, how many stay free for probes when all others carry requests. */
const keptForProbes = 16

type Connection = {
  socket: Socket
  /** The client's network; undefined behind a proxy. */
  network: string | undefined
  requestsInFlight: number
  /** What the socket had read when its last request was answered: more is the beginning of another. */
  bytesReadWhenIdle: number
}

/** Connections that share a number of places: all, or those of one network. The longest idle stand first. */
type Share = { connections: readonly Connection[]; places: number }

/** Whether more connections carry requests than there are places besides those kept for probes. */
function isOverfull({ connections, places }: Share): boolean {
  return connections.filter(isBusy).length > places - keptForProbes
}

/** The connection to close now; undefined while there is room, or when none can be closed. */
function findSurplus({ connections, places }: Share): Connection | undefined {
  const waiting = connections.filter((connection) => !isBusy(connection))
  // The newest few have yet to say whether they are probes.
  const room = waiting.length > keptForProbes ? places - keptForProbes : places
  if (connections.length <= room) return undefined
  const idle = waiting.find(({ socket, bytesReadWhenIdle }) => socket.bytesRead === bytesReadWhenIdle)
  // No whole request has come on the others either; a sender who is this slow is hardly one.
  return idle ?? waiting[0]
}

function isBusy({ requestsInFlight }: Connection): boolean {
  return requestsInFlight > 0
}

/** What the front door asks of its connections. */
export type Connections = {
  /** Whether a request on this connection may be served; otherwise only a probe may. */
  hasPlace(socket: Socket): boolean
  /** How many are open, from the head of a request to the end of its response (`busy`) and between requests (`idle`). */
  count(): { busy: number; idle: number }
}

/** Bounds the connections of a server from now on. */
export function boundConnections(server: Server, { maxConnections, peersAreClients }: ConnectionLimits): Connections {
  const placesOfNetwork = Math.ceil(maxConnections / 2)
  /** In the order in which they became idle. */
  const connections = new Map<Socket, Connection>()

  const sharesOf = ({ network }: Connection): Share[] => {
    // Most of the time there is room for all.
    if (connections.size <= placesOfNetwork - keptForProbes) return []
    const all = [...connections.values()]
    const ofNetwork = { connections: all.filter((one) => one.network === network), places: placesOfNetwork }
    return [...(peersAreClients ? [ofNetwork] : []), { connections: all, places: maxConnections }]
  }
  const makeRoom = (connection: Connection) => {
    const find = () => sharesOf(connection).map(findSurplus).find(Boolean)
    for (let surplus = find(); surplus; surplus = find()) {
      connections.delete(surplus.socket)
      surplus.socket.destroy()
      connectionsClosed.inc()
    }
  }

  server.on('connection', (socket: Socket) => {
    const network = peersAreClients ? networkOf(socket.remoteAddress ?? '') : undefined
    const connection: Connection = { socket, network, requestsInFlight: 0, bytesReadWhenIdle: 0 }
    connections.set(socket, connection)
    socket.once('close', () => connections.delete(socket))
    // Once the requests that came in the same turn of the event loop were read: their connections are not idle.
    setImmediate(makeRoom, connection)
  })

  const trackRequest = (incoming: IncomingMessage, response: ServerResponse) => {
    const { socket } = incoming
    const connection = connections.get(socket)
    if (!connection) return
    connection.requestsInFlight += 1
    let streamsOpen = 2
    const end = () => {
      streamsOpen -= 1
      if (streamsOpen > 0) return
      connection.requestsInFlight -= 1
      connection.bytesReadWhenIdle = socket.bytesRead
      // As the latest of them.
      if (connections.delete(socket)) connections.set(socket, connection)
    }
    // The rest of a body may still arrive when its request is answered.
    incoming.once('close', end)
    response.once('close', end)
  }
  // Before the front door's own listener, which asks for the place.
  server.prependListener('request', trackRequest)
  server.prependListener('checkExpectation', trackRequest)

  return {
    hasPlace: (socket) => {
      const connection = connections.get(socket)
      return connection === undefined || !sharesOf(connection).some(isOverfull)
    },
    count: () => {
      const busy = [...connections.values()].filter(isBusy).length
      return { busy, idle: connections.size - busy }
    },
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
