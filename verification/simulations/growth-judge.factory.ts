/** Sample of the portal at one moment. */
export interface Sample {
  /** Simulated hours since the beginning. */
  hour: number
  /** Memory of the process including garbage. */
  rssMb: number
  /** Memory after garbage collection. */
  heldMb: number
  /** Tables by name; `bytes` includes indexes and overflow storage. */
  tables: ReadonlyMap<string, { rows: number; bytes: number }>
}

/** Tables that grow with activity and are stored for days or permanently. */
const KEPT_TABLES: ReadonlySet<string> = new Set([
  // orders, documents and their events
  'orders',
  'order_lines',
  'order_line_allocations',
  'line_transitions',
  'invoices',
  'invoice_orders',
  'document_numbers',
  'procurement_queue',
  'supplier_orders',
  'supplier_order_lines',
  'supplier_line_events',
  'change_approvals',
  'change_approval_links',
  'purchases',
  // handles for ordering each offer once received from a supplier
  'sealed_offer_tokens',
  // lists, up to fifty of each person
  'bulk_orders',
  'bulk_order_rows',
  // price lists: files for seven days, reports for thirty, imports permanently
  'price_imports',
  'price_import_offers',
  'price_changes',
  'price_change_rows',
  // audit log, events, emails, keys, sessions
  'audit_log',
  'events',
  'notification_digests',
  'emails',
  'mail_files',
  'idempotency_keys',
  'refresh_tokens',
  'one_time_tokens',
  // searches, whose old months are dropped, and figures computed from them and from sales
  'search_events',
  'demand_days',
  'demand_months',
  'sales_days',
  'sales_months',
  // supplier response statistics, sign-in attempts and password requests: for a day
  'online_supplier_minutes',
  'sign_in_failures',
])

/** Pages that a table gains from being written to and later gives back are not growth up to this size. */
const SLACK_BYTES = 2 * 1024 * 1024
const SLACK_SHARE = 1.25
const SLACK_ROWS = 50

/** Finds tables that grew from the middle to the end although nothing in them is retained, with their gain. */
export function findGrowing(samples: readonly Sample[], kept: ReadonlySet<string> = KEPT_TABLES) {
  const [middle, last] = [samples[Math.floor(samples.length / 2)], samples.at(-1)]
  return [...(last?.tables ?? [])].flatMap(([name, { rows, bytes }]) => {
    const was = middle?.tables.get(name) ?? { rows: 0, bytes: 0 }
    const isLarger = bytes > was.bytes * SLACK_SHARE + SLACK_BYTES
    const isLonger = rows > was.rows * SLACK_SHARE + SLACK_ROWS
    return !kept.has(name) && (isLarger || isLonger) ? [{ name, was, now: { rows, bytes } }] : []
  })
}

/** Computes memory growth per hour over the second half by least squares. */
export function slopeMbPerHour(points: readonly { hour: number; mb: number }[]): number {
  const half = points.slice(Math.floor(points.length / 2))
  const mean = (of: (point: { hour: number; mb: number }) => number) =>
    half.reduce((sum, point) => sum + of(point), 0) / half.length
  const [hour, mb] = [mean((one) => one.hour), mean((one) => one.mb)]
  const spread = half.reduce((sum, one) => sum + (one.hour - hour) ** 2, 0)
  return spread === 0 ? 0 : half.reduce((sum, one) => sum + (one.hour - hour) * (one.mb - mb), 0) / spread
}
