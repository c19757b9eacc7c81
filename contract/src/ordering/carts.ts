import { z } from 'zod'
import { Empty, Id, IdParams, requiredText, ShownKop } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Most carts of one company. */
export const MAX_CARTS = 50
/** Most lines priced at once to compute the sums of carts; larger carts show no sum. */
export const MAX_SUMMED_LINES = 1000

export const CartBrief = z.object({
  id: Id,
  name: z.string(),
  /** «Основная»: the cart that always exists. */
  is_main: z.boolean(),
  /** Cart that this person currently uses. */
  is_current: z.boolean(),
  /** Lines visible to this person. */
  lines_count: z.int(),
})
export type CartBrief = z.infer<typeof CartBrief>

const Named = z.strictObject({ name: requiredText(60) })
const PATH = '/api/v1/carts'

/** «Корзины»: named carts of the current company, visible to all its people within their consignees. */
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
  restore: {
    method: 'POST',
    path: `${PATH}/:id/restore`,
    summary: 'Отменить удаление корзины: 10 секунд и только тому, кто её удалил',
    access: 'cart:use',
    params: IdParams,
    reply: Empty,
  },
})
