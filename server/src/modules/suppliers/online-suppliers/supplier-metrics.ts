import { ANSWER_STEPS_MS } from '@artikul/contract/suppliers/online-suppliers'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Outcome of a query; `refused` was not sent because the supplier is paused or a rate limit was reached. */
export type QueryOutcome = 'answered' | 'failed' | 'timed_out' | 'refused'

/** Metrics of suppliers. */
export interface SupplierMeters {
  searched: (supplierId: number, outcome: QueryOutcome) => void
  took: (supplierId: number, ms: number) => void
  ordered: (supplierId: number, outcome: QueryOutcome) => void
}

/** Registers metrics with suppliers labelled by id, because their names must not leave the portal. */
export function measureSuppliers(
  metrics: Registry,
  lines: () => Iterable<readonly [id: number, isResting: boolean]>,
): SupplierMeters {
  const registers = [metrics]
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['supplier', 'outcome'], registers })
  const searches = counter('artikul_supplier_searches_total', 'Questions of searches to a supplier')
  const orders = counter('artikul_supplier_orders_total', 'Calls of ordering to a supplier')
  const answers = new Histogram({
    name: 'artikul_supplier_answer_seconds',
    help: 'How long a supplier takes to answer a search',
    labelNames: ['supplier'],
    buckets: ANSWER_STEPS_MS.map((ms) => ms / 1000),
    registers,
  })
  new Gauge({
    name: 'artikul_supplier_resting',
    help: 'Whether a supplier is left alone after failures',
    labelNames: ['supplier'],
    registers,
    collect() {
      for (const [id, isResting] of lines()) this.set({ supplier: String(id) }, Number(isResting))
    },
  })
  return {
    searched: (id, outcome) => searches.inc({ supplier: String(id), outcome }),
    took: (id, ms) => answers.observe({ supplier: String(id) }, ms / 1000),
    ordered: (id, outcome) => orders.inc({ supplier: String(id), outcome }),
  }
}
