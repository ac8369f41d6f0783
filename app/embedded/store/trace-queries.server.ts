import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type Sql, type Store, sqlState } from './store.server'

const tracer = trace.getTracer('madang')

/** Traces each transaction and statement by the semantic conventions for databases. */
export function traceQueries(store: Store): Store {
  const system = store.kind === 'postgres' ? 'postgresql' : 'pglite'
  return {
    ...store,
    ...traceSql(store, system),
    tx: (work) =>
      runInSpan('TRANSACTION', { 'db.system.name': system }, () => store.tx((sql) => work(traceSql(sql, system)))),
  }
}

function traceSql(sql: Sql, system: string): Sql {
  const attributes = (text: string): Attributes => ({ 'db.system.name': system, 'db.query.text': text.trim() })
  return {
    query: (text, values) => runInSpan(operationOf(text), attributes(text), () => sql.query(text, values)),
    longQuery: (text, values) => runInSpan(operationOf(text), attributes(text), () => sql.longQuery(text, values)),
    exec: (text) => sql.exec(text),
  }
}

function operationOf(text: string): string {
  return (/\w+/.exec(text)?.[0] ?? 'SQL').toUpperCase()
}

async function runInSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!trace.getActiveSpan()) return work()
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    markFailed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** The error's message may contain data. */
function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', sqlState(error) ?? (error instanceof Error ? error.name : 'unknown'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
