import { seesPrices } from '../../../platform/access/index.ts'
import { unitText } from '@artikul/contract/core/units'
import type { Db } from '../../../platform/db/index.ts'
import { xlsxStream, type Column, type Row } from '../../../platform/table-file/index.ts'
import { readCartLines } from './read-cart.ts'
import type { Buyer, CartDeps } from './cart.ts'
import { selectCartName } from './carts.queries.ts'
import { cartNotFound } from './carts.ts'

type Line = Awaited<ReturnType<typeof readCartLines>>[number]
type FileColumn = Column & { of: (line: Line) => string | number; isPrice?: true }

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Columns with headers that «Заказ по списку» can read back. */
const COLUMNS: readonly FileColumn[] = [
  { title: 'Производитель', kind: 'text', width: 18, of: ({ product }) => product.brand },
  { title: 'Артикул', kind: 'text', width: 20, of: ({ product }) => product.article },
  { title: 'Наименование', kind: 'text', width: 44, of: ({ product }) => product.name },
  { title: 'Количество', kind: 'qty', width: 12, of: ({ qty }) => qty },
  { title: 'Ед.', kind: 'text', width: 8, of: ({ product }) => unitText(product.unit) },
  { title: 'Куда', kind: 'text', width: 32, of: ({ consignee }) => consignee ?? '' },
  { title: 'Ваша пометка', kind: 'text', width: 20, of: (line) => line.client_ref },
  { title: 'Склад', kind: 'text', width: 24, of: ({ offer }) => offer?.warehouse ?? 'Нет в продаже' },
  { title: 'Ожидаем', kind: 'day', width: 12, of: ({ offer }) => offer?.expected_date ?? '' },
  {
    title: 'Цена, ₽',
    kind: 'kop',
    width: 14,
    isPrice: true,
    of: ({ offer, price_kop: kop }) => offer?.price_kop ?? kop ?? '',
  },
  { title: 'Сумма, ₽', kind: 'kop', width: 14, isPrice: true, of: (line) => line.sum_kop },
]

async function* pageOf(columns: readonly FileColumn[], lines: readonly Line[]) {
  yield lines.map((line): Row => columns.map(({ of }) => of(line)))
}

/**
 * Exports the cart as visible to the person, without prices when they are hidden from them.
 * @throws AppError `not_found`
 */
export async function readCartFile(db: Db, buyer: Buyer, deps: CartDeps, id: number) {
  const name = await selectCartName(db, buyer.contractorId, id)
  if (name === undefined) throw cartNotFound()
  const lines = await readCartLines(db, buyer, deps, id)
  const columns = COLUMNS.filter(({ isPrice }) => !isPrice || seesPrices(buyer))
  return { bytes: xlsxStream({ columns, pages: pageOf(columns, lines) }), type: XLSX, name: `Корзина ${name}.xlsx` }
}
