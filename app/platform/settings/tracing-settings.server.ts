import { z } from 'zod'
import { SettingError } from './setting-error.server'
import { urlWith } from './setting-kinds.server'

export type TracingProtocol = 'http/protobuf' | 'http/json'

const boolean = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false'], 'must be true or false'))
const exporter = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['otlp', 'none'], 'must be otlp or none'))
const protocol = z.enum(['http/protobuf', 'http/json'], 'must be http/protobuf or http/json')
const endpoint = urlWith(['http:', 'https:'])

/** The standard OpenTelemetry variables that decide whether traces are sent. The SDK reads the others. */
const tracingVariables = z.object({
  OTEL_SDK_DISABLED: boolean.optional(),
  OTEL_TRACES_EXPORTER: exporter.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
})

/** Reads the OpenTelemetry variables. Returns undefined if tracing is off. @throws SettingError */
export function readTracing(nonEmpty: (name: string) => string | undefined): { protocol: TracingProtocol } | undefined {
  if (nonEmpty('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  if (nonEmpty('OTEL_TRACES_EXPORTER')?.toLowerCase() === 'none') return undefined
  const raw = Object.fromEntries(Object.keys(tracingVariables.shape).map((name) => [name, nonEmpty(name)]))
  const parsed = tracingVariables.safeParse(raw)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingError(String(issue?.path[0]), issue?.message ?? 'is wrong')
  }
  const values = parsed.data
  const isWanted =
    values.OTEL_TRACES_EXPORTER ?? values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (isWanted === undefined) return undefined
  return {
    protocol: values.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? values.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
  }
}
