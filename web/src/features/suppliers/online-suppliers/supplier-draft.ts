import type { ApiDescription, ArmtekCodes } from '@artikul/contract/suppliers/adapter-settings'
import type { AdapterName, OnlineSupplier, OnlineSupplierFields } from '@artikul/contract/suppliers/online-suppliers'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'

type Same = Pick<OnlineSupplierFields, 'url' | 'login' | 'is_on' | 'brand_rule' | 'takes_new_warehouses' | 'sending'>

/** Description of an API as typed: headers as lines; the path is a part of the address. */
interface ApiDraft extends Omit<ApiDescription, 'headers' | 'path'> {
  headers: string
}

/** Form state of a supplier; null is an empty number field. */
export interface SupplierDraft extends Same {
  name: string
  seller_id: number | null
  adapter: AdapterName
  armtek: ArmtekCodes
  api: ApiDraft
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

const NEW_API: ApiDraft = {
  method: 'GET',
  headers: 'Authorization: Bearer {key}',
  body_type: 'json',
  body: '',
  format: 'json',
  list: '',
  fields: {
    ...{ article: 'article', brand: 'brand', name: 'name', price: 'price', currency: '' },
    ...{ quantity: 'quantity', term: '', warehouse: '', multiplicity: '' },
  },
  price_unit: 'rub',
  term_unit: 'days',
}
const NEW_ARMTEK: ArmtekCodes = { vkorg: '4000', kunnr_rg: '', kunnr_za: '' }

const apiDraftOf = ({ headers, path: _, ...api }: ApiDescription): ApiDraft => ({
  ...api,
  headers: headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
})

/** «Name: value» of every line. */
const headersOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [name = '', ...value] = line.split(':')
      return { name: name.trim(), value: value.join(':').trim() }
    })

/** The server of an address, and the path with its fields. */
function splitAddress(address: string): [server: string, path: string] {
  const server = /^https?:\/\/[^/?#]+/i.exec(address)?.[0] ?? address
  const path = address.slice(server.length)
  return [server, path.startsWith('/') ? path : `/${path}`]
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
  armtek: NEW_ARMTEK,
  api: NEW_API,
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
  armtek: supplier.settings.armtek ?? NEW_ARMTEK,
  api: supplier.settings.api ? apiDraftOf(supplier.settings.api) : NEW_API,
  url: supplier.url + (supplier.adapter === 'api' ? (supplier.settings.api?.path ?? '') : ''),
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
export function accessOf({ adapter, url, login, armtek, api }: SupplierDraft) {
  if (adapter === 'armtek') return { adapter, url, login, settings: { armtek } }
  if (adapter !== 'api') return { adapter, url, login, settings: {} }
  const [server, path] = splitAddress(url)
  return { adapter, url: server, login, settings: { api: { ...api, path, headers: headersOf(api.headers) } } }
}

/** Builds the request's fields, which the contract validates. */
export function supplierFieldsOf(draft: SupplierDraft) {
  const {
    name: _,
    seller_id: __,
    secret: ___,
    armtek: ____,
    api: _____,
    is_round_the_clock: isRound,
    from,
    to,
    brands,
    tolerance,
    ...same
  } = draft
  return {
    ...same,
    ...accessOf(draft),
    hours: isRound ? null : { from, to },
    brand_ids: brands.map(({ id }) => id),
    tolerance_hundredths: tolerance === null ? null : Math.round(tolerance * 100),
  }
}

/** Error paths that have a field in the form. */
export const SUPPLIER_FIELDS: readonly string[] = [
  ...['name', 'seller_id', 'adapter', 'url', 'login', 'secret', 'priority', 'budget_ms', 'per_second', 'per_day'],
  ...['settings.api.path', 'settings.api.list', 'settings.api.body', 'settings.api.headers'],
  ...['settings.armtek.vkorg', 'settings.armtek.kunnr_rg', 'settings.armtek.kunnr_za'],
  ...['hours.from', 'hours.to', 'brand_ids', 'min_order_kop', 'tolerance_hundredths', 'article', 'brand'],
]
