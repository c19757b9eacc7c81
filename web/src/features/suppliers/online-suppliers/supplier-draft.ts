import type { AdapterName, OnlineSupplier, OnlineSupplierFields } from '@artikul/contract/suppliers/online-suppliers'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'

type Same = Pick<OnlineSupplierFields, 'url' | 'login' | 'is_on' | 'brand_rule' | 'takes_new_warehouses' | 'sending'>

/** Form state of a supplier; null is an empty number field. */
export interface SupplierDraft extends Same {
  name: string
  seller_id: number | null
  adapter: AdapterName
  /** Empty: the stored secret remains. */
  secret: string
  priority: number | null
  budget_ms: number | null
  per_second: number | null
  /** `null` for no limit. */
  per_day: number | null
  is_round_the_clock: boolean
  from: number | null
  to: number | null
  brands: readonly LookupResult[]
  min_order_kop: number | null
  /** Tolerance in per cent. */
  tolerance: number | null
}

const [DAY_BEGINS, DAY_ENDS] = [9, 18]
const MAX_PRIORITY = 999

interface Beginning {
  sellers: readonly { id: number }[]
  /** The priority of the supplier that is queried last. */
  last: number
}

export const newSupplierDraft = ({ sellers, last }: Beginning): SupplierDraft => ({
  name: '',
  seller_id: sellers.length === 1 ? (sellers[0]?.id ?? null) : null,
  adapter: 'abcp',
  url: '',
  login: '',
  secret: '',
  is_on: true,
  priority: Math.min(last + 1, MAX_PRIORITY),
  budget_ms: 3000,
  per_second: 5,
  per_day: null,
  is_round_the_clock: true,
  from: DAY_BEGINS,
  to: DAY_ENDS,
  brand_rule: 'except',
  brands: [],
  takes_new_warehouses: true,
  sending: 'by_hand',
  min_order_kop: 0,
  tolerance: 0,
})

export const supplierDraftOf = (supplier: OnlineSupplier): SupplierDraft => ({
  name: supplier.name,
  seller_id: null,
  adapter: supplier.adapter,
  url: supplier.url,
  login: supplier.login,
  secret: '',
  is_on: supplier.is_on,
  priority: supplier.priority,
  budget_ms: supplier.budget_ms,
  per_second: supplier.per_second,
  per_day: supplier.per_day,
  is_round_the_clock: supplier.hours === null,
  from: supplier.hours?.from ?? DAY_BEGINS,
  to: supplier.hours?.to ?? DAY_ENDS,
  brand_rule: supplier.brand_rule,
  brands: supplier.brands,
  takes_new_warehouses: supplier.takes_new_warehouses,
  sending: supplier.sending,
  min_order_kop: supplier.min_order_kop,
  tolerance: supplier.tolerance_hundredths / 100,
})

/** Address and account of a supplier. */
export const accessOf = ({ adapter, url, login }: SupplierDraft) => ({ adapter, url, login })

/** Builds the request's fields, which the contract validates. */
export function supplierFieldsOf(draft: SupplierDraft) {
  const {
    name: _,
    seller_id: __,
    secret: ___,
    is_round_the_clock: isRound,
    from,
    to,
    brands,
    tolerance,
    ...same
  } = draft
  return {
    ...same,
    hours: isRound ? null : { from, to },
    brand_ids: brands.map(({ id }) => id),
    tolerance_hundredths: tolerance === null ? null : Math.round(tolerance * 100),
  }
}

/** Error paths that have a field in the form. */
export const SUPPLIER_FIELDS: readonly string[] = [
  ...['name', 'seller_id', 'adapter', 'url', 'login', 'secret', 'priority', 'budget_ms', 'per_second', 'per_day'],
  ...['hours.from', 'hours.to', 'brand_ids', 'min_order_kop', 'tolerance_hundredths', 'article', 'brand'],
]
