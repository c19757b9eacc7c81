import { seesPrices, type CompanyScope } from '../../../platform/access/index.ts'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import { MOST_WATCHES, WatchKind, type WatchFields, type WatchItem } from '@artikul/contract/ordering/watches'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  countWatches,
  deleteWatch,
  isProduct,
  lockWatch,
  lockWatches,
  saveWatch,
  selectWatches,
  type WatchRow,
} from './watches.queries.ts'

/** Caller and author of an alert. */
export interface WatchCaller {
  member: CompanyScope
  author: Author
}

const watcherOf = ({ member, author }: WatchCaller) => ({
  contractorId: member.contractorId,
  subjectId: author.subjectId,
})

const present = ({ id, kind, qty, price_kop, told_at, product_id, ...product }: WatchRow): WatchItem => ({
  id,
  product: { id: product_id, ...product },
  kind: WatchKind.parse(kind),
  qty,
  price_kop,
  told_at: told_at?.toISOString() ?? null,
})

export const listWatches = async (db: Db, caller: WatchCaller): Promise<WatchItem[]> =>
  (await selectWatches(db, watcherOf(caller))).map(present)

/** @throws AppError `watch.prices_hidden`, `watch.full`, `not_found` for an unknown product */
export async function createWatch(db: Kysely<DB>, caller: WatchCaller, watch: WatchFields, clock: Clock) {
  if (watch.kind === 'price' && !seesPrices(caller.member)) throw new AppError('watch.prices_hidden')
  const watcher = watcherOf(caller)
  return db.transaction().execute(async (tx) => {
    if (!(await isProduct(tx, watch.product_id))) throw new AppError('not_found', { detail: 'Товар не найден' })
    await lockWatches(tx, watcher)
    const { id } = await saveWatch(tx, watcher.contractorId, caller.author, watch, clock.now())
    if ((await countWatches(tx, watcher)) > MOST_WATCHES) throw new AppError('watch.full')
    return { id }
  })
}

/** «поступление от 4 шт.», «цена до 350,00 ₽». */
function conditionText({ kind, qty, price_kop: price, unit }: WatchRow): string {
  if (kind === 'price') return `цена до ${formatMoney(price ?? 0)} ₽`
  return qty === null ? 'поступление' : `поступление от ${formatQty(qty)} ${unitText(unit)}`
}

/** @throws AppError `not_found`, also for another person's alert */
export async function removeWatch(db: Kysely<DB>, caller: WatchCaller, id: number) {
  const watcher = watcherOf(caller)
  await db.transaction().execute(async (tx) => {
    const watch = await lockWatch(tx, watcher, id)
    if (!watch) throw new AppError('not_found', { detail: 'Такого ожидания нет' })
    await deleteWatch(tx, watcher, id)
    if (!isOnBehalf(caller.author)) return
    const object = `${watch.brand} ${watch.article}, ${conditionText(watch)}`
    await recordEvent(tx, caller.author, { event: 'watch.removed_on_behalf', object })
  })
}
