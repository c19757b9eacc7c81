import { Contract, type ContractItem, type ContractPatch } from '@artikul/contract/companies/contracts'
import type { Input } from '@artikul/contract/core/route'
import { todayIso } from '../../../../lib/text/format.ts'
import { refusalsOf } from '../../../../lib/api/form-errors.ts'
import type { Options } from '../managed-selects.tsx'

type FilledContract = Input<typeof Contract>

/** Form state of a contract: missing numbers and choices are `null`, texts as typed. */
export interface ContractDraft extends Omit<
  FilledContract,
  | 'seller_id'
  | 'signed_on'
  | 'prepayment_percent'
  | 'deferment_days'
  | 'limit_kop'
  | 'edo_operator'
  | 'edo_id'
  | 'invoice_notice'
> {
  seller_id: number | null
  signed_on: string | null
  prepayment_percent: number | null
  deferment_days: number | null
  limit_kop: number | null
  edo_operator: string
  edo_id: string
  invoice_notice: string
}

export const CONTRACT_FIELDS = [
  'seller_id',
  'number',
  'signed_on',
  'valid_to',
  'prepayment_percent',
  'deferment_days',
  'deferment_from',
  'deferment_calendar',
  'limit_kop',
  'price_group_id',
  'edo_operator',
  'edo_id',
  'invoice_notice',
  'disputes_block',
  'is_default',
] as const satisfies readonly (keyof ContractDraft)[]

/** Default terms of a new contract: prepayment, starting today. */
export const emptyContract = (options: Options | undefined): ContractDraft => ({
  seller_id: options?.sellers.length === 1 ? (options.sellers[0]?.id ?? null) : null,
  number: '',
  signed_on: todayIso(),
  valid_to: null,
  prepayment_percent: 100,
  deferment_days: 0,
  deferment_from: 'shipment',
  deferment_calendar: 'calendar',
  limit_kop: 0,
  price_group_id: null,
  edo_operator: '',
  edo_id: '',
  invoice_notice: '',
  disputes_block: false,
  is_default: true,
})

export const draftOfContract = (contract: ContractItem): ContractDraft => ({
  seller_id: contract.seller_id,
  number: contract.number,
  signed_on: contract.signed_on,
  valid_to: contract.valid_to,
  prepayment_percent: contract.prepayment_percent,
  deferment_days: contract.deferment_days,
  deferment_from: contract.deferment_from,
  deferment_calendar: contract.deferment_calendar,
  limit_kop: contract.limit_kop,
  price_group_id: contract.price_group_id,
  edo_operator: contract.edo_operator ?? '',
  edo_id: contract.edo_id ?? '',
  invoice_notice: contract.invoice_notice ?? '',
  disputes_block: contract.disputes_block,
  is_default: contract.is_default,
})

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

/** Converts an empty number to the absence of prepayment, deferment or limit. */
export const contractOf = (draft: ContractDraft): FilledContract => ({
  ...draft,
  seller_id: draft.seller_id ?? 0,
  number: draft.number.trim(),
  signed_on: draft.signed_on ?? '',
  prepayment_percent: draft.prepayment_percent ?? 0,
  deferment_days: draft.deferment_days ?? 0,
  limit_kop: draft.limit_kop ?? 0,
  edo_operator: orNull(draft.edo_operator),
  edo_id: orNull(draft.edo_id),
  invoice_notice: orNull(draft.invoice_notice),
})

/** Returns only the changed fields. The seller cannot be changed. */
export function contractPatch(
  contract: ContractItem,
  draft: ContractDraft,
): Omit<Input<typeof ContractPatch>, 'version'> {
  const was = contractOf(draftOfContract(contract))
  const is = contractOf(draft)
  const changed = CONTRACT_FIELDS.filter((name) => name !== 'seller_id' && is[name] !== was[name])
  return Object.fromEntries(changed.map((name) => [name, is[name]]))
}

export const contractRefusals = (draft: ContractDraft): Record<string, string> => ({
  ...refusalsOf(Contract, contractOf(draft)),
  ...(draft.seller_id === null && { seller_id: 'Выберите продавца' }),
  ...(draft.signed_on === null && { signed_on: 'Укажите дату' }),
})
