import { formatMoney, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import * as queries from '../answers/files.queries.ts'
import { fileNameOf, writeOrder } from './order-file.ts'
import { holdWanted, markSent } from './wanted.ts'

export interface FileDeps {
  clock: Clock
  mailer: Pick<Mailer, 'queue'>
}

const sumOf = (lines: readonly queries.FileLine[]) =>
  lines.reduce((sum, { purchase_kop, qty }) => sum + lineSumKop(purchase_kop, toThousandths(qty)), 0)

const textOf = ({ number, seller }: queries.FileOrder, lines: readonly queries.FileLine[]) => `Здравствуйте.

Заказ ${number} от «${seller}» — во вложенном файле: ${counted(lines.length, 'строка', 'строки', 'строк')} на ${formatMoney(sumOf(lines))} ₽.

Верните этот же файл: допишите столбцы «Кол-во подтверждено», «Новый номер» и «Ответ поставщика», исправьте «Цену», если она изменилась. Номер строки оставьте: по нему мы узнаем каждую.`

/** The letter, that the order has left, and where its lines stand now are one transaction: it is sent once. */
async function sendOne(tx: Transaction<DB>, { clock, mailer }: FileDeps): Promise<boolean> {
  const now = clock.now()
  const order = await queries.takeDueOrder(tx, now)
  if (!order) return false
  await holdWanted(tx, order.id)
  const lines = await queries.selectFileLines(tx, order.id)
  if (lines.length === 0) {
    await queries.setEmpty(tx, order.id)
    return true
  }
  await mailer.queue(tx, {
    to: order.orders_email,
    subject: `Заказ ${order.number}`,
    text: textOf(order, lines),
    files: [{ name: fileNameOf(order), content: await writeOrder(order, lines) }],
  })
  await markSent(tx, order.id, null, now)
  return true
}

/** Orders to suppliers without an API leave by mail. */
export async function sendFiles(db: Kysely<DB>, deps: FileDeps, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await db.transaction().execute((tx) => sendOne(tx, deps)))) continue
}
