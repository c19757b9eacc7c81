import {
  BRANDS_AT_HOME,
  type BrandDetails,
  type BrandItem,
  type KnownBrands,
  type NearBrand,
} from '@artikul/contract/catalog/brands'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { brandIdsOf, type ReadBrands } from '../products/index.ts'
import {
  selectBrand,
  selectBrands,
  selectFamilyNames,
  selectKnownSpellings,
  selectLargest,
  selectNamesOfBrands,
  selectSpellings,
  type BrandRow,
} from './brands.queries.ts'
import { createNearest } from './nearest.ts'

export const brandNotFound = () => new AppError('not_found', { detail: 'Бренд не найден' })

const present = ({ key: _key, slug: _slug, ...row }: BrandRow, nearest: NearBrand[]): BrandItem => ({ ...row, nearest })

interface ListQuery {
  page?: number | undefined
  page_size?: number | undefined
  q?: string | undefined
  filter?: BrandFilter | undefined
}

/** Lists a page of brands; unverified ones with the known brands they may refer to. */
export async function listBrands(db: Db, query: ListQuery) {
  const page = pageOf(query)
  const { rows, total } = await selectBrands(db, query, page)
  const nearest = await nearestTo(db, rows)
  return { results: rows.map((row) => present(row, nearest(row))), pagination: paginationOf(page, total) }
}

async function nearestTo(db: Db, rows: readonly BrandRow[]): Promise<(row: BrandRow) => NearBrand[]> {
  if (rows.every((row) => row.is_verified)) return () => []
  const nearest = createNearest(await selectKnownSpellings(db))
  return (row) => (row.is_verified ? [] : nearest(row))
}

/** @throws AppError `not_found` */
export async function getBrand(db: Db, readBrands: ReadBrands, id: number): Promise<BrandDetails> {
  const row = await selectBrand(db, id)
  if (!row) throw brandNotFound()
  const relatives = brandIdsOf(row.name, await readBrands()).filter((one) => one !== id)
  const [nearest, spellings, together, families] = await Promise.all([
    nearestTo(db, [row]),
    selectSpellings(db, id),
    selectNamesOfBrands(db, relatives),
    selectFamilyNames(db),
  ])
  return { ...present(row, nearest(row)), spellings: spellings.map(({ spelling }) => spelling), together, families }
}

export async function readLargest(db: Db): Promise<KnownBrands> {
  const brands = await selectLargest(db, BRANDS_AT_HOME)
  const named = (isOriginal: boolean) =>
    brands.filter((brand) => brand.is_original === isOriginal).map(({ name }) => name)
  return { original: named(true), other: named(false) }
}
