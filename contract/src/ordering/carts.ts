import { z } from 'zod'
import { Empty, Id, IdParams, requiredText, ShownKop } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Carts that one company keeps at once. */
export const MAX_CARTS = 50
/** Lines that are priced at once to tell the sums of carts: a cart that goes beyond tells none. */
export const MAX_SUMMED_LINES = 1000

export const CartBrief = z.object({
  id: Id,
  name: z.string(),
  /** «Основная»: it is always there. */
  is_main: z.boolean(),
  /** The one that this person works with. */
  is_current: z.boolean(),
  /** Lines that this person sees. */
  lines_count: z.int(),
})
export type CartBrief = z.infer<typeof CartBrief>

const Named = z.strictObject({ name: requiredText(60) })
const PATH = '/api/v1/carts'

/** «Корзины»: named carts of the current company, seen by all its people within their delivery points. */
export const cartsRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Корзины компании',
    access: 'cart:use',
    reply: z.object({ results: z.array(CartBrief) }),
  },
  sums: {
    method: 'GET',
    path: `${PATH}/sums`,
    summary: 'Суммы корзин по ценам на сегодня, пока в них вместе не больше 1 000 строк',
    access: 'cart:use',
    reply: z.object({ results: z.array(z.object({ id: Id, total_sum_kop: ShownKop })) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Создать корзину и, если нужно, перейти в неё',
    access: 'cart:use',
    body: Named.extend({ choose: z.boolean().default(true) }),
    reply: z.object({ id: Id }),
    status: 201,
  },
  rename: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Переименовать корзину',
    access: 'cart:use',
    params: IdParams,
    body: Named,
    example: { name: 'Любая' },
    reply: Empty,
  },
  choose: {
    method: 'POST',
    path: `${PATH}/:id/choose`,
    summary: 'Перейти в корзину: дальше строки добавляются в неё',
    access: 'cart:use',
    params: IdParams,
    reply: z.object({ cart_lines: z.int() }),
  },
  file: {
    method: 'GET',
    path: `${PATH}/:id/file`,
    summary: 'Корзина в XLSX: её же можно загрузить списком',
    access: 'cart:use',
    params: IdParams,
    reply: FILE,
  },
  take: {
    method: 'POST',
    path: `${PATH}/:id/lines`,
    summary: 'Перенести или скопировать в корзину строки других корзин',
    access: 'cart:use',
    params: IdParams,
    body: z.strictObject({ line_ids: z.array(Id).min(1, 'Выберите строки').max(5000), copy: z.boolean() }),
    /** Lines that went there; those that were there already are none of them. */
    example: { line_ids: [1], copy: true },
    reply: z.object({ taken: z.int() }),
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить корзину: её строки переходят в «Основную»',
    access: 'cart:use',
    params: IdParams,
    reply: z.object({ moved: z.int() }),
  },
})
