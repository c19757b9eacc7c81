import type { ForeignCurrency } from '@artikul/contract/suppliers/price-list'
import { MAX_PRICE_COLUMNS, PREVIEW_ROWS } from '@artikul/contract/suppliers/price-list-limits'
import { cellText, filledCells, isFilled } from '../../../platform/files/spreadsheet/cells.ts'
import { chooseColumns, guessColumns, priceRatios } from '../../../platform/files/spreadsheet/choose-columns.ts'
import { findHeader, type FoundHeader, type MergedRange } from '../../../platform/files/spreadsheet/find-header.ts'
import { headerWords, recogniseHeader } from '../../../platform/files/spreadsheet/header-words.ts'
import { openSource } from '../../../platform/files/spreadsheet/workers/open-source.ts'
import { PriceListRefused } from '../../../platform/files/spreadsheet/price-list-refused.ts'
import { serviceKind } from '../../../platform/files/spreadsheet/service-rows.ts'
import { rowSource, SAMPLE_ROWS } from '../../../platform/files/spreadsheet/sheet-rows.ts'
import { shownRows, requestedColumns, requestedHeader } from '../../../platform/files/spreadsheet/requested-columns.ts'
import {
  PRICE_LIST_LIMITS,
  type PriceField,
  type PriceListOptions,
  type RawRow,
  type RecognisedColumn,
} from '../../../platform/files/spreadsheet/types.ts'
import {
  MAX_UNITS,
  type PriceListEvent,
  type PriceListSummary,
  type PriceRow,
  type ResolvedLayout,
} from './price-list.ts'
import { currencyIn } from './read-figures.ts'
import { createRowReader, type Table } from './row-reader.ts'

const VAT_PERCENT = 22

/**
 * Parses a price list in this thread: its layout, then batches of rows, then the counts. Untrusted files go through
 * `readPriceList`, which runs it in a worker with limits of time and memory.
 */
export async function* readPriceListHere(path: string, options: PriceListOptions = {}): AsyncGenerator<PriceListEvent> {
  const limits = { ...PRICE_LIST_LIMITS, ...options.limits }
  const source = await rowSource(await openSource(path, limits), { ...options, joinsSheets: true }, limits)
  const { sample, rest } = await splitSample(source.batches)
  if (sample.length === 0) throw new PriceListRefused('empty')
  const found = understand(sample, source.merges, options)
  yield { kind: 'layout', layout: { ...source.origin, ...found.layout } }
  const read = createRowReader(found.table, options)
  const summary = emptySummary()
  for await (const rows of chained(sample.slice(found.firstRow), rest)) yield readBatch(rows, read, summary)
  yield { kind: 'end', summary }
}

export interface DescribedList {
  layout: ResolvedLayout
  /** Different texts of the first rows of a single cell, which may name makers. */
  groups: string[]
  /** Names of all sheets of a workbook. */
  sheets: readonly string[]
  /** First rows of the first sheet as texts. */
  preview: { number: number; cells: string[] }[]
}

/** Detects the layout of a price list without its rows; without columns when none can be recognised. */
export async function* describeHere(path: string, options: PriceListOptions = {}): AsyncGenerator<DescribedList> {
  const limits = { ...PRICE_LIST_LIMITS, ...options.limits }
  const opened = await openSource(path, limits)
  const { batches, merges, sheets, origin } = await rowSource(opened, { ...options, joinsSheets: true }, limits)
  const { sample } = await splitSample(batches)
  if (sample.length === 0) throw new PriceListRefused('empty')
  const [further] = origin.furtherSheets
  const ofFirstSheet = sample.filter(({ number }) => further === undefined || number <= further.offset)
  const preview = shownRows(ofFirstSheet.slice(0, PREVIEW_ROWS), MAX_PRICE_COLUMNS)
  const understood = understandOrNull(sample, merges, options)
  const layout = understood?.layout ?? { ...UNKNOWN_COLUMNS, headerRow: options.requested?.headerRow ?? null }
  const groups = understood === null ? [] : groupsIn(sample.slice(understood.firstRow), understood.table)
  yield { layout: { ...origin, ...layout }, groups, sheets, preview }
}

