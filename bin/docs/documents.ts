import alerts from '../../deploy/prometheus/alerts.yml?raw'
import backoffice from '../../docs/backoffice.md?raw'
import dataCare from '../../docs/data-care.md?raw'
import settings from '../../docs/settings.md?raw'
import introduction from '../upstream/introduction.md?raw'
import { createReference } from '../upstream/markdown'
import { withColumnClasses, withCommands, withSettings } from './made-parts'

const prometheusRule = `# Made from deploy/prometheus/alerts.yml by npm run docs.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: madang
  namespace: madang
  labels: { app.kubernetes.io/name: madang }
spec:
${alerts.slice(alerts.indexOf('groups:')).replace(/^(?=.)/gm, '  ')}`

export { createOpenApi } from '../upstream/openapi'

/** Returns the documents in the repository that are made from the code, whole or in part, by path. `npm run docs` writes them. */
export function createDocuments(): Readonly<Record<string, string>> {
  return {
    'docs/upstream.md': createReference(introduction),
    'docs/settings.md': withSettings(settings),
    'docs/data-care.md': withColumnClasses(dataCare),
    'docs/backoffice.md': withCommands(backoffice),
    'deploy/kubernetes/monitoring/prometheus-rule.yaml': prometheusRule,
  }
}
