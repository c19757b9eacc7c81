import { z } from 'zod'
import { requiredText, text } from '../core/fields.ts'

/** Codes by which Armtek knows its customer. */
export const ArmtekCodes = z.strictObject({
  vkorg: z.string().regex(/^[A-Za-z\d]{4}$/, 'Четыре символа, например 4000'),
  kunnr_rg: z.string().regex(/^\d{1,10}$/, 'До десяти цифр, например 43000001'),
  /** Address of delivery; empty for the default one. */
  kunnr_za: z.string().regex(/^\d{0,10}$/, 'До десяти цифр'),
})
export type ArmtekCodes = z.infer<typeof ArmtekCodes>

/** Path in an answer: names and indexes by dots, `*` for each element, a leading `^.` for the element around. */
const Path = z
  .string()
  .trim()
  .max(200, 'Не больше 200 символов')
  .regex(
    /^$|^(?:\^\.)*(?:[\p{L}\p{N}_@$-]+|\*)(?:\.(?:[\p{L}\p{N}_@$-]+|\*))*$/u,
    'Имена через точку, например data.items',
  )
const RequiredPath = Path.min(1, 'Укажите, где это в ответе')

export const API_FIELDS = {
  article: 'Артикул',
  brand: 'Бренд',
  name: 'Название',
  price: 'Цена',
  currency: 'Валюта',
  quantity: 'Наличие',
  term: 'Срок',
  warehouse: 'Склад',
  multiplicity: 'Кратность',
} as const
export type ApiField = keyof typeof API_FIELDS
/** Fields without which there is no offer. */
export const REQUIRED_API_FIELDS: readonly ApiField[] = ['article', 'brand', 'price', 'quantity']

const HEADER_NAME = /^[A-Za-z][A-Za-z\d-]{0,60}$/
/** Headers that belong to the transport. */
const OWN_HEADERS = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
]

const Header = z
  .strictObject({
    name: z
      .string()
      .regex(HEADER_NAME, 'Название заголовка: латинские буквы и дефисы')
      .refine((name) => !OWN_HEADERS.includes(name.toLowerCase()), 'Этот заголовок ставит портал'),
    value: requiredText(500).refine((value) => /^[\u0020-\u007e]*$/.test(value), 'Только латиница'),
  })
  .refine(({ name, value }) => !/auth|key|token|secret|passw/i.test(name) || /\{(?:key|basic)\}/.test(value), {
    path: ['value'],
    message: 'Ключ введите в поле «Ключ», а здесь напишите {key}',
  })

export const BODY_TYPES = { json: 'JSON', xml: 'XML', form: 'Поля формы' } as const

/**
 * Description of an API by staff. `{article}`, `{brand}`, `{login}`, `{key}` and `{basic}` (login and key as Basic
 * authorization encodes them) are put into the address, the headers and the body.
 */
export const ApiDescription = z.strictObject({
  method: z.enum(['GET', 'POST']),
  /** Path and fields after the address of the server. */
  path: z
    .string()
    .trim()
    .max(1000, 'Не больше 1000 символов')
    .regex(/^\/[^\s#]*$/, 'Адрес без пробелов и «#»'),
  headers: z.array(Header).max(10, 'Не больше 10 заголовков'),
  body_type: z.enum(['json', 'xml', 'form']),
  body: text(4000),
  format: z.enum(['json', 'xml']),
  /** Empty when the answer itself is the list. */
  list: Path,
  fields: z.strictObject({
    article: RequiredPath,
    brand: RequiredPath,
    name: Path,
    price: RequiredPath,
    currency: Path,
    quantity: RequiredPath,
    term: Path,
    warehouse: Path,
    multiplicity: Path,
  }),
  price_unit: z.enum(['rub', 'kop']),
  term_unit: z.enum(['days', 'hours']),
})
export type ApiDescription = z.infer<typeof ApiDescription>
/** What the reading of an answer needs. */
export const ApiReading = ApiDescription.pick({
  format: true,
  list: true,
  fields: true,
  price_unit: true,
  term_unit: true,
})
export type ApiReading = z.infer<typeof ApiReading>
