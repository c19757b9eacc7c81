import { formatMoney, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import * as queries from '../answers/files.queries.ts'
import { fileNameOf, writeOrder } from './order-file.ts'
import { lockWantedLines, markLinesSent } from './wanted.ts'

export interface FileDeps {
  clock: Clock
  mailer: Pick<Mailer, 'queue'>
}

const sumOf = (lines: readonly queries.OrderFileLine[]) =>
  lines.reduce((sum, { purchase_kop, qty }) => sum + lineSumKop(purchase_kop, toThousandths(qty)), 0)

const textOf = ({ number, seller }: queries.FileOrder, lines: readonly queries.OrderFileLine[]) => `Здравствуйте.

Заказ ${number} от «${seller}» — во вложенном файле: ${counted(lines.length, 'строка', 'строки', 'строк')} на ${formatMoney(sumOf(lines))} ₽.

Верните этот же файл: допишите столбцы «Кол-во подтверждено», «Новый номер» и «Ответ поставщика», исправьте «Цену», если она изменилась. Номер строки оставьте: по нему мы узнаем каждую.`

/** Queues the email and updates the order and its lines in one transaction, so that it is sent once. */
async function sendOne(tx: Transaction<DB>, { clock, mailer }: FileDeps): Promise<boolean> {
  const now = clock.now()
  const order = await queries.lockDueOrder(tx, now)
  if (!order) return false
  await lockWantedLines(tx, order.id)
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
  await markLinesSent(tx, order.id, null, now)
  return true
}

/** Sends orders to suppliers without an API by email. */
export async function sendFiles(db: Kysely<DB>, deps: FileDeps, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && (await db.transaction().execute((tx) => sendOne(tx, deps)))) continue
}
