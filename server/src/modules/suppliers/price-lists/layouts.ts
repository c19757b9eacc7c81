import {
  FORMAT_NAMES,
  headerWords,
  PriceListRefused,
  type PriceListOptions,
} from '../../../platform/files/spreadsheet/index.ts'
import { createHash } from 'node:crypto'
import {
  openQuestions,
  PRICE_LIST_FIELDS,
  PriceListField,
  type PriceListColumn,
  type PriceListLayoutPatch,
  type PriceListQuestion,
} from '@artikul/contract/suppliers/price-list'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { describePriceList, type DescribedList, type ResolvedLayout } from '../price-list-import/index.ts'
import type { PriceImportPreview, StoredLayout } from './price-imports.queries.ts'
import { selectLayout } from './settings.queries.ts'

export interface ReadLayout {
  layout: StoredLayout
  preview: PriceImportPreview
}
interface RecognisedLayout extends ReadLayout {
  /** Brand stored together with the columns. */
  defaultBrand: string
  /** Texts of rows of a single cell, which may name makers. */
  groups: readonly string[]
}

/** @throws AppError `file.refused` with a readable reason */
async function describe(path: string, options: PriceListOptions): Promise<DescribedList> {
  try {
    return await describePriceList(path, options)
  } catch (error) {
    if (error instanceof PriceListRefused) throw new AppError('file.refused', { detail: error.message })
    throw error
  }
}

function refusalOf(error: unknown): PriceListRefused {
  if (error instanceof PriceListRefused) return error
  throw error
}

const isField = (field: string): field is PriceListField => Object.hasOwn(PRICE_LIST_FIELDS, field)

function columnsOf({ layout, preview }: DescribedList): PriceListColumn[] {
  const fields = new Map(layout.columns.map(({ index, field }) => [index, field]))
  const width = Math.max(0, ...preview.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, index) => {
    const field = fields.get(index) ?? ''
    return { index, field: isField(field) ? field : null }
  })
}

const NO_ANSWERS = { has_brand_groups: false, missing_stock: null, currency_rate: null } as const
type Answers = Pick<PriceListLayoutPatch, keyof typeof NO_ANSWERS>

const presented = (described: DescribedList): Omit<StoredLayout, 'remembered' | 'is_told' | keyof Answers> => ({
  format: FORMAT_NAMES[described.layout.format],
  sheet: described.layout.sheet,
  sheets: [...described.sheets],
  further_sheets: described.layout.furtherSheets.map(({ name }) => name),
  header_row: described.layout.headerRow,
  columns: columnsOf(described),
  prices_without_vat: described.layout.pricesWithoutVat,
  currency: described.layout.currency,
  price_ratio: described.layout.priceRatio,
  last_rate: null,
  brand_source: null,
})

/** Calculates a fingerprint that is equal for rows with the same words in the same columns. */
function fingerprintOf(cells: readonly string[]): string | null {
  const words = cells.map(headerWords)
  return words.filter(Boolean).length < 2 ? null : createHash('sha256').update(words.join('\n')).digest('hex')
}

/** Files without a header share a fingerprint when they have the same width. */
const headless = (preview: PriceImportPreview) => `columns: ${Math.max(0, ...preview.map(({ cells }) => cells.length))}`

/** Returns the fingerprint under which the columns of the file are stored. */
export function fingerprintOfLayout({ layout, preview }: ReadLayout): string {
  const header = preview.find(({ number }) => number === layout.header_row)
  return (header && fingerprintOf(header.cells)) ?? headless(preview)
}

const rememberedFor = (headerRow: number | null, columns: readonly PriceListColumn[]) => ({
  headerRow,
  columns: columns.flatMap(({ index, field }) => (field === null ? [] : [{ index, field }])),
})

/** Converts the stored layout to options of the parser. */
export function importOptionsOf(layout: StoredLayout): PriceListOptions {
  const { sheet, further_sheets: furtherSheets, header_row, columns, is_told } = layout
  return {
    ...(sheet !== null && furtherSheets.length === 0 && { sheet }),
    ...(is_told && { requested: rememberedFor(header_row, columns) }),
    ...answerOptions(layout),
  }
}

const answerOptions = ({ has_brand_groups, missing_stock, currency_rate }: Answers): PriceListOptions => ({
  ...(has_brand_groups && { hasBrandGroups: true }),
  ...(missing_stock !== null && { missingStock: missing_stock }),
  ...(currency_rate !== null && { currencyRate: currency_rate }),
})

