import type { BoundedSource } from '~/values/read-bounded'

/** A call as a POST of JSON; a web-standard Request costs more than sending it. */
export type UpstreamRequest = {
  path: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
}

export type UpstreamResponse = { status: number; headers: { get(name: string): string | null }; body: BoundedSource }

export type UpstreamFetch = (request: UpstreamRequest) => Promise<UpstreamResponse>
