import { seesPrices, seesSettlements, type AccessScope } from '../../../platform/access/index.ts'

/** A reason to hold an order, or to stop all of them, is made of the company's debt and limit. */
export const seesReasons = (reader: AccessScope) => seesPrices(reader) && seesSettlements(reader)
const HIDDEN_REASON = 'Ждёт решения по оплате'
export const shownReason = (reader: AccessScope, reason: string) =>
  reason === '' || seesReasons(reader) ? reason : HIDDEN_REASON