const UNKNOWN_COLUMNS = {
  headerRows: 0,
  columns: [],
  pricesWithoutVat: false,
  currency: null,
  priceRatio: null,
} satisfies Partial<ResolvedLayout>

function understandOrNull(
  sample: RawRow[],
  merges: readonly MergedRange[],
  options: PriceListOptions,
): Understood | null {
  try {
    return understand(sample, merges, options)
  } catch (error) {
    if (error instanceof PriceListRefused && error.reason === 'no_columns') return null
    throw error
  }
}

const MAX_GROUPS = 100

function groupsIn(rows: readonly RawRow[], table: Table): string[] {
  const texts = rows.flatMap((row) => {
    const [only, ...others] = filledCells(row)
    return only && others.length === 0 && serviceKind(row, table) === 'group' ? [only.text] : []
  })
  return [...new Set(texts)].slice(0, MAX_GROUPS)
}

async function splitSample(batches: AsyncIterable<RawRow[]>) {
  const rest = batches[Symbol.asyncIterator]()
  const sample: RawRow[] = []
  while (sample.length < SAMPLE_ROWS) {
    const next = await rest.next()
    if (next.done === true) break
    sample.push(...next.value)
  }
  return { sample, rest }
}

async function* chained(first: RawRow[], rest: AsyncIterator<RawRow[]>): AsyncGenerator<RawRow[]> {
  if (first.length > 0) yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    if (next.value.length > 0) yield next.value
  }
}

interface Understood {
  layout: Pick<ResolvedLayout, 'headerRow' | 'headerRows' | 'columns' | 'pricesWithoutVat' | 'currency' | 'priceRatio'>
  table: Table
  firstRow: number
}

function understand(sample: RawRow[], merges: readonly MergedRange[], options: PriceListOptions): Understood {
  const { requested } = options
  const header = requested
    ? requestedHeader(sample, merges, requested.headerRow)
    : findHeader(sample, merges, recogniseHeader)
  const below = sample.slice(header === null ? 0 : header.at + 1)
  const recognised = () => (header === null ? guessColumns(below) : chooseColumns(header, below))
  const columns = requested?.columns ? requestedColumns(requested, header) : recognised()
  if (columns === null) throw new PriceListRefused('no_columns')
  const headerRow = header === null ? null : (sample[header.at]?.number ?? null)
  const table = { ...tableOf(columns, header, below, options), headerRow: headerRow ?? -Infinity }
  const layout = {
    headerRow,
    headerRows: header?.rows ?? 0,
    columns,
    pricesWithoutVat: table.prices.vatPercent > 0,
    currency: table.prices.currency,
    priceRatio: header === null && !requested?.columns ? priceRatio(below, table.at) : null,
  } as const
  return { layout, table, firstRow: header === null ? 0 : header.at + 1 }
}

function tableOf(
  columns: RecognisedColumn[],
  header: FoundHeader | null,
  sample: readonly RawRow[],
  options: PriceListOptions,
): Omit<Table, 'headerRow'> {
  const at: Partial<Record<PriceField, number>> = {}
  for (const { field, index } of columns) at[field] ??= index
  const stock = columns.filter(({ field }) => field === 'qty')
  const price = columns.find(({ field }) => field === 'purchase')?.header ?? ''
  const weight = columns.find(({ field }) => field === 'weight')?.header ?? ''
  const currency = currencyIn(price) ?? currencyOfRows(sample, at)
  return {
    columns,
    at,
    firstColumn: header?.cells[0]?.index ?? 0,
    prices: {
      vatPercent: isWithoutVat(price, options) ? (options.vatPercent ?? VAT_PERCENT) : 0,
      currency,
      currencyRate: options.currencyRate ?? null,
    },
    missingStock: options.missingStock ?? null,
    codeIsPlaceholder: codeIsPlaceholder(at, sample),
    furtherStock: stock.slice(1).map(({ index }) => index),
    grams: /(^|\s)гр?(\s|$)/.test(headerWords(weight)),
  }
}

