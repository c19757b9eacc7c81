import { z } from 'zod'
import { Day, Empty, Id, IdParams, Kop, requiredText, text, Version, Weekdays } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Время в виде 10:00')

/** Run of the supplier's car: weekdays (ISO, Monday is 1), departure time, and cutoff for ordering. */
export const DeliveryRun = z
  .strictObject({
    /** «Рейс 10:00» */
    name: requiredText(50),
    weekdays: Weekdays,
    leaves_at: time,
    order_before: time,
  })
  .refine(({ order_before, leaves_at }) => order_before <= leaves_at, {
    path: ['order_before'],
    message: 'Не позже отправления',
  })
export type DeliveryRun = z.infer<typeof DeliveryRun>

const deliveryRunFields = z
  .array(DeliveryRun)
  .max(20, 'Не больше 20 рейсов')
  .refine((all) => {
    const names = all.map(({ name }) => name).filter((name) => name !== '')
    return new Set(names).size === names.length
  }, 'Название рейса повторяется')

export const NewZone = z.strictObject({
  name: requiredText(100),
  note: text(500),
  runs: deliveryRunFields,
  /** Price of a day's delivery to a point, in kopecks with VAT; 0 for free delivery. */
  charge_kop: Kop.min(0, 'Укажите сумму').max(100_000_00, 'Не больше 100 000 ₽'),
  /** Sum of a day's orders from which delivery is free; `null` when it is always charged. */
  free_from_kop: Kop.min(1, 'Укажите сумму').max(100_000_000_00).nullable(),
  /** Sum of a day's orders below which nothing is delivered; 0 for no minimum. */
  minimum_kop: Kop.min(0, 'Укажите сумму').max(100_000_000_00),
})
export type NewZone = z.infer<typeof NewZone>

export const ZonePatch = z.strictObject({ version: Version, ...NewZone.partial().shape })
export type ZonePatch = z.infer<typeof ZonePatch>

export const Zone = z.object({
  id: Id,
  name: z.string(),
  note: z.string(),
  runs: z.array(DeliveryRun),
  charge_kop: Kop,
  free_from_kop: Kop.nullable(),
  minimum_kop: Kop,
  /** Delivery points in the zone. */
  consignees_count: z.int(),
  version: Version,
})
export type Zone = z.infer<typeof Zone>

export const deliveryRoutes = defineRoutes({
  zones: {
    method: 'GET',
    path: '/api/v1/delivery/zones',
    summary: 'Зоны доставки и рейсы',
    access: 'delivery:read',
    reply: z.object({ results: z.array(Zone) }),
  },
  createZone: {
    method: 'POST',
    path: '/api/v1/delivery/zones',
    summary: 'Новая зона доставки',
    access: 'delivery:manage',
    body: NewZone,
    reply: z.object({ id: Id }),
    status: 201,
  },
  updateZone: {
    method: 'PATCH',
    path: '/api/v1/delivery/zones/:id',
    summary: 'Изменение зоны и её рейсов',
    access: 'delivery:manage',
    params: IdParams,
    body: ZonePatch,
    example: { version: 1 },
    reply: z.object({ version: Version }),
  },
  removeZone: {
    method: 'DELETE',
    path: '/api/v1/delivery/zones/:id',
    summary: 'Удаление зоны, в которой нет грузополучателей',
    access: 'delivery:manage',
    params: IdParams,
    reply: Empty,
  },
  calendar: {
    method: 'GET',
    path: '/api/v1/delivery/calendar',
    summary: 'Нерабочие дни года',
    access: 'delivery:read',
    query: z.strictObject({
      year: z
        .string()
        .regex(/^20\d\d$/, 'Неверный год')
        .transform(Number),
    }),
    reply: z.object({ days_off: z.array(Day) }),
  },
  changeCalendar: {
    method: 'PATCH',
    path: '/api/v1/delivery/calendar',
    summary: 'Рабочие и нерабочие дни',
    access: 'delivery:manage',
    body: z.strictObject({
      days: z
        .array(z.strictObject({ day: Day, is_off: z.boolean() }))
        .min(1, 'Выберите дни')
        .max(366),
    }),
    reply: Empty,
  },
})
