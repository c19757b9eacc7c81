import { z } from 'zod'
import { articleKey } from './article.ts'
import { ProductBrief } from './catalog.ts'
import { Empty, Id, IdParams, listOf, Moment, pageQuery, PathId, requiredText, text, Version } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Most rows of one cross reference file. */
export const MAX_CROSS_REFERENCE_ROWS = 1_000_000
export const CROSS_FILE_BYTES = 128 * 1024 * 1024

export const CrossReferenceKind = z.enum(['analogue', 'replaced_by', 'replaces'])
export type CrossReferenceKind = z.infer<typeof CrossReferenceKind>

/** Reliability of a cross reference. */
export const Reliability = z.enum(['sure', 'ordinary', 'doubtful'])
export type Reliability = z.infer<typeof Reliability>

/** Kind of the same relation seen from the other product. */
export const REVERSE_KINDS = {
  analogue: 'analogue',
  replaced_by: 'replaces',
  replaces: 'replaced_by',
} as const satisfies Record<CrossReferenceKind, CrossReferenceKind>

/** Properties of a pair of products. */
const facts = { kind: CrossReferenceKind, reliability: Reliability, source: text(200) }

export const CrossReferenceItem = z.object({
  product: ProductBrief,
  other: ProductBrief,
  ...facts,
  /** The file that it came with. */
  file: z.string().nullable(),
  version: Version,
})
export type CrossReferenceItem = z.infer<typeof CrossReferenceItem>

const Article = requiredText(64).refine(
  (written) => written === '' || articleKey(written) !== '',
  'Нужна хотя бы одна буква или цифра',
)
const Brand = requiredText(100)

export const NewCrossReference = z.strictObject({
  brand: Brand,
  article: Article,
  other_brand: Brand,
  other_article: Article,
  ...facts,
})
export type NewCrossReference = z.infer<typeof NewCrossReference>

export const CrossReferencePatch = z.strictObject({ version: Version, ...facts })
export type CrossReferencePatch = z.infer<typeof CrossReferencePatch>

export const CrossReferenceImportState = z.enum(['checked', 'applied', 'rolled_back'])

export const CrossReferenceImport = z.object({
  id: Id,
  file_name: z.string(),
  source: z.string(),
  state: CrossReferenceImportState,
  rows_count: z.int(),
  /**
   * Rows that create cross references, rows already present, rows whose article is missing in the catalogue, refused
   * rows.
   */
  new_count: z.int(),
  known_count: z.int(),
  unknown_count: z.int(),
  refused_count: z.int(),
  /** Number of relations created by applying the file. */
  cross_references_added: z.int(),
  products_added: z.int(),
  created_at: Moment,
  applied_at: Moment.nullable(),
  /** Marks the last applied file, which can be rolled back. */
  is_last: z.boolean(),
})
export type CrossReferenceImport = z.infer<typeof CrossReferenceImport>

export const CrossReferenceRow = z.object({
  row: z.int(),
  brand: z.string(),
  article: z.string(),
  other_brand: z.string(),
  other_article: z.string(),
  /** Reason why the row is not imported. */
  reason: z.string(),
  /** Its brands are known: it is imported once its articles are in the catalogue. */
  is_unknown: z.boolean(),
})
export type CrossReferenceRow = z.infer<typeof CrossReferenceRow>

/** Default source of a file until a person names one. */
export const sourceOf = (fileName: string) => fileName.replace(/\.[a-z]{2,5}$/i, '')

/** Builds the name of the report of rows that were not imported. */
export const reportNameOf = (fileName: string) => `Не принято — ${sourceOf(fileName)}.csv`

const PATH = '/api/v1/cross-references'
const ONE = `${PATH}/:product_id/:related_product_id`
const OneParams = z.strictObject({ product_id: PathId, related_product_id: PathId })
const IMPORTS = '/api/v1/cross-reference-imports'

export const crossReferenceRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Кроссы артикула в обе стороны',
    access: 'cross_references:manage',
    query: z.strictObject({ ...pageQuery, brand: text(100).optional(), article: Article }),
    reply: listOf(CrossReferenceItem),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый кросс; обратный пишется сам',
    access: 'cross_references:manage',
    body: NewCrossReference,
    reply: z.object({ product_id: Id, related_product_id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: ONE,
    summary: 'Изменение кросса и обратного ему',
    access: 'cross_references:manage',
    params: OneParams,
    body: CrossReferencePatch,
    reply: z.object({ version: Version }),
  },
  remove: {
    method: 'DELETE',
    path: ONE,
    summary: 'Удаление кросса и обратного ему',
    access: 'cross_references:manage',
    params: OneParams,
    query: z.strictObject({ version: PathId }),
    reply: Empty,
  },
  imports: {
    method: 'GET',
    path: IMPORTS,
    summary: 'Последние загрузки кроссов',
    access: 'cross_references:manage',
    reply: z.object({ results: z.array(CrossReferenceImport) }),
  },
  check: {
    method: 'POST',
    path: IMPORTS,
    summary: 'Чтение файла кроссов; в каталоге ничего не меняется',
    access: 'cross_references:manage',
    query: z.strictObject({ name: requiredText(200) }),
    upload: CROSS_FILE_BYTES,
    reply: CrossReferenceImport,
    status: 201,
  },
  refused: {
    method: 'GET',
    path: `${IMPORTS}/:id/refused`,
    summary: 'Первые 100 строк файла, которые не приняты',
    access: 'cross_references:manage',
    params: IdParams,
    reply: z.object({ results: z.array(CrossReferenceRow) }),
  },
  report: {
    method: 'GET',
    path: `${IMPORTS}/:id/refused.csv`,
    summary: 'Все строки файла, которые не приняты, с причинами',
    access: 'cross_references:manage',
    params: IdParams,
    reply: FILE,
  },
  apply: {
    method: 'POST',
    path: `${IMPORTS}/:id/apply`,
    summary: 'Кроссы прочитанного файла попадают в каталог',
    access: 'cross_references:manage',
    params: IdParams,
    body: z.strictObject({
      /** Creates products without offers for articles missing in the catalogue. */
      adds_products: z.boolean(),
      source: text(200),
    }),
    example: { adds_products: false, source: '' },
    reply: CrossReferenceImport,
    idempotent: true,
  },
  rollBack: {
    method: 'POST',
    path: `${IMPORTS}/:id/roll-back`,
    summary: 'Кроссы последней загрузки убираются',
    access: 'cross_references:manage',
    params: IdParams,
    body: z.strictObject({}),
    reply: CrossReferenceImport,
    idempotent: true,
  },
})
