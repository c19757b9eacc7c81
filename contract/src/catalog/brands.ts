import { z } from 'zod'
import { brandKey } from './brand.ts'
import { Id, IdParams, listOf, pageQuery, PathId, requiredText, text, Version } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { BrandFilter } from './brand-filters.ts'

/** Most spellings of one brand besides its name. */
export const MAX_SPELLINGS = 500
/** Products of a brand are counted up to this number; one more means that there are more. */
export const MAX_COUNTED_BRANDS = 10_000

const LONGEST_NAME = 100
const isReadable = (written: string) => written === '' || brandKey(written) !== ''

const Name = requiredText(LONGEST_NAME).refine(isReadable, 'Нужна хотя бы одна буква или цифра')

/** Reasons why a known brand may be meant: its name with noise or in a wrong encoding, a typo, a part of the name. */
export const Likeness = z.enum(['encoding', 'typo', 'part'])
export type Likeness = z.infer<typeof Likeness>

export const NearBrand = z.object({ id: Id, name: z.string(), likeness: Likeness })
export type NearBrand = z.infer<typeof NearBrand>

export const BrandItem = z.object({
  id: Id,
  name: z.string(),
  is_original: z.boolean(),
  /** Staff confirmed that the brand is separate. */
  is_verified: z.boolean(),
  family: z.string(),
  /** The name itself included. */
  spellings_count: z.int(),
  /** At most `MAX_COUNTED_BRANDS` plus one. */
  products_count: z.int(),
  version: Version,
  /** Known brands that an unverified one may mean, the most likely first. */
  nearest: z.array(NearBrand),
})
export type BrandItem = z.infer<typeof BrandItem>

export const BrandDetails = BrandItem.extend({
  /** Spellings besides the name, as they were written. */
  spellings: z.array(z.string()),
  /** Brands that are searched together with it. */
  together: z.array(z.string()),
  /** Families that the brand belongs to. */
  families: z.array(z.string()),
})
export type BrandDetails = z.infer<typeof BrandDetails>

/** Brands shown on the home page to visitors. */
export const BRANDS_AT_HOME = 40

export const KnownBrands = z.object({
  /** Car makers, then the rest, each by number of products; at most {@link BRANDS_AT_HOME} in total. */
  original: z.array(z.string()),
  other: z.array(z.string()),
})
export type KnownBrands = z.infer<typeof KnownBrands>

export const BrandPatch = z.strictObject({
  version: Version,
  name: Name.optional(),
  is_original: z.boolean().optional(),
  family: text(LONGEST_NAME).optional(),
  spellings: z.array(Name).max(MAX_SPELLINGS, `Не больше ${MAX_SPELLINGS} написаний`).optional(),
  /** Confirms that the brand is separate. */
  is_verified: z.literal(true).optional(),
})
export type BrandPatch = z.infer<typeof BrandPatch>

const Side = z.object({ id: Id, name: z.string(), version: Version })

export const MergePreview = z.object({
  from: Side,
  into: Side,
  /** Products that move unchanged. */
  moving: z.int(),
  /** Products that both brands have; these are merged. */
  merging: z.int(),
  /** Some of the merged products: the removed article and the one kept. */
  examples: z.array(z.object({ from: z.string(), into: z.string() })),
  /** Spellings added to the kept brand. */
  spellings: z.array(z.string()),
  /** Obstacles in words; empty when the merge is possible. */
  obstacles: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

const PATH = '/api/v1/brands'
const ONE = `${PATH}/:id`
const MERGE = `${ONE}/merge/:into`
const MergeParams = IdParams.extend({ into: PathId })

export const brandRoutes = defineRoutes({
  known: {
    method: 'GET',
    path: '/api/v1/known-brands',
    summary: 'Бренды, которыми поставщик торгует больше всего',
    access: 'public',
    reply: KnownBrands,
  },
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Бренды по названию; поиск по любому написанию',
    access: 'brands:manage',
    query: z.strictObject({ ...pageQuery, q: text(LONGEST_NAME).optional(), filter: BrandFilter.optional() }),
    reply: listOf(BrandItem),
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Бренд и его написания',
    access: 'brands:manage',
    params: IdParams,
    reply: BrandDetails,
  },
  update: {
    method: 'PATCH',
    path: ONE,
    summary: 'Изменение бренда; новый бренд признаётся самостоятельным',
    access: 'brands:manage',
    params: IdParams,
    body: BrandPatch,
    example: { version: 1 },
    reply: z.object({ version: Version }),
  },
  mergePreview: {
    method: 'GET',
    path: MERGE,
    summary: 'Что произойдёт, если бренд влить в другой',
    access: 'brands:manage',
    params: MergeParams,
    reply: MergePreview,
  },
  merge: {
    method: 'POST',
    path: MERGE,
    summary: 'Бренд вливается в другой: его написания и товары переходят, одинаковые артикулы объединяются',
    access: 'brands:manage',
    params: MergeParams,
    body: z.strictObject({ version: Version, into_version: Version }),
    example: { version: 1, into_version: 1 },
    reply: z.object({ moved: z.int(), merged: z.int() }),
  },
})
