import { z } from 'zod'
import { Empty, Id, IdParams, requiredText, text } from '../../core/fields.ts'
import { LineDecision, LineGroup } from './line-groups.ts'
import { LineState, OrderStatus } from './orders.ts'
import { defineRoutes } from '../../core/route.ts'

/** Most views of one person on each side. */
export const MAX_VIEWS = 20

/** Filters of the lists of orders, lines and shipments; periods are not stored because they pass. */
export const OrderView = z.strictObject({
  tab: text(20).optional(),
  q: text(100).optional(),
  status: OrderStatus.optional(),
  group: LineGroup.optional(),
  state: LineState.optional(),
  late: z.literal('true').optional(),
  decision: LineDecision.optional(),
  shipment: text(20).optional(),
  consignee: Id.optional(),
  contractor_id: Id.optional(),
  manager_id: Id.optional(),
  companies: z.literal('all').optional(),
  sort: text(20).optional(),
})
export type OrderView = z.infer<typeof OrderView>

/** View with its name. */
export const NewView = z.strictObject({ name: requiredText(60), filter: OrderView })

export const SavedOrderView = z.object({ id: Id, name: z.string(), filter: OrderView })
export type SavedOrderView = z.infer<typeof SavedOrderView>

const PATH = '/api/v1/order-views'

/** «Виды»: stored per person and company. */
export const orderViewRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Свои виды списков заказов по названию',
    access: 'orders:read',
    reply: z.object({ results: z.array(SavedOrderView) }),
  },
  save: {
    method: 'POST',
    path: PATH,
    summary: 'Сохранить отбор под названием; вид с тем же названием заменяется',
    access: 'orders:read',
    selfOnly: true,
    body: NewView,
    reply: z.object({ id: Id }),
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить вид',
    access: 'orders:read',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
})
