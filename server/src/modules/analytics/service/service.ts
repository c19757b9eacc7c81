import type { ServiceReport } from '@artikul/contract/analytics/sales'
import type { Db } from '../../../platform/db/index.ts'
import { selectReasons, selectService, type ServiceSums } from './service.queries.ts'

const REASONS_LIMIT = 20

const shareOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000))

const present = (sums: Omit<ServiceSums, 'id' | 'name'>) => ({
  lines_count: sums.lines_count,
  filled_share: shareOf(sums.shipped_count, sums.lines_count),
  on_time_share: shareOf(sums.on_time_count, sums.dated_count),
  refused_count: sums.refused_count,
  refused_kop: sums.refused_kop,
})

/** Reads how the orders of the period were fulfilled, by supplier, with the reasons of refusals. */
export async function readService(db: Db, { from, to }: { from: string; to: string }): Promise<ServiceReport> {
  const [rows, reasons] = await Promise.all([selectService(db, from, to), selectReasons(db, from, to, REASONS_LIMIT)])
  const sum = (of: (row: ServiceSums) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    totals: present({
      lines_count: sum((row) => row.lines_count),
      shipped_count: sum((row) => row.shipped_count),
      dated_count: sum((row) => row.dated_count),
      on_time_count: sum((row) => row.on_time_count),
      refused_count: sum((row) => row.refused_count),
      refused_kop: sum((row) => row.refused_kop),
    }),
    rows: rows.map(({ id, name, ...sums }) => ({ id, name, ...present(sums) })),
    reasons,
  }
}
