import { MAX_PROPERTIES, MAX_PROPERTY_ROWS } from '@artikul/contract/catalog/product-content'
import { AppError } from '../../../platform/errors.ts'
import {
  cellText,
  readArticle,
  readGrid,
  recogniseHeader,
  REFUSAL_TEXTS,
  type PriceField,
  type RawRow,
} from '../../../platform/files/spreadsheet/index.ts'
import { brandIdsOf, type BrandKeys } from '../products/index.ts'
import { selectProductsOfKeys } from './content-imports.queries.ts'
import type { DownloadPhotos } from './download-photo.ts'
import { importPhotoLinks, type PhotoRow } from './import-photo-links.ts'
import type { ImportRound, ImportStep } from './import-round.ts'
import { byKey, matchProduct } from './match-products.ts'
import { mergeProperties, type PropertyRow } from './properties.queries.ts'
import { propertyOfHeader } from './property-values.ts'

const HEADER_ROWS = 20
const AT_ONCE = 1000
const MAX_VALUE = 200
/** Columns of a price list, which are no properties. */
const NO_PROPERTY: ReadonlySet<PriceField> = new Set(['name', 'price', 'sale', 'purchase', 'sum', 'qty', 'ordered'])

interface PropertyColumn {
  at: number
  name: string
  unit: string
}

interface PropertyColumns {
  article: number
  brand: number
  /** Column with addresses of photos; -1 without one. */
  photo: number
  properties: PropertyColumn[]
}

/** Finds the columns of a header row; null for a row without an article, a maker and something to import. */
function propertyColumns(cells: readonly string[]): PropertyColumns | null {
  const fields = cells.map((cell) => (cell === '' ? null : (recogniseHeader('', cell)?.field ?? null)))
  const [article, brand] = [fields.indexOf('article'), fields.indexOf('brand')]
  if (article < 0 || brand < 0) return null
  const photo = fields.indexOf('photo')
  const names = new Set<string>()
  const properties = cells.flatMap((cell, at) => {
    const field = fields[at]
    if (cell === '' || [article, brand, photo].includes(at) || (field && NO_PROPERTY.has(field))) return []
    const property = propertyOfHeader(cell)
    const key = property.name.toLowerCase()
    if (property.name === '' || names.has(key)) return []
    names.add(key)
    return [{ at, ...property }]
  })
  return properties.length > 0 || photo >= 0 ? { article, brand, photo, properties } : null
}

const NO_COLUMNS = 'В файле не найдены столбцы «Бренд», «Артикул» и хотя бы одно свойство или «Фото»'

function layoutOf(rows: readonly RawRow[]) {
  for (const [at, row] of rows.slice(0, HEADER_ROWS).entries()) {
    const columns = propertyColumns(Array.from(row.cells, (cell) => cellText(cell).trim()))
    if (!columns) continue
    if (columns.properties.length > MAX_PROPERTIES)
      throw new AppError('file.refused', { detail: `В файле больше ${MAX_PROPERTIES} столбцов со свойствами` })
    return {
      columns,
      body: rows.slice(at + 1).filter(({ cells }) => cells.some((cell) => cellText(cell).trim() !== '')),
    }
  }
  throw new AppError('file.refused', { detail: NO_COLUMNS })
}

interface Row {
  number: number
  entry: string
  article: ReturnType<typeof readArticle>
  brandIds: readonly number[]
  brand: string
  values: { column: PropertyColumn; value: string }[]
  /** Addresses of photos. */
  urls: string[]
}

function readRow({ number, cells }: RawRow, columns: PropertyColumns, brands: BrandKeys): Row {
  const { article, brand, photo, properties } = columns
  const text = (at: number) => cellText(cells[at]).trim()
  const maker = text(brand)
  return {
    number,
    entry: `${maker} ${text(article)}`.trim().slice(0, 200),
    article: readArticle(cells[article]),
    brand: maker,
    brandIds: maker === '' ? [] : brandIdsOf(maker, brands),
    values: properties.flatMap((column) => {
      const value = text(column.at).replace(/\s+/g, ' ')
      return value === '' ? [] : [{ column, value }]
    }),
    urls: photo < 0 ? [] : [...new Set(text(photo).split(/[\s,;]+/))].filter((url) => url !== ''),
  }
}

