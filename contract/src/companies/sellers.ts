import { z } from 'zod'
import { Empty, Id, IdParams, Moment, orEmpty, Phone, requiredText, text, Version } from '../core/fields.ts'
import { BankAccount, Inn, Kpp, Ogrn } from '../core/identifiers.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { withWholeRequisites } from './company-requisites.ts'

/** Tax regimes by their VAT (НК РФ, ст. 164): 22 %, none, 5 % or 7 %. */
export const TAX_REGIMES = {
  osno: 'ОСНО, НДС 22 %',
  usn: 'УСН без НДС',
  usn_5: 'УСН, НДС 5 %',
  usn_7: 'УСН, НДС 7 %',
} as const

/** «Учёт ведётся»: where shipments, payments and balances originate. */
export const ACCOUNTING_MODES = { '1c': 'В 1С', portal: 'На портале' } as const

/** Pictures of the company that its invoices carry. */
export const SELLER_PICTURES = { logo: 'Логотип', stamp: 'Печать', signature: 'Подпись' } as const
export type SellerPictureKind = keyof typeof SELLER_PICTURES
const MAX_PICTURE_BYTES = 5_000_000

const sellerFields = {
  /** «ООО „Ромашка“» */
  name: requiredText(200),
  full_name: requiredText(500),
  inn: Inn,
  kpp: Kpp.nullable(),
  ogrn: Ogrn,
  address: requiredText(500),
  phone: orEmpty(Phone),
  tax_regime: z.enum(keysOf(TAX_REGIMES), 'Выберите режим'),
  director_title: requiredText(100),
  director: requiredText(200),
  accountant: text(200),
  /** Prefix of the numbers of invoices. */
  invoice_prefix: requiredText(10).refine((prefix) => /^[\p{L}\d-]+$/u.test(prefix), 'Буквы, цифры и дефис'),
  invoice_notice: text(1000),
  accounting_mode: z.enum(keysOf(ACCOUNTING_MODES), 'Выберите, где учёт'),
  accounts: z
    .array(BankAccount)
    .min(1, 'Добавьте банковский счёт: он печатается в счетах на оплату')
    .max(20, 'Не больше 20 счетов')
    .refine((all) => all.length === 0 || all.filter((one) => one.is_default).length === 1, 'Основной счёт один')
    .refine((all) => new Set(all.map((one) => `${one.bic} ${one.account}`)).size === all.length, 'Счёт повторяется'),
}

/** Own company in whose name goods are sold. */
export const SellerFields = withWholeRequisites(z.strictObject(sellerFields))
export type SellerFields = z.infer<typeof SellerFields>

export const SellerPatch = withWholeRequisites(z.strictObject({ version: Version, ...sellerFields }))
export type SellerPatch = z.infer<typeof SellerPatch>

export const Seller = z.object({
  id: Id,
  name: z.string(),
  full_name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  ogrn: z.string(),
  address: z.string(),
  phone: z.string(),
  tax_regime: z.enum(keysOf(TAX_REGIMES)),
  director_title: z.string(),
  director: z.string(),
  accountant: z.string(),
  invoice_prefix: z.string(),
  invoice_notice: z.string(),
  accounting_mode: z.enum(keysOf(ACCOUNTING_MODES)),
  accounts: z.array(
    z.object({
      bic: z.string(),
      bank_name: z.string(),
      correspondent_account: z.string(),
      account: z.string(),
      is_default: z.boolean(),
    }),
  ),
  /** Pictures in use; a new one has a new id. */
  pictures: z.array(z.object({ id: Id, kind: z.enum(keysOf(SELLER_PICTURES)) })),
  /** `null` while it sells. */
  closed_at: Moment.nullable(),
  contracts_count: z.int(),
  warehouses_count: z.int(),
  version: Version,
})
export type Seller = z.infer<typeof Seller>

const EXAMPLE = {
  name: 'ООО «Пример»',
  full_name: 'Общество с ограниченной ответственностью «Пример»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  address: 'Москва',
  phone: '',
  tax_regime: 'osno',
  director_title: 'Генеральный директор',
  director: 'Иванов И. И.',
  accountant: '',
  invoice_prefix: 'ПР',
  invoice_notice: '',
  accounting_mode: '1c',
  accounts: [
    {
      bic: '044525225',
      bank_name: 'ПАО Сбербанк',
      correspondent_account: '30101810400000000225',
      account: '40702810938000000001',
      is_default: true,
    },
  ],
}

export const sellerRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/sellers',
    summary: 'Наши компании: от чьего имени продаём',
    access: 'sellers:read',
    reply: z.object({ results: z.array(Seller) }),
  },
  create: {
    method: 'POST',
    path: '/api/v1/sellers',
    summary: 'Новая наша компания',
    access: 'sellers:read',
    right: 'administrator',
    body: SellerFields,
    example: EXAMPLE,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/v1/sellers/:id',
    summary: 'Изменить реквизиты, счета и тексты нашей компании',
    access: 'sellers:read',
    right: 'administrator',
    params: IdParams,
    body: SellerPatch,
    example: { version: 1, ...EXAMPLE },
    reply: z.object({ version: Version }),
  },
  addPicture: {
    method: 'POST',
    path: '/api/v1/sellers/:id/pictures',
    summary: 'Логотип, печать или подпись для счетов (JPEG, PNG или WebP), взамен прежней',
    access: 'sellers:read',
    right: 'administrator',
    params: IdParams,
    query: z.strictObject({ kind: z.enum(keysOf(SELLER_PICTURES), 'Выберите, что это') }),
    upload: MAX_PICTURE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  removePicture: {
    method: 'DELETE',
    path: '/api/v1/seller-pictures/:id',
    summary: 'Убрать картинку из новых счетов',
    access: 'sellers:read',
    right: 'administrator',
    params: IdParams,
    reply: Empty,
  },
  picture: {
    method: 'GET',
    path: '/api/v1/seller-pictures/:id',
    summary: 'Логотип, печать или подпись нашей компании',
    access: 'sellers:read',
    params: IdParams,
    reply: FILE,
  },
  close: {
    method: 'POST',
    path: '/api/v1/sellers/:id/close',
    summary: 'Закрыть нашу компанию: новых договоров и складов у неё не будет',
    access: 'sellers:read',
    right: 'administrator',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: Empty,
  },
  reopen: {
    method: 'POST',
    path: '/api/v1/sellers/:id/reopen',
    summary: 'Вернуть закрытую компанию',
    access: 'sellers:read',
    right: 'administrator',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: Empty,
  },
})
