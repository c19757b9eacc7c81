import { z } from 'zod'
import { Day, Id, IdParams, listOf, Numbered, pageQuery, ShownKop } from '../../core/fields.ts'
import { defineRoutes } from '../../core/route.ts'

/** Order line bought for a vehicle. */
export const VehiclePurchase = z.object({
  line_id: Id,
  order: Numbered,
  ordered_on: Day,
  code: z.string(),
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.number(),
  price_kop: ShownKop,
})
export type VehiclePurchase = z.infer<typeof VehiclePurchase>

export const vehiclePurchaseRoutes = defineRoutes({
  ofVehicle: {
    method: 'GET',
    path: '/api/v1/vehicles/:id/purchases',
    summary: 'Что заказано для машины, новое сверху',
    access: 'vehicles:read',
    params: IdParams,
    query: z.strictObject(pageQuery),
    reply: listOf(VehiclePurchase),
  },
})
