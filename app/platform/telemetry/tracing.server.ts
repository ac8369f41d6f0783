import { setTimeout as sleep } from 'node:timers/promises'
import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { config } from '../settings/config.server'
import { log } from './log.server'

/** The OpenTelemetry SDK. Import this file only dynamically, so that sites without tracing don't load it. */

/** Sends spans to a collector. @returns a function that sends the remaining spans within two seconds */
export function startTracing({ protocol }: NonNullable<typeof config.tracing>, version: string): () => Promise<void> {
  const warn = (message: string) => log.warn({ why: message.slice(0, maxReasonCharacters) }, 'traces not sent')
  const ignore = () => undefined
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()
  const provider = new NodeTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'madang', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  // No propagator is needed, because trace.server.ts reads and writes the trace context, with or without the SDK.
  provider.register({ propagator: null })
  return async () => {
    const stopped = provider.shutdown().catch((error: unknown) => warn(String(error)))
    // Without this limit, an unreachable collector would delay the exit until the drain deadline.
    await Promise.race([stopped, sleep(lastExportMs)])
  }
}

const maxReasonCharacters = 300
const lastExportMs = 2_000
