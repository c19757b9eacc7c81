import type { Contract } from '@artikul/contract/companies/contracts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { addContract, changeContractTerms } from './change-contracts.ts'
import { companyNotFound } from './companies-scope.ts'
import { lockContractor } from './contractors.queries.ts'
import { lockContract, selectContractsWith } from './contracts.queries.ts'

/** Terms of a contract as the accounting system states them; `null` where it states nothing. */
export interface AccountedTerms {
  /** `YYYY-MM-DD`; null: without an end. */
  validTo: string | null
  limitKop: number | null
  prepaymentPercent: number | null
  defermentDays: number | null
}

const termsOf = ({ validTo, limitKop, prepaymentPercent, defermentDays }: AccountedTerms) => ({
  valid_to: validTo,
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

/**
 * Changes the terms of a contract to those of the accounting system; what it does not state stays.
 * @throws AppError `not_found`, `input.invalid`
 */
export async function acceptTerms(tx: Db, author: Author, contractId: number, terms: AccountedTerms): Promise<void> {
  const contract = await lockContract(tx, contractId)
  if (!contract) throw new AppError('not_found', { detail: 'Договор не найден' })
  await changeContractTerms(tx, author, contractId, { version: contract.version, ...termsOf(terms) })
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
