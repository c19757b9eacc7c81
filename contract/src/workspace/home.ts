import { z } from 'zod'
import { Day, Id, Moment, PathId } from '../core/fields.ts'
import { OrderLineItem } from '../ordering/orders/order-lists.ts'
import { defineRoutes } from '../core/route.ts'

/** Most late lines on the home page; the list of lines has the rest. */
export const MAX_LATE = 6
/** Most consignees and runs of today shown. */
export const MAX_COMING_TODAY = 12
/** Most cutoffs of today counted down to. */
export const MAX_CUTOFFS = 5
/** Most consignees named beside a cutoff. */
export const MAX_NAMED_POINTS = 3

/** Line not shipped although its guaranteed day is over. */
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

/** Lines of one consignee arriving today by one run; a split line is counted at each of its places. */
export const ComingGroup = z.object({
  consignee_id: Id,
  consignee: z.string(),
  /** «Рейс 10:00», «Перевозчик: ПЭК»; empty when the client collects the goods. */
  delivery_run: z.string(),
  /** False when today's runs have left and it goes with a later one. */
  leaves_today: z.boolean(),
  lines_count: z.int(),
  in_work: z.int(),
  in_transit: z.int(),
  ready: z.int(),
  /** Shipped today and not received yet. */
  shipped: z.int(),
})
export type ComingGroup = z.infer<typeof ComingGroup>

const bounded = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    total_count: z.int(),
    /** True when more exist than were counted. */
    has_more: z.boolean(),
  })

export const HomeToday = z.object({ late: bounded(LateLine), coming: bounded(ComingGroup) })
export type HomeToday = z.infer<typeof HomeToday>

/** Cutoff of today shared by several consignees. */
export const PointsCutoff = z.object({
  /** «рейса 16:00», «склада Москва, Южный». */
  of: z.string(),
  at: Moment,
  points: z.array(z.string()),
  points_count: z.int(),
})
export type PointsCutoff = z.infer<typeof PointsCutoff>

const PATH = '/api/v1/home'

/** Home page of a client: late lines of the current company, arrivals of today and upcoming cutoffs. */
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
