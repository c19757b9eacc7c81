import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { articleKey } from './article.ts'
import { ProductBrief } from './catalog.ts'
import {
  Day,
  Empty,
  Id,
  IdParams,
  listOf,
  Moment,
  pageQuery,
  PathId,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import { Percent } from '../pricing/price-groups.ts'
import { defineRoutes } from '../core/route.ts'

/** «Честный знак»: no marking, a voluntary experiment, or mandatory marking. */
export const MARKINGS = { none: 'Не нужна', experiment: 'Эксперимент', required: 'Обязательна' } as const
export type Marking = keyof typeof MARKINGS
export const Marking = z.enum(keysOf(MARKINGS))

const fields = {
  name: requiredText(100),
  parent_id: Id.nullable(),
  /**
   * Markup over the purchase price with the supply route's markup, hundredths of a per cent; `null` in any of these
   * fields inherits the parent's value.
   */
  markup_hundredths: Percent.nullable(),
  /** Minimum markup over the cost. */
  min_markup_hundredths: Percent.nullable(),
  marking: Marking.nullable(),
  /** First day of mandatory marking. */
  marking_from: Day.nullable(),
  /** Not offered to clients. */
  is_hidden: z.boolean().nullable(),
}
const isDated = ({ marking, marking_from: from }: { marking?: Marking | null; marking_from?: string | null }) =>
  marking !== 'required' || from !== null
const UNDATED = { path: ['marking_from'], message: 'Укажите, с какого дня' }

export const GroupFields = z.strictObject(fields).refine(isDated, UNDATED)
export type GroupFields = z.infer<typeof GroupFields>

export const InventoryGroup = z.object({
  id: Id,
  version: Version,
  ...fields,
  /** Position among siblings. */
  position: z.int(),
  products_count: z.int(),
  rules_count: z.int(),
})
export type InventoryGroup = z.infer<typeof InventoryGroup>

/** Progress of regrouping products since the rules changed. */
export const GroupingWork = z.object({
  is_running: z.boolean(),
  /** Share of all products, 0 to 100. */
  percent: z.int(),
  moved: z.int(),
  finished_at: Moment.nullable(),
})

export const MAX_GROUPS = 2000
export const MAX_RULES = 2000

/** Article mask with `*` for any signs and `?` for one; separators do not matter. */
const ArticleMask = text(60)
  .transform((mask) =>
    mask
      .split(/([*?])/)
      .map((part) => (part === '*' || part === '?' ? part : articleKey(part)))
      .join('')
      .replace(/\*+/g, '*'),
  )
  .refine((mask) => mask !== '*', 'Уточните маску: она подходит ко всем артикулам')

/** Splits words as names are split: «5W-40» and «сайлент-блок» become two words each. */
const apart = (words: string) => words.replace(/[-/.+\s]+/g, ' ').trim()

export const RuleFields = z
  .strictObject({
    brand_id: Id.nullable(),
    article_mask: ArticleMask,
    /** Words that must all occur in the name, in any form. */
    words: text(100)
      .transform(apart)
      .refine((words) => words === '' || /[\p{L}\p{N}]/u.test(words), 'Нужна хотя бы одна буква или цифра'),
  })
  .refine(({ brand_id, article_mask, words }) => brand_id !== null || article_mask !== '' || words !== '', {
    path: ['words'],
    message: 'Укажите бренд, маску артикула или слова',
  })
export type RuleFields = z.infer<typeof RuleFields>

export const GroupRule = z.object({
  id: Id,
  group_id: Id,
  group: z.string(),
  brand_id: Id.nullable(),
  brand: z.string().nullable(),
  article_mask: z.string(),
  words: z.string(),
})
export type GroupRule = z.infer<typeof GroupRule>

/** Matched products are counted up to this number. */
export const MAX_MATCHED_PRODUCTS = 10_000

export const GroupedProduct = z.object({
  product: ProductBrief,
  /** Assigned by hand, regardless of the rules. */
  is_listed: z.boolean(),
})
export type GroupedProduct = z.infer<typeof GroupedProduct>

const PATH = '/api/v1/inventory-groups'
const RULES = '/api/v1/inventory-group-rules'
const read = { access: 'prices:read' } as const
const write = { access: 'prices:read', right: 'prices' } as const

export const inventoryGroupRoutes = defineRoutes({
  tree: {
    method: 'GET',
    path: PATH,
    summary: 'Группы номенклатуры, и сколько товаров в каждой',
    ...read,
    reply: z.object({ groups: z.array(InventoryGroup), ungrouped_count: z.int(), work: GroupingWork }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новая группа номенклатуры',
    ...write,
    body: GroupFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменить группу номенклатуры',
    ...write,
    params: IdParams,
    body: z.strictObject({ version: Version, ...fields }).refine(isDated, UNDATED),
    example: {
      version: 1,
      name: 'Любая',
      parent_id: null,
      markup_hundredths: null,
      min_markup_hundredths: null,
      marking: null,
      marking_from: null,
      is_hidden: null,
    },
    reply: z.object({ version: Version }),
  },
  move: {
    method: 'POST',
    path: `${PATH}/:id/move`,
    summary: 'Переставить группу номенклатуры: в другую группу или на другое место',
    ...write,
    params: IdParams,
    /** `before`: the next sibling; `null` for the last place. */
    body: z.strictObject({ parent_id: Id.nullable(), before: Id.nullable() }),
    example: { parent_id: null, before: null },
    reply: Empty,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удалить группу номенклатуры без подгрупп; её товары останутся без группы',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  products: {
    method: 'GET',
    path: `${PATH}/:id/products`,
    summary: 'Товары группы номенклатуры',
    ...read,
    params: IdParams,
    query: z.strictObject(pageQuery),
    reply: listOf(GroupedProduct),
  },
  addProduct: {
    method: 'POST',
    path: `${PATH}/:id/products`,
    summary: 'Положить товар в группу, что бы ни говорили правила',
    ...write,
    params: IdParams,
    body: z.strictObject({ product_id: Id }),
    example: { product_id: 1 },
    reply: Empty,
  },
  releaseProduct: {
    method: 'DELETE',
    path: `${PATH}/:id/products/:product_id`,
    summary: 'Вернуть товар правилам',
    ...write,
    params: z.strictObject({ id: PathId, product_id: PathId }),
    reply: Empty,
  },
  rules: {
    method: 'GET',
    path: RULES,
    summary: 'Правила групп номенклатуры в том порядке, в котором их пробуют',
    ...read,
    reply: z.object({ results: z.array(GroupRule) }),
  },
  createRule: {
    method: 'POST',
    path: RULES,
    summary: 'Новое правило: последнее по порядку',
    ...write,
    body: z.strictObject({ group_id: Id, rule: RuleFields }),
    reply: z.object({ id: Id }),
    status: 201,
  },
  updateRule: {
    method: 'PATCH',
    path: `${RULES}/:id`,
    summary: 'Изменить правило',
    ...write,
    params: IdParams,
    body: z.strictObject({ rule: RuleFields }),
    example: { rule: { brand_id: null, article_mask: 'A*', words: '' } },
    reply: Empty,
  },
  moveRule: {
    method: 'POST',
    path: `${RULES}/:id/move`,
    summary: 'Переставить правило',
    ...write,
    params: IdParams,
    /** Rule that follows this one; `null` for the last place. */
    body: z.strictObject({ before: Id.nullable() }),
    example: { before: null },
    reply: Empty,
  },
  removeRule: {
    method: 'DELETE',
    path: `${RULES}/:id`,
    summary: 'Удалить правило',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  preview: {
    method: 'POST',
    path: `${RULES}/preview`,
    summary: 'Какие товары поймает правило; ничего не меняется',
    ...read,
    body: z.strictObject({ rule: RuleFields }),
    reply: z.object({
      /** At most `MAX_MATCHED_PRODUCTS` plus one when there are more. */
      count: z.int(),
      /** First matches with their current groups. */
      results: z.array(z.object({ product: ProductBrief, group: z.string().nullable() })),
    }),
  },
})
