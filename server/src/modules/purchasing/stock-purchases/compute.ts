import type { ServiceLevel } from '@artikul/contract/purchasing/stock-purchases'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { readVatRates } from '../../companies/index.ts'
import * as queries from './compute.queries.ts'
import { lockPurchaseSettings, selectPurchaseSettings, setComputed } from './settings.queries.ts'

const DAY_MS = 86_400_000

/** Quantiles of the standard normal distribution. */
const QUANTILES: Record<ServiceLevel, number> = { '80': 0.842, '90': 1.282, '95': 1.645, '98': 2.054, '99': 2.326 }

/** Recomputes the proposals of these products, or of all; the period ends yesterday. */
export async function refreshProposals(tx: Transaction<DB>, productIds: readonly number[] | null, now: Date) {
  const settings = await selectPurchaseSettings(tx)
  const warehouseId = settings.warehouse_id ?? (await queries.selectFirstOwnWarehouse(tx))?.id
  if (warehouseId === undefined) return
  const today = moscowDate(now)
  const rate = (await readVatRates(tx))('osno', today)
  await queries.computeProposals(tx, {
    now,
    from: moscowDate(new Date(now.getTime() - settings.demand_days * DAY_MS)),
    to: today,
    demandDays: settings.demand_days,
    z: QUANTILES[String(settings.service_percent) as ServiceLevel], // the column's CHECK allows nothing else
    coverDays: settings.cover_days,
    minDemandDays: settings.min_demand_days,
    warehouseId,
    vatPercent: rate === 'none' ? 0 : Number(rate),
    productIds,
  })
}

/** Recomputes all proposals once a day, or when it was requested. */
export async function computeDaily(db: Kysely<DB>, now: Date) {
  const { computed_at: at } = await selectPurchaseSettings(db)
  if (at !== null && moscowDate(at) >= moscowDate(now)) return
  await db.transaction().execute(async (tx) => {
    // Settings saved meanwhile wait, and request the next computation.
    await lockPurchaseSettings(tx)
    await refreshProposals(tx, null, now)
    await setComputed(tx, now)
  })
}
