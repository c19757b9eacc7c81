import { z } from 'zod'
import { Day, Id, Moment, PathId } from '../core/fields.ts'
import { OrderLineItem } from '../ordering/orders/order-lists.ts'
import { defineRoutes } from '../core/route.ts'

/** Late lines that the home page shows; the list of lines has the rest. */
export const MAX_LATE = 6
/** Delivery points and runs of today that it shows. */
export const MAX_COMING_TODAY = 12
/** Hours of ordering that it counts down to. */
export const MAX_CUTOFFS = 5
/** Delivery points that are told by name beside an hour. */
export const MAX_NAMED_POINTS = 3

/** A line whose goods have not left, though their guaranteed day is over. */
export const LateLine = OrderLineItem.pick({
  id: true,
  order_id: true,
  order_number: true,
  consignee: true,
  product_code: true,
  brand: true,
  article: true,
  name: true,
  client_ref: true,
  unit: true,
  parts: true,
}).extend({
  guaranteed_date: Day,
  /** Days since the expected day: at least one. */
  late_days: z.int().positive(),
})
export type LateLine = z.infer<typeof LateLine>

/** Lines of one delivery point that come today by one run; a line that is split is counted in each of its own places. */
export const ComingGroup = z.object({
  consignee_id: Id,
  consignee: z.string(),
  /** «Рейс 10:00», «Перевозчик: ПЭК»; empty: the buyer collects it himself. */
  wave: z.string(),
  /** False: today's runs have left, and it goes with that of another day. */
  leaves_today: z.boolean(),
  lines_count: z.int(),
  in_work: z.int(),
  in_transit: z.int(),
  ready: z.int(),
  /** Has left today and is not received yet. */
  shipped: z.int(),
})
export type ComingGroup = z.infer<typeof ComingGroup>

const bounded = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total_count: z.int(),
    /** There are more than were counted. */
    has_more: z.boolean(),
  })

export const HomeToday = z.object({ late: bounded(LateLine), coming: bounded(ComingGroup) })
export type HomeToday = z.infer<typeof HomeToday>

/** An hour of today that delivery points order before. */
export const PointsCutoff = z.object({
  /** «рейса 16:00», «склада Москва, Южный». */
  of: z.string(),
  at: Moment,
  points: z.array(z.string()),
  points_count: z.int(),
})
export type PointsCutoff = z.infer<typeof PointsCutoff>

const PATH = '/api/v1/home'

/** The home page of a client: what of his current company's is late, what comes today and what is to be ordered soon. */
export const homeRoutes = defineRoutes({
  today: {
    method: 'GET',
    path: PATH,
    summary: '«Опаздывают» и «Придёт сегодня»: строки текущего покупателя по своим грузополучателям',
    access: 'home:read',
    reply: HomeToday,
  },
  cutoffs: {
    method: 'GET',
    path: `${PATH}/cutoffs`,
    summary: 'Ближайшие отсечки сегодня у остальных точек, кроме той, для которой посчитаны сроки',
    access: 'home:read',
    query: z.strictObject({ consignee_id: PathId.optional() }),
    reply: z.object({ results: z.array(PointsCutoff) }),
  },
})
