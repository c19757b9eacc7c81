import { counted } from '@artikul/contract/core/plural'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { selectCartLines } from './cart.queries.ts'
import { selectAdmins, selectSender } from './send-for-placing.queries.ts'
import type { Buyer } from './cart.ts'
import { selectCurrentCart } from './current-cart.queries.ts'

/**
 * «Отправить на оформление»: emails a request for placing to every admin of the company and returns their names.
 * @throws AppError `cart.nothing_selected`
 */
export async function sendForPlacing(
  db: Kysely<DB>,
  mailer: Mailer,
  { buyer, author }: { buyer: Buyer; author: Author },
  comment: string,
): Promise<string[]> {
  const { contractorId, subjectId } = buyer
  const cart = await selectCurrentCart(db, buyer)
  const lines = cart ? await selectCartLines(db, buyer, { cartId: cart.id, selectedOnly: true }) : []
  if (lines.length === 0) throw new AppError('cart.nothing_selected')
  const [admins, sender] = await Promise.all([
    selectAdmins(db, contractorId, subjectId),
    selectSender(db, contractorId, buyer),
  ])
  const who = isOnBehalf(buyer) ? `${sender.subject} (менеджер ${sender.actor})` : sender.subject
  const text = `Здравствуйте!

${who} просит оформить заказ. Компания: ${sender.company}.
В корзине «${cart?.name ?? ''}» ${counted(lines.length, 'выбранная строка', 'выбранные строки', 'выбранных строк')}.${comment && `\nКомментарий: ${comment}`}

Корзина: ${mailer.linkTo('/cart')}`
  await db.transaction().execute(async (tx) => {
    if (isOnBehalf(author))
      await recordEvent(tx, author, { event: 'cart.sent_on_behalf', object: `Строк: ${lines.length}` })
    for (const admin of admins) await mailer.queue(tx, { to: admin.email, subject: 'Просьба оформить заказ', text })
  })
  return admins.map((admin) => admin.full_name)
}
