import type { Clock } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { insertProduct } from '../../../catalog/index.ts'
import type { References } from './sealed-token.ts'
import * as queries from './redeem-offer.queries.ts'

/**
 * Converts an offer that a company has chosen from a supplier's answer into a regular offer of the supplier's
 * warehouse.
 */
export type RedeemOffer = (
  tx: Db,
  reference: string,
  contractorId: number,
) => Promise<{ product_id: number; warehouse_id: number }>

/** @throws AppError (the returned function) `offer.outdated`, `offer.gone` */
export const createTaking =
  (references: References, clock: Clock): RedeemOffer =>
  async (tx, reference, contractorId) => {
    const offer = await references.open(reference, contractorId)
    if (!(await queries.selectProductOf(tx, offer))) await insertProduct(tx, offer)
    const product = await queries.selectProductOf(tx, offer)
    if (!product || !(await queries.putOffer(tx, product.id, offer, clock.now()))) throw new AppError('offer.gone')
    await queries.putHandle(tx, product.id, offer)
    return { product_id: product.id, warehouse_id: offer.warehouseId }
  }
