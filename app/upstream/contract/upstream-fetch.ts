import type { BoundedSource } from '~/values/read-bounded'

/** A call as it is sent: a POST of JSON. It is no web-standard Request, which costs more than to send it. */
export type UpstreamRequest = {
  /** The path below the upstream's base, with a slash at its start. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
}

/** What came back. A web-standard Response is one. */
export type UpstreamResponse = {
  status: number
  headers: { get(name: string): string | null }
  /** Decompressed. */
  body: BoundedSource
}

export type UpstreamFetch = (request: UpstreamRequest) => Promise<UpstreamResponse>
