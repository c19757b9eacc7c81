import { z } from 'zod'
import { Empty, Id, IdParams, requiredText, Version } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

const MAX_HUNDREDTHS = 1_000_000

/** Percent in hundredths: 18,5 % is 1850. */
export const Percent = z
  .int('Укажите процент')
  .min(0, 'Процент не бывает меньше нуля')
  .max(MAX_HUNDREDTHS, 'Не больше 10 000 %')
export const PriceGroupFields = z.strictObject({
  name: requiredText(100),
  markup_hundredths: Percent,
  /** Prices of the column are rounded up to a whole ruble. */
  rounds_to_ruble: z.boolean(),
})
export type PriceGroupFields = z.infer<typeof PriceGroupFields>
export const PriceGroup = z.object({
  id: Id,
  version: Version,
  ...PriceGroupFields.shape,
  contractors_count: z.int(),
  conditions_count: z.int(),
  /** Own prices of goods in the column, which the accounting system sets. */
  prices_count: z.int(),
})
export type PriceGroup = z.infer<typeof PriceGroup>

export const PriceSettings = z.object({
  version: Version,
  /** Default minimum markup over the cost, for goods whose group does not set one, hundredths of a per cent. */
  min_markup_hundredths: Percent,
})

const GROUPS = '/api/v1/price-groups'
const SETTINGS = '/api/v1/price-settings'

export const priceGroupRoutes = defineRoutes({
  settings: {
    method: 'GET',
    path: SETTINGS,
    summary: 'Наименьшая наценка',
    access: 'prices:read',
    reply: PriceSettings,
  },
  changeSettings: {
    method: 'PATCH',
    path: SETTINGS,
    summary: 'Изменить наименьшую наценку',
    access: 'prices:read',
    right: 'prices',
    body: z.strictObject(PriceSettings.shape),
    reply: z.object({ version: Version }),
  },
  list: {
    method: 'GET',
    path: GROUPS,
    summary: 'Ценовые группы: колонки цен, до 200',
    access: 'prices:read',
    reply: z.object({ results: z.array(PriceGroup) }),
  },
  create: {
    method: 'POST',
    path: GROUPS,
    summary: 'Новая ценовая группа',
    access: 'prices:read',
    right: 'prices',
    body: PriceGroupFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${GROUPS}/:id`,
    summary: 'Изменить ценовую группу',
    access: 'prices:read',
    right: 'prices',
    params: IdParams,
    body: z.strictObject({ version: Version, ...PriceGroupFields.shape }),
    example: { version: 1, name: 'Любая', markup_hundredths: 0, rounds_to_ruble: false },
    reply: z.object({ version: Version }),
  },
  remove: {
    method: 'DELETE',
    path: `${GROUPS}/:id`,
    summary: 'Удалить ценовую группу, в которой никого нет',
    access: 'prices:read',
    right: 'prices',
    params: IdParams,
    reply: Empty,
  },
})