/** Returns the reason why a row cannot belong to a product; null when it may. */
function reasonOf({ article, brand, brandIds, values }: Row): string | null {
  if ('reason' in article) return REFUSAL_TEXTS[article.reason]
  if (brand === '') return 'Не указан бренд'
  if (brandIds.length === 0) return 'Такого бренда нет в каталоге'
  const long = values.find(({ value }) => value.length > MAX_VALUE)
  return long ? `«${long.column.name}»: не больше ${MAX_VALUE} символов` : null
}

interface MatchedRow extends Row {
  productId: number
}

/** Assigns products to the rows; each product may have one row in the file. */
async function matchRows(
  { db }: ImportRound,
  rows: readonly Row[],
  { step, seen }: { step: ImportStep; seen: Map<number, number> },
): Promise<MatchedRow[]> {
  const keys = rows.flatMap(({ article }) => ('key' in article ? [article.key] : []))
  const products = byKey(await selectProductsOfKeys(db, keys))
  return rows.flatMap((row) => {
    const { number, entry, article, brandIds } = row
    const refuse = (reason: string) => {
      step.refuse({ number, entry, reason })
      return []
    }
    const reason = reasonOf(row)
    if (reason !== null || !('article' in article)) return refuse(reason ?? '')
    const found = matchProduct([{ brandIds, article: article.article }], products)
    if ('reason' in found) return refuse(found.reason)
    const { id } = found.product
    const earlier = seen.get(id)
    if (earlier !== undefined) return refuse(`Этот товар уже есть в строке ${earlier}`)
    seen.set(id, number)
    return [{ ...row, productId: id }]
  })
}

const propertiesOf = ({ productId, values }: MatchedRow): PropertyRow[] =>
  values.map(({ column: { at, name, unit }, value }) => ({ ...{ productId, name, value, unit }, position: at + 1 }))

/**
 * Reads a table of properties: its columns and the rows below its header.
 * @throws PriceListRefused, AppError `file.refused` for a file that cannot be read as a whole
 */
export async function readPropertyTable(path: string) {
  const { rows } = await readGrid(path, { mostRows: MAX_PROPERTY_ROWS + HEADER_ROWS })
  return layoutOf(rows)
}

/**
 * Imports a table of properties in steps, each in its own transaction, then downloads its photos. Empty cells change
 * nothing.
 * @throws PriceListRefused, AppError `file.refused` for a file that cannot be read as a whole
 */
export async function importProperties(
  round: ImportRound,
  path: string,
  brands: BrandKeys,
  download: DownloadPhotos,
): Promise<void> {
  const { columns, body } = await readPropertyTable(path)
  await round.begin(body.length)
  const seen = new Map<number, number>()
  const withPhotos: PhotoRow[] = []
  for (let from = 0; from < body.length; from += AT_ONCE) {
    const step = round.step()
    const rows = body.slice(from, from + AT_ONCE).map((row) => readRow(row, columns, brands))
    const matched = await matchRows(round, rows, { step, seen })
    for (const { number, entry, productId, urls } of matched)
      if (urls.length > 0) withPhotos.push({ number, entry, productId, urls })
    const properties = matched.flatMap(propertiesOf).toSorted((a, b) => a.productId - b.productId)
    // A row with photos is processed when they are.
    const processed = rows.length - matched.filter(({ urls }) => urls.length > 0).length
    await round.save(step, processed, async (tx) => {
      const saved = await mergeProperties(tx, properties)
      for (const productId of saved) step.save(productId)
      step.know(properties.length - saved.length)
    })
  }
  await importPhotoLinks(round, withPhotos, download)
}
