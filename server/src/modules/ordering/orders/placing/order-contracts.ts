import { termsText, type Terms } from '@artikul/contract/companies/contract-terms'
import type { ContractChoice } from '@artikul/contract/ordering/orders/orders'
import { seesPrices } from '../../../../platform/access/index.ts'
import { dayText } from '../../../../platform/clock.ts'
import { AppError } from '../../../../platform/errors.ts'
import {
  availableLimitKop,
  contractInForce,
  contractsInForce,
  type ContractBalance,
  type selectCompanyContracts,
} from '../../../companies/index.ts'
import type { ChosenGroups } from '../../../pricing/index.ts'
import type { Buyer } from '../../cart/index.ts'
import { seesReasons } from '../redaction.ts'

export type PlacingContractRow = Awaited<ReturnType<typeof selectCompanyContracts>>[number]

/** Contracts of the company, and those that the buyer chose, by seller. */
export interface OrderContracts {
  contracts: readonly PlacingContractRow[]
  chosen: ReadonlyMap<number, PlacingContractRow>
  today: string
  /** «Ваш менеджер: …», included in every refusal. */
  managerContact: string
}

/** Requires that the contract has begun and has not ended. */
function requireInForce({ number, signed_on, valid_to }: PlacingContractRow, today: string, managerContact: string) {
  if (signed_on > today)
    throw new AppError('contract.missing', {
      detail: `Договор № ${number} действует с ${dayText(signed_on)}. ${managerContact}`,
    })
  if (valid_to !== null && valid_to < today)
    throw new AppError('contract.expired', { detail: `Срок договора № ${number} истёк. ${managerContact}` })
}

/**
 * Resolves the contracts that the buyer chose, at most one per seller.
 * @throws AppError `not_found` for a contract of another company, `contract.missing`, `contract.expired`,
 * `input.invalid` for two contracts of one seller and from a person without prices
 */
export function chooseContracts(
  contracts: readonly PlacingContractRow[],
  ids: readonly number[],
  { today, managerContact, buyer }: Pick<OrderContracts, 'today' | 'managerContact'> & { buyer: Buyer },
): OrderContracts {
  if (ids.length > 0 && !seesPrices(buyer))
    throw new AppError('input.invalid', {
      errors: [{ path: 'contract_ids', message: 'Договор выбирает сотрудник, который видит цены' }],
    })
  const chosen = new Map<number, PlacingContractRow>()
  for (const id of ids) {
    const contract = contracts.find((one) => one.id === id)
    if (!contract) throw new AppError('not_found', { detail: 'Договор не найден' })
    requireInForce(contract, today, managerContact)
    if (chosen.has(contract.seller_id))
      throw new AppError('input.invalid', {
        errors: [{ path: 'contract_ids', message: 'Выберите один договор с каждым продавцом' }],
      })
    chosen.set(contract.seller_id, contract)
  }
  return { contracts, chosen, today, managerContact }
}

/** Price groups of the chosen contracts, whose prices apply to their orders. */
export const groupsOfChosen = ({ chosen }: OrderContracts): ChosenGroups =>
  new Map([...chosen].map(([sellerId, contract]) => [sellerId, contract.price_group_id]))

/**
 * Finds the contract of an order: the chosen one, else the one in force with the seller.
 * @throws AppError `contract.missing`, `contract.expired`
 */
export function contractWith(
  sellerId: number,
  { contracts, chosen, today, managerContact }: OrderContracts,
): PlacingContractRow {
  const picked = chosen.get(sellerId)
  if (picked) return picked
  const own = contracts.filter((contract) => contract.seller_id === sellerId)
  if (own.length === 0)
    throw new AppError('contract.missing', { detail: `С этим продавцом нет договора. ${managerContact}` })
  const inForce = contractInForce(own, sellerId, today)
  if (inForce) return inForce
  const next = own.find((contract) => contract.signed_on > today)
  if (next) requireInForce(next, today, managerContact)
  const numbers = own.map((contract) => contract.number).join(', ')
  throw new AppError('contract.expired', { detail: `Срок договора № ${numbers} истёк. ${managerContact}` })
}

/** Terms of a contract as the buyer sees them before placing. */
export const presentTerms = (contract: PlacingContractRow, standing: ContractBalance | undefined, buyer: Buyer) => ({
  contract: `№ ${contract.number}`,
  // Constraints of the database allow only these values.
  payment_terms: termsText(contract as PlacingContractRow & Terms),
  available_kop:
    contract.prepayment_percent > 0 || !seesReasons(buyer) || typeof standing?.override_until === 'string'
      ? null
      : (standing?.overdue_kop ?? 0) > 0
        ? 0
        : availableLimitKop(contract.limit_kop, standing),
})

/**
 * Lists the sellers of the orders with whom several contracts are in force; empty for a reader without prices, who could
 * not see that another contract has other prices.
 */
export function listContractChoices(
  ofOrders: readonly PlacingContractRow[],
  { contracts, today }: OrderContracts,
  standings: ReadonlyMap<number, ContractBalance>,
  buyer: Buyer,
): ContractChoice[] {
  if (!seesPrices(buyer)) return []
  const bySeller = new Map(ofOrders.map((contract) => [contract.seller_id, contract]))
  return [...bySeller.values()].flatMap(({ id, seller_id, seller_name }) => {
    const inForce = contractsInForce(contracts, seller_id, today)
    if (inForce.length < 2) return []
    const options = inForce.map((one) => ({ id: one.id, ...presentTerms(one, standings.get(one.id), buyer) }))
    return [{ seller: seller_name, contract_id: id, contracts: options }]
  })
}
