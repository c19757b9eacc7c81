import { z } from 'zod'
import { Day, Empty, IdParams, LinkToken, Moment } from '../../core/fields.ts'
import { keysOf } from '../../core/keys.ts'
import { defineRoutes } from '../../core/route.ts'
import { PARCEL_STAGES } from './parcel.ts'

/** Days that a link works after it was created. */
export const PART_LINK_DAYS = 90

/** A line for the owner of a car: no prices, no article, no supplier. */
export const PartStatus = z.object({
  /** Name of the goods. */
  name: z.string(),
  qty: z.number(),
  unit: z.string(),
  /** Workshop that ordered the part. */
  company: z.string(),
  /** Steps reached and ahead; `null` when the part will not arrive. */
  steps: z.array(z.object({ stage: z.enum(keysOf(PARCEL_STAGES)), at: Moment.nullable() })).nullable(),
  expected_date: Day,
  /** True when the expected day has passed and the part has not arrived. */
  is_late: z.boolean(),
})
export type PartStatus = z.infer<typeof PartStatus>

const LINK = '/api/v1/order-lines/:id/link'

/** Links «Где деталь»: a page about one line of an order that needs no account. */
export const partLinkRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: LINK,
    summary: 'Есть ли действующая ссылка «Где деталь» на строку заказа',
    access: 'orders:read',
    params: IdParams,
    reply: z.object({ created_at: Moment.nullable() }),
  },
  create: {
    method: 'POST',
    path: LINK,
    summary: 'Создать ссылку «Где деталь»; прежняя ссылка на эту строку перестаёт действовать',
    access: 'orders:read',
    params: IdParams,
    reply: z.object({ token: LinkToken }),
    status: 201,
  },
  revoke: {
    method: 'DELETE',
    path: LINK,
    summary: 'Отозвать ссылку «Где деталь»',
    access: 'orders:read',
    params: IdParams,
    reply: Empty,
  },
  read: {
    method: 'POST',
    path: '/api/v1/part-links/read',
    summary: 'Где деталь: без входа на портал, без цен',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: PartStatus,
  },
})
