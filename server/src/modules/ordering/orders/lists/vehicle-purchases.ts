import type { CompanyScope } from '../../../../platform/access/index.ts'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { pageOf, paginationOf } from '../../../../platform/paging.ts'
import { readVehicle } from '../../../companies/index.ts'
import { selectVehiclePurchases } from './vehicle-purchases.queries.ts'

/**
 * Lists what the company bought for its vehicle, within the person's rights.
 * @throws AppError `not_found` for another company's vehicle
 */
export async function listVehiclePurchases(
  db: Db,
  member: CompanyScope,
  vehicleId: number,
  query: Parameters<typeof pageOf>[0],
) {
  await readVehicle(db, member, vehicleId)
  const page = pageOf(query)
  const { rows, total } = await selectVehiclePurchases(db, member, vehicleId, page)
  const results = rows.map(({ id, order_id, number, created_at, ...line }) => ({
    ...line,
    line_id: id,
    order: { id: order_id, number },
    ordered_on: moscowDate(created_at),
  }))
  return { results, pagination: paginationOf(page, total) }
}
