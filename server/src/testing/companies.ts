import type { Contract } from '@artikul/contract/companies/contracts'
import { EMPTY_CONSIGNEE, type ConsigneeFields } from '@artikul/contract/companies/consignees'
import type { VehicleFields } from '@artikul/contract/companies/vehicles'
import type { SellerFields } from '@artikul/contract/companies/sellers'
import { isInn } from '@artikul/contract/companies/requisites'

let serial = 0

/** Generates an ИНН of ten digits with a valid check digit, a new one at every call. */
export function newInn(): string {
  serial += 1
  const body = `77${String(1_000_000 + serial * 7919 + (process.pid % 7919)).slice(0, 7)}`
  const inn = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isInn)
  return inn ?? newInn()
}

/** Builds the requisites of a company that can be registered. */
export const companyFields = (overrides: object = {}) => ({
  inn: newInn(),
  kpp: '773601001',
  ogrn: '1027700132195',
  okpo: null,
  name: 'ООО «Новая мастерская»',
  full_name: 'Общество с ограниченной ответственностью «Новая мастерская»',
  address: '117312, г. Москва, ул. Вавилова, д. 19',
  actual_address: '',
  director_title: 'Генеральный директор',
  director: 'Петров Пётр Петрович',
  phone: '+74951234567',
  email: 'office@workshop.test',
  ...overrides,
})

/** Builds an own company that can be created. */
export const sellerFields = (overrides: Partial<SellerFields> = {}): SellerFields => ({
  inn: newInn(),
  kpp: '773601001',
  ogrn: '1027700132195',
  name: 'ООО «Любой продавец»',
  full_name: 'Общество с ограниченной ответственностью «Любой продавец»',
  address: '117312, г. Москва, ул. Вавилова, д. 19',
  phone: '',
  tax_regime: 'osno',
  director_title: 'Генеральный директор',
  director: 'Петров П. П.',
  accountant: '',
  invoice_prefix: 'ЛП',
  invoice_notice: '',
  accounting_mode: 'portal',
  accounts: [BANK],
  ...overrides,
})

/** Mail server that nothing connects to. */
export const MAIL_SERVER = {
  host: 'smtp.example.ru',
  port: 465,
  is_tls: true,
  login: 'robot',
  password: 'any',
  sender: 'Портал <robot@example.ru>',
}

/** Builds a valid contract, prepaid by default. */
export const contractFields = (sellerId: number, overrides: Partial<Contract> = {}): Contract => ({
  seller_id: sellerId,
  number: `К-${(serial += 1)}`,
  signed_on: '2026-01-12',
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
  is_default: true,
  ...overrides,
})

/** Builds a delivery point with a name and an address only. */
export const pointFields = (overrides: Partial<ConsigneeFields> = {}): ConsigneeFields => ({
  ...EMPTY_CONSIGNEE,
  name: 'Любая точка',
  address: 'г. Москва, ул. Любая, д. 3',
  ...overrides,
})

/** Builds a vehicle with a name and a VIN only. */
export const vehicleFields = (overrides: Partial<VehicleFields> = {}): VehicleFields => ({
  name: 'Любая машина',
  vin: 'XTA210990Y2766389',
  frame_number: null,
  plate: null,
  make: '',
  model: '',
  year: null,
  notes: '',
  consignee_id: null,
  ...overrides,
})

export const BANK = {
  bic: '044525225',
  bank_name: 'ПАО Сбербанк, г. Москва',
  correspondent_account: '30101810400000000225',
  account: '40702810138250123017',
  is_default: true,
}
