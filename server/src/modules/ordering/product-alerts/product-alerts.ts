import { seesPrices, type CompanyScope } from '../../../platform/access/index.ts'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import {
  MAX_PRODUCT_ALERTS,
  ProductAlertKind,
  type ProductAlertFields,
  type ProductAlert,
} from '@artikul/contract/ordering/product-alerts'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  countProductAlerts,
  deleteProductAlertRow,
  isProduct,
  lockProductAlert,
  lockProductAlerts,
  saveProductAlert,
  selectProductAlerts,
  type ProductAlertRow,
} from './product-alerts.queries.ts'

/** Caller and author of an alert. */
export interface ProductAlertCaller {
  member: CompanyScope
  author: Author
}

const watcherOf = ({ member, author }: ProductAlertCaller) => ({
  contractorId: member.contractorId,
  subjectId: author.subjectId,
})

const present = ({ id, kind, qty, price_kop, notified_at, product_id, ...product }: ProductAlertRow): ProductAlert => ({
  id,
  product: { id: product_id, ...product },
  kind: ProductAlertKind.parse(kind),
  qty,
  price_kop,
  notified_at: notified_at?.toISOString() ?? null,
})

export const listProductAlerts = async (db: Db, caller: ProductAlertCaller): Promise<ProductAlert[]> =>
  (await selectProductAlerts(db, watcherOf(caller))).map(present)

/** @throws AppError `product_alert.prices_hidden`, `product_alert.limit_reached`, `not_found` for an unknown product */
export async function createProductAlert(
  db: Kysely<DB>,
  caller: ProductAlertCaller,
  watch: ProductAlertFields,
  clock: Clock,
) {
  if (watch.kind === 'price' && !seesPrices(caller.member)) throw new AppError('product_alert.prices_hidden')
  const watcher = watcherOf(caller)
  return db.transaction().execute(async (tx) => {
    if (!(await isProduct(tx, watch.product_id))) throw new AppError('not_found', { detail: 'Товар не найден' })
    await lockProductAlerts(tx, watcher)
    const { id } = await saveProductAlert(tx, watcher.contractorId, caller.author, watch, clock.now())
    if ((await countProductAlerts(tx, watcher)) > MAX_PRODUCT_ALERTS) throw new AppError('product_alert.limit_reached')
    return { id }
  })
}

/** «поступление от 4 шт.», «цена до 350,00 ₽». */
function conditionText({ kind, qty, price_kop: price, unit }: ProductAlertRow): string {
  if (kind === 'price') return `цена до ${formatMoney(price ?? 0)} ₽`
  return qty === null ? 'поступление' : `поступление от ${formatQty(qty)} ${unitText(unit)}`
}

/** @throws AppError `not_found`, also for another person's alert */
export async function deleteProductAlert(db: Kysely<DB>, caller: ProductAlertCaller, id: number) {
  const watcher = watcherOf(caller)
  await db.transaction().execute(async (tx) => {
    const watch = await lockProductAlert(tx, watcher, id)
    if (!watch) throw new AppError('not_found', { detail: 'Такого ожидания нет' })
    await deleteProductAlertRow(tx, watcher, id)
    if (!isOnBehalf(caller.author)) return
    const object = `${watch.brand} ${watch.article}, ${conditionText(watch)}`
    await recordEvent(tx, caller.author, { event: 'product_alert.removed_on_behalf', object })
  })
}
