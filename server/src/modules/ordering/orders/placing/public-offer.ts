import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isOnBehalf } from '../../../../platform/http/index.ts'
import type { Buyer } from '../../cart/index.ts'
import { selectParty } from './on-behalf.queries.ts'

/**
 * Requires that someone in the company has accepted the public offer; during impersonation the refusal names who may
 * accept it.
 * @throws AppError `public_offer.not_accepted`
 */
export async function requirePublicOffer(db: Db, buyer: Buyer, isAccepted: boolean) {
  if (isAccepted) return
  if (!isOnBehalf(buyer)) throw new AppError('public_offer.not_accepted')
  const { full_name } = await selectParty(db, buyer.subjectId)
  throw new AppError('public_offer.not_accepted', {
    detail: `Компания ещё не приняла действующую оферту. Принять её может только сам клиент: ${full_name} или другой сотрудник компании, который оформляет заказы`,
  })
}
