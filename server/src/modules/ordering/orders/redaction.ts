import { seesPrices, seesSettlements, type AccessScope } from '../../../platform/access/index.ts'

/** Checks access to the reasons of holds and stops, which reveal the company's debt and limit. */
export const seesReasons = (reader: AccessScope) => seesPrices(reader) && seesSettlements(reader)
const HIDDEN_REASON = 'Ждёт решения по оплате'
export const shownReason = (reader: AccessScope, reason: string) =>
  reason === '' || seesReasons(reader) ? reason : HIDDEN_REASON
