import { z } from 'zod'
import { Empty, Id, IdParams, Moment, requiredText } from '../../core/fields.ts'
import { defineRoutes } from '../../core/route.ts'

/** Most templates of one company. */
export const MAX_TEMPLATES = 100

export const OrderTemplate = z.object({
  id: Id,
  name: z.string(),
  lines_count: z.int(),
  created_at: Moment,
  /** Person who saved or renamed the template last. */
  by: z.string(),
})
export type OrderTemplate = z.infer<typeof OrderTemplate>

const Named = z.strictObject({ name: requiredText(60) })
const PATH = '/api/v1/order-templates'

/** «Шаблоны заказов» of the current company: shared by all its people, with the same lines. */
export const orderTemplateRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Шаблоны заказов компании по названию',
    access: 'cart:use',
    reply: z.object({ results: z.array(OrderTemplate) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Сохранить текущую корзину или заказ как шаблон',
    access: 'cart:use',
    /** `order_id` null: all lines of the current cart that this person sees. */
    body: Named.extend({ order_id: Id.nullable() }),
    reply: z.object({ id: Id, lines_count: z.int() }),
    status: 201,
  },
  rename: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Переименовать шаблон',
    access: 'cart:use',
    params: IdParams,
    body: Named,
    example: { name: 'Любой' },
    reply: Empty,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить шаблон',
    access: 'cart:use',
    params: IdParams,
    reply: Empty,
  },
  restore: {
    method: 'POST',
    path: `${PATH}/:id/restore`,
    summary: 'Отменить удаление шаблона: 10 секунд и только тому, кто его удалил',
    access: 'cart:use',
    params: IdParams,
    reply: Empty,
  },
  toList: {
    method: 'POST',
    path: `${PATH}/:id/list`,
    summary: 'Заказать по шаблону: его строки списком, по сегодняшним ценам',
    access: 'cart:use',
    params: IdParams,
    /** Destination of the bulk order; `null` for the usual point. */
    body: z.strictObject({ consignee_id: Id.nullable() }),
    example: { consignee_id: null },
    reply: z.object({ id: Id }),
    status: 201,
  },
})