/** Share of the rows with a price that must name the same foreign currency. */
const MIN_CURRENCY_SHARE = 0.5

/** Finds the foreign currency that most rows name, in a column of its own or beside the price. */
function currencyOfRows(sample: readonly RawRow[], at: Table['at']): ForeignCurrency | null {
  const priced = sample.filter(({ cells }) => shownAt(cells, at.article) !== '' && shownAt(cells, at.purchase) !== '')
  const named = priced.flatMap(({ cells }) => currencyIn(shownAt(cells, at.currency ?? at.purchase)) ?? [])
  const [usual] = [...Map.groupBy(named, (currency) => currency)].toSorted(([, a], [, b]) => b.length - a.length)
  return usual && usual[1].length >= priced.length * MIN_CURRENCY_SHARE ? usual[0] : null
}

const shownAt = (cells: RawRow['cells'], index = -1) => cellText(cells[index])

/** Ratio of the sale price to the purchase price in the sample, rounded to hundredths. */
function priceRatio(sample: readonly RawRow[], { purchase, sale }: Table['at']): number | null {
  if (purchase === undefined || sale === undefined) return null
  const ratios = priceRatios(sample, purchase, sale).toSorted((a, b) => a - b)
  const median = ratios[Math.floor(ratios.length / 2)]
  return median === undefined ? null : Math.round(median * 100) / 100
}

function isWithoutVat(priceHeader: string, options: PriceListOptions): boolean {
  const words = headerWords(priceHeader)
  return words.includes('без ндс') || (options.pricesWithoutVat === true && !words.includes('с ндс'))
}

function codeIsPlaceholder(at: Table['at'], sample: readonly RawRow[]): boolean {
  const { article, ownCode } = at
  if (article === undefined || ownCode === undefined) return false
  const both = sample.filter(({ cells }) => isFilled(cells[article]) && isFilled(cells[ownCode]))
  const equal = both.filter(({ cells }) => cellText(cells[article]) === cellText(cells[ownCode]))
  return equal.length * 2 < both.length
}

function readBatch(
  rows: readonly RawRow[],
  read: ReturnType<typeof createRowReader>,
  summary: PriceListSummary,
): PriceListEvent {
  const batch: Extract<PriceListEvent, { kind: 'rows' }> = { kind: 'rows', rows: [], refused: [], skipped: [] }
  for (const row of rows) {
    const outcome = read(row)
    if ('accepted' in outcome) {
      batch.rows.push(outcome.accepted)
      countAccepted(outcome.accepted, summary)
    } else if ('refused' in outcome) {
      batch.refused.push(outcome.refused)
      const { reason } = outcome.refused
      summary.refusedByReason[reason] = (summary.refusedByReason[reason] ?? 0) + 1
    } else {
      batch.skipped.push(outcome.skipped)
      const { kind } = outcome.skipped
      summary.skippedByKind[kind] = (summary.skippedByKind[kind] ?? 0) + 1
    }
  }
  summary.accepted += batch.rows.length
  summary.refused += batch.refused.length
  summary.rows = summary.accepted + summary.refused
  return batch
}

function countAccepted({ article, qty, qtyText, unit, photos }: PriceRow, summary: PriceListSummary) {
  if (!qty.known && qtyText !== '') summary.unreadQty += 1
  if (article.startsWith('0')) summary.leadingZeros += 1
  if (photos !== null) summary.withPhotos += 1
  if (unit !== null && (unit in summary.units || Object.keys(summary.units).length < MAX_UNITS))
    summary.units[unit] = (summary.units[unit] ?? 0) + 1
}

function emptySummary(): PriceListSummary {
  return {
    rows: 0,
    accepted: 0,
    refused: 0,
    refusedByReason: {},
    skippedByKind: {},
    unreadQty: 0,
    leadingZeros: 0,
    withPhotos: 0,
    units: {},
  }
}
