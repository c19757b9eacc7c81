import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'

/** Well-formed Unicode without NUL, as PostgreSQL requires. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\u0000')

/** Text typed by a person: trimmed. */
export const text = (max: number) =>
  z.string('Заполните поле').trim().max(max, `Не больше ${max} символов`).refine(isStorable, 'Недопустимые символы')

/** Untrimmed text, such as a part of an address or of a file, where trimming would prevent a match. */
export const textAsItStands = (max: number) =>
  z.string('Заполните поле').max(max, `Не больше ${max} символов`).refine(isStorable, 'Недопустимые символы')

/** Invisible signs: spaces of every kind, joiners, direction marks. */
const UNSEEN = /^[\p{C}\p{Z}]+$/u

export const requiredText = (max: number) =>
  text(max)
    .min(1, 'Заполните поле')
    .refine((value) => !UNSEEN.test(value), 'Заполните поле')

/** Reason for a refusal or a withdrawal. */
export const Reason = z.strictObject({ reason: requiredText(500) })

/** Upper bound of PostgreSQL's `integer`. */
const MAX_INTEGER = 2_147_483_647

/** An id in a path or a query: digits only. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Неверный номер')
  .transform(Number)
  .refine((id) => id <= MAX_INTEGER, 'Неверный номер')

export const IdParams = z.strictObject({ id: PathId })

/** An id in a body. */
export const Id = z.int('Неверный номер').positive('Неверный номер').max(MAX_INTEGER, 'Неверный номер')

/** Document number and id. */
export const Numbered = z.object({ id: Id, number: z.string() })

/** Money in integer kopecks. */
export const Kop = z.int()
/** Money in a reply; `null` when the company's administrator hides prices from the reader. */
export const ShownKop = Kop.nullable()
/** Quantity in the item's unit, at most three decimals. */
export const Qty = z
  .number()
  .min(0.001, { error: 'Укажите количество', abort: true })
  .max(999_999, 'Слишком большое количество')
  .multipleOf(0.001)
/** A calendar day `YYYY-MM-DD` in Europe/Moscow. */
export const Day = z.iso
  .date('Неверная дата')
  .refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Дата должна быть между 2000 и 2100 годом')
/** Days of the week, ISO: Monday is 1. */
export const Weekdays = z
  .array(z.int('Нет такого дня').min(1, 'Нет такого дня').max(7, 'Нет такого дня'))
  .min(1, 'Выберите дни')
  .max(7, 'День повторяется')
  .refine((days) => new Set(days).size === days.length, 'День повторяется')
/** A moment, ISO 8601 UTC. */
export const Moment = z.iso.datetime()

export const PAGE_SIZES = [50, 100, 150] as const
const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'Неверная страница')
  .transform(Number)
const pageSize = z
  .enum(['50', '100', '150'], 'Размер страницы: 50, 100 или 150')
  .transform((size) => Number(size) as (typeof PAGE_SIZES)[number])

/** Query fields of every paged list. */
export const pageQuery = { page: pageNumber.optional(), page_size: pageSize.optional() }

export const Pagination = z.object({ total_count: z.int(), per_page: z.int(), page: z.int() })
export type Pagination = z.infer<typeof Pagination>

/** Builds `{results, pagination}`, the form of every list. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ results: z.array(item), pagination: Pagination })

export const Empty = z.object({})

const BAD_EMAIL = 'Проверьте адрес электронной почты'
const MAX_EMAIL_LENGTH = 254
const MAX_DOMAIN_LABEL_LENGTH = 63

/** Converts a domain to its ASCII spelling, so пример.рф and xn--e1afmkfd.xn--p1ai are one; `null` when it has none. */
function asciiDomain(domain: string): string | null {
  if (!URL.canParse(`http://${domain}`)) return null
  const { hostname } = new URL(`http://${domain}`)
  return hostname.split('.').every((label) => label.length <= MAX_DOMAIN_LABEL_LENGTH) ? hostname : null
}

/** Canonical email: lower case, the domain dotted and in ASCII, no quoted names; Cyrillic names are allowed. */
export const Email = z
  .string('Заполните поле')
  .trim()
  .normalize('NFC')
  .toLowerCase()
  .min(1, 'Заполните поле')
  .max(MAX_EMAIL_LENGTH, 'Не больше 254 символов')
  .regex(/^[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]+$/u, BAD_EMAIL)
  .transform((typed, context) => {
    const at = typed.lastIndexOf('@')
    const domain = asciiDomain(typed.slice(at + 1))
    const email = `${typed.slice(0, at)}@${domain ?? ''}`
    if (domain !== null && email.length <= MAX_EMAIL_LENGTH) return email
    context.addIssue({ code: 'custom', message: BAD_EMAIL })
    return z.NEVER
  })

/** Email in any spelling, or a login name. */
export const Login = requiredText(320).transform((typed) => {
  const email = Email.safeParse(typed)
  return email.success ? email.data : typed
})

const BAD_PHONE = 'Проверьте номер телефона'

/**
 * Parses a whole number with its country code, Russia by default; no Russian code begins with 89, so that is an 8 and a
 * missing digit.
 */
function parsePhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed.replace(/^00/, '+'), 'RU')
  if (!number?.isValid() || /^\+789/.test(number.number)) return null
  return number.number
}

/** Phone as `+79991234567` (E.164) from any typing: «8 (999) 123-45-67», «999 123 45 67», «8 10 375 29 …». */
export const Phone = z
  .string('Заполните поле')
  .trim()
  .regex(/^\+?[\d\s().-]{10,30}$/, BAD_PHONE)
  .transform((typed, context) => {
    const phone = parsePhone(typed)
    if (phone !== null) return phone
    context.addIssue({ code: 'custom', message: BAD_PHONE })
    return z.NEVER
  })

/** Password as typed: neither trimmed nor shortened. */
export const Password = z.string('Заполните поле').min(1, 'Заполните поле').max(1024, 'Не больше 1 024 символов')

/** New password as typed, neither trimmed nor shortened. */
export const NewPassword = z
  .string('Заполните поле')
  .min(10, 'Не короче 10 символов')
  .max(1024, 'Не больше 1 024 символов')
  .refine(isStorable, 'Недопустимые символы')

/** Secret of a link received by email. */
export const LinkToken = z.string().regex(/^[\w-]{43}$/, 'Ссылка повреждена: откройте её из письма целиком')

/** The next version must also fit `integer`. */
const MAX_VERSION = MAX_INTEGER - 1
/** Every mutation of a shared record names the version displayed to the user. */
export const Version = z.int().positive().max(MAX_VERSION)
/** Version where 0 means that nothing existed yet. */
export const VersionOrNone = z.int().min(0).max(MAX_VERSION)

/** Field that may be left empty; a value is validated by the field itself. */
export const orEmpty = <T extends z.ZodType<string, string>>(field: T) =>
  z.string('Заполните поле').transform((typed, context) => {
    if (typed.trim() === '') return ''
    const parsed = field.safeParse(typed)
    if (parsed.success) return parsed.data
    for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/**
 * Ids of a query as «1,2,3».
 * @param things genitive plural for messages, «товаров»
 */
export const idList = (things: string, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, `Неверные номера ${things}`)
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= max, `Не больше ${max} ${things}`)
    .refine((ids) => ids.every((id) => id <= 2_147_483_647), `Неверные номера ${things}`)