/** Returns the questions about a file that the options leave open; null when the import will refuse it. */
export async function questionsAbout(
  path: string,
  options: PriceListOptions,
): Promise<{ layout: ResolvedLayout; questions: PriceListQuestion[] } | null> {
  const described = await describePriceList(path, options).catch(refusalOf)
  if (described instanceof PriceListRefused) return null
  const layout = presented(described)
  if (!REQUIRED_FIELDS.every((field) => layout.columns.some((column) => column.field === field))) return null
  const questions = openQuestions({
    ...layout,
    default_brand: options.defaultBrand ?? '',
    has_brand_groups: options.hasBrandGroups ?? false,
    missing_stock: options.missingStock ?? null,
    currency_rate: options.currencyRate ?? null,
  })
  return { layout: described.layout, questions }
}

/**
 * Detects the layout of a source's file: by an earlier correction for this header, else by its words.
 * @param supplyRouteId null ignores earlier corrections
 * @throws AppError `file.refused`
 */
export async function recogniseLayout(db: Db, supplyRouteId: number | null, path: string): Promise<RecognisedLayout> {
  const described = await describe(path, {})
  const { preview, groups } = described
  const found = { ...presented(described), ...NO_ANSWERS }
  const rows = preview.map(({ number, cells }) => ({ number, fingerprint: fingerprintOf(cells) }))
  const names = rows.flatMap(({ fingerprint }) => fingerprint ?? [])
  if (found.header_row === null) names.push(headless(preview))
  const before = supplyRouteId === null ? undefined : await selectLayout(db, supplyRouteId, names)
  if (!before) return { layout: { ...found, remembered: false, is_told: false }, preview, groups, defaultBrand: '' }
  const header = rows.find(({ fingerprint }) => fingerprint === before.fingerprint)?.number ?? null
  const columns = before.columns.map(({ index, field }) => ({ index, field: PriceListField.nullable().parse(field) }))
  // The currency and VAT belong to the stored price column, not to the detected one.
  const { currency, prices_without_vat } = presented(
    await describe(path, { requested: rememberedFor(header, columns) }),
  )
  const { has_brand_groups, missing_stock, currency_rate: last_rate } = before
  const told = { header_row: header, columns, price_ratio: null, remembered: true, is_told: true }
  const layout = { ...found, currency, prices_without_vat, has_brand_groups, missing_stock, last_rate, ...told }
  return { layout, preview, groups, defaultBrand: before.default_brand }
}

/**
 * Detects the layout of the same file with a person's corrections.
 * @throws AppError `file.refused`, `input.invalid` when a required column is missing
 */
export async function setRequestedLayout(
  path: string,
  before: StoredLayout,
  { sheet, header_row, columns, ...answers }: PriceListLayoutPatch,
): Promise<ReadLayout> {
  if (columns) requireColumns(columns)
  const requested = columns
    ? rememberedFor(header_row, columns)
    : header_row === null
      ? null
      : { headerRow: header_row, columns }
  const described = await describe(path, { ...(sheet !== null && { sheet }), ...(requested && { requested }) })
  const sheets = before.sheets.length > 0 ? before.sheets : [...described.sheets]
  const { has_brand_groups, missing_stock, currency_rate } = answers
  const layout = {
    ...presented(described),
    last_rate: before.last_rate,
    sheets,
    has_brand_groups,
    missing_stock,
    currency_rate,
    remembered: false,
    is_told: columns !== null,
  }
  return { layout, preview: described.preview }
}

const REQUIRED_FIELDS = ['article', 'purchase'] as const

function requireColumns(columns: readonly PriceListColumn[]) {
  const fields = columns.flatMap(({ field }) => field ?? [])
  const missing = REQUIRED_FIELDS.find((field) => !fields.includes(field))
  if (missing) throw badColumns(`Укажите столбец «${PRICE_LIST_FIELDS[missing]}»`)
  // Stock of several warehouses is added up.
  const repeated = fields.find((field, at) => field !== 'qty' && fields.indexOf(field) < at)
  if (repeated) throw badColumns(`Столбец «${PRICE_LIST_FIELDS[repeated]}» указан дважды`)
}

const badColumns = (message: string) =>
  new AppError('input.invalid', { detail: message, errors: [{ path: 'columns', message }] })
