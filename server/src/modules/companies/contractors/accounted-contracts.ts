import type { Contract } from '@artikul/contract/companies/contracts'
import type { Db } from '../../../platform/db/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import { addContract, changeContractTerms, lockWithCompany } from './change-contracts.ts'
import { companyNotFound } from './companies-scope.ts'
import { lockContractor } from './contractors.queries.ts'
import { selectContractsWith, type ContractRecord } from './contracts.queries.ts'

/** Terms of a contract as the accounting system states them; `null` where it states nothing. */
export interface AccountedTerms {
  /** `YYYY-MM-DD` */
  validTo: string | null
  limitKop: number | null
  prepaymentPercent: number | null
  defermentDays: number | null
}

const termsOf = ({ validTo, limitKop, prepaymentPercent, defermentDays }: AccountedTerms) => ({
  ...(validTo !== null && { valid_to: validTo }),
  ...(limitKop !== null && { limit_kop: limitKop }),
  ...(prepaymentPercent !== null && { prepayment_percent: prepaymentPercent }),
  ...(defermentDays !== null && { deferment_days: defermentDays }),
})

/** Terms of a contract of which nothing else is known: prepaid. */
const UNKNOWN: Omit<Contract, 'seller_id' | 'number' | 'signed_on' | 'is_default'> = {
  valid_to: null,
  prepayment_percent: 100,
  deferment_days: 0,
  deferment_from: 'shipment',
  deferment_calendar: 'calendar',
  limit_kop: 0,
  price_group_id: null,
  edo_operator: null,
  edo_id: null,
  invoice_notice: null,
  disputes_block: false,
}

/** End of a contract that is no longer in force on the day; an earlier end stays. */
function endedOn({ valid_to: end, signed_on: start }: ContractRecord, stated: string | null, day: string): string {
  if (end !== null && end < day) return end
  const next = stated !== null && stated < day ? stated : day
  return next < start ? start : next
}

/**
 * Changes the terms of a contract to those of the accounting system; what it does not state stays.
 * @param endedBy `YYYY-MM-DD`, by which a contract has ended that is closed there; null for one in force
 * @throws AppError `not_found`, `input.invalid`
 */
export async function acceptTerms(
  tx: Db,
  author: Author,
  contractId: number,
  terms: AccountedTerms,
  endedBy: string | null = null,
): Promise<void> {
  const contract = await lockWithCompany(tx, contractId)
  const validTo = endedBy === null ? terms.validTo : endedOn(contract, terms.validTo, endedBy)
  await changeContractTerms(tx, author, contractId, { version: contract.version, ...termsOf({ ...terms, validTo }) })
}

/**
 * Gives a contract the price column that the accounting system names.
 * @throws AppError `not_found`, `input.invalid`
 */
export async function acceptPriceColumn(
  tx: Db,
  author: Author,
  contractId: number,
  priceGroupId: number,
): Promise<void> {
  const { version } = await lockWithCompany(tx, contractId)
  await changeContractTerms(tx, author, contractId, { version, price_group_id: priceGroupId })
}

/**
 * Creates a contract that the accounting system knows; the first one with a seller becomes the main one.
 * @returns its id
 * @throws AppError `not_found` for an unknown company, `input.invalid`, `contract.exists`
 */
export async function acceptContract(
  tx: Db,
  author: Author,
  given: AccountedTerms & { sellerId: number; contractorId: number; number: string; signedOn: string },
): Promise<number> {
  const { sellerId, contractorId, number, signedOn } = given
  if (!(await lockContractor(tx, contractorId))) throw companyNotFound()
  const others = await selectContractsWith(tx, { sellerId, contractorId })
  const terms = { ...UNKNOWN, ...termsOf(given), seller_id: sellerId, number, signed_on: signedOn }
  return addContract(tx, author, contractorId, { ...terms, is_default: others.length === 0 })
}
