import { trace } from '@opentelemetry/api'
import type { ServerInstrumentation } from 'react-router'
import { markFailed, startInternalSpan, withinSpan } from './trace.server'

type HandlerResult = { status: string; error: unknown }

/** A span for each loader and each action of a traced request, named by its route: `loader cashier/deposit`. */
export const routeSpans: ServerInstrumentation = {
  route({ id, instrument }) {
    instrument({ loader: (run) => runInSpan(`loader ${id}`, run), action: (run) => runInSpan(`action ${id}`, run) })
  },
}

async function runInSpan(name: string, run: () => Promise<HandlerResult>): Promise<void> {
  // A probe or a file has no span.
  const span = trace.getActiveSpan() && startInternalSpan(name)
  const { error } = await withinSpan(span, run)
  if (!span) return
  // Redirects and error pages are thrown too, as responses.
  if (error instanceof Error) markFailed(span, error.name)
  span.end()
}
