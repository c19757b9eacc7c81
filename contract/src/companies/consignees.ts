import { z } from 'zod'
import {
  Email,
  Empty,
  Id,
  IdParams,
  listOf,
  orEmpty,
  pageQuery,
  PathId,
  Phone,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import { Inn, isSoleProprietor, Kpp } from '../core/identifiers.ts'
import { defineRoutes, FILE } from '../core/route.ts'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Время в виде 09:00')

/** Receiving hours by weekday (ISO: Monday is 1); a weekday without hours receives nothing. */
export const ReceivingHours = z
  .strictObject({ weekday: z.int().min(1).max(7), from: time, to: time })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Позже начала' })
export type ReceivingHours = z.infer<typeof ReceivingHours>

/** Person who may collect the goods. */
export const Collector = z.strictObject({
  full_name: requiredText(200),
  phone: orEmpty(Phone),
  /** «Доверенность № 12 от 01.11.2026» */
  document: text(200),
})
export type Collector = z.infer<typeof Collector>

/** `[longitude, latitude]`, the order of map services. */
export const Coordinates = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export type Coordinates = z.infer<typeof Coordinates>

/** Consignee as described by its company. */
const point = {
  /** «Название точки»: name shown to people. */
  name: requiredText(100),
  /** «Код точки»: code in the company's own lists. */
  code: text(30)
    .transform((code) => code || null)
    .nullable(),
  /** «Юридический грузополучатель»; `null` for the company itself. */
  legal_name: text(300)
    .transform((name) => name || null)
    .nullable(),
  inn: Inn.nullable(),
  kpp: Kpp.nullable(),
  address: requiredText(500),
  coordinates: Coordinates.nullable(),
  contact: text(200),
  phone: orEmpty(Phone),
  hours: z
    .array(ReceivingHours)
    .max(7)
    .refine((all) => new Set(all.map((one) => one.weekday)).size === all.length, 'День повторяется'),
  /** Name of the carrier; empty for the supplier's own delivery. */
  carrier: text(100),
  carrier_payer: z.enum(['supplier', 'recipient']),
  carrier_terminal: text(200),
  people: z.array(Collector).max(20, 'Не больше 20 человек'),
  document_email: orEmpty(Email),
  is_default: z.boolean(),
}

const legalRequisites = (
  input: { legal_name?: string | null | undefined; inn?: string | null | undefined; kpp?: string | null | undefined },
  context: z.RefinementCtx,
) => {
  if (input.kpp && input.inn && isSoleProprietor(input.inn))
    context.addIssue({ code: 'custom', path: ['kpp'], message: 'У индивидуального предпринимателя нет КПП' })
  if (input.inn && input.legal_name === null)
    context.addIssue({ code: 'custom', path: ['legal_name'], message: 'Укажите, чей это ИНН' })
}

/** Requisites after a change, validated together. */
export const LegalRequisites = z
  .object({ legal_name: z.string().nullable(), inn: z.string().nullable(), kpp: z.string().nullable() })
  .superRefine(legalRequisites)

export const ConsigneeFields = z.strictObject(point).superRefine(legalRequisites)
export type ConsigneeFields = z.infer<typeof ConsigneeFields>

/** Consignee before anything is filled in. */
export const EMPTY_CONSIGNEE: ConsigneeFields = {
  name: '',
  code: null,
  legal_name: null,
  inn: null,
  kpp: null,
  address: '',
  coordinates: null,
  contact: '',
  phone: '',
  hours: [],
  carrier: '',
  carrier_payer: 'supplier',
  carrier_terminal: '',
  people: [],
  document_email: '',
  is_default: false,
}

export const ConsigneePatch = z
  .strictObject({ version: Version, ...z.object(point).partial().shape })
  .superRefine(legalRequisites)
export type ConsigneePatch = z.infer<typeof ConsigneePatch>

/** Delivery runs to the consignee: «Рейс 10:00, пн–пт, заказать до 09:00». */
export const ConsigneeZone = z.object({
  id: Id,
  name: z.string(),
  runs: z.array(
    z.object({ name: z.string(), weekdays: z.array(z.int()), leaves_at: z.string(), order_before: z.string() }),
  ),
})
export type ConsigneeZone = z.infer<typeof ConsigneeZone>

export const ConsigneeItem = z.object({
  id: Id,
  ...point,
  code: z.string().nullable(),
  legal_name: z.string().nullable(),
  zone: ConsigneeZone.nullable(),
  is_archived: z.boolean(),
  version: Version,
})
export type ConsigneeItem = z.infer<typeof ConsigneeItem>

/** Consignee as listed in «Куда». */
export const ConsigneeOption = z.object({
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  address: z.string(),
  is_default: z.boolean(),
})
export type ConsigneeOption = z.infer<typeof ConsigneeOption>

export const ConsigneesQuery = z.strictObject({
  ...pageQuery,
  /** Part of the name, code, address or contact. */
  q: text(200).optional(),
  archived: z.literal('true').optional(),
})
export type ConsigneesQuery = z.infer<typeof ConsigneesQuery>

/** Most consignees of one file. */
export const MAX_LISTED_CONSIGNEES = 500

/** Parsed row of a list of consignees; a row with an `error` cannot be saved. */
export const ListedConsignee = z.object({
  row: z.int(),
  name: z.string(),
  address: z.string(),
  /** Existing consignee that the row matches, with the row's changes; `null` for a new one. */
  known: z
    .object({
      id: Id,
      version: Version,
      changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    })
    .nullable(),
  /** Fields to send to create or change the point; `null` when nothing changed. */
  fields: z.object(point).nullable(),
  error: z.string().nullable(),
})
export type ListedConsignee = z.infer<typeof ListedConsignee>

const PATH = '/api/v1/consignees'
const Saved = z.object({ version: Version })

export const consigneeRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Грузополучатели текущего покупателя',
    access: 'consignees:read',
    query: ConsigneesQuery,
    reply: listOf(ConsigneeItem),
  },
  options: {
    method: 'GET',
    path: `${PATH}/options`,
    summary: 'Грузополучатели для выбора «Куда»: до 1 000',
    access: 'consignees:read',
    reply: z.object({ results: z.array(ConsigneeOption) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый грузополучатель',
    access: 'consignees:write',
    body: ConsigneeFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменение грузополучателя',
    access: 'consignees:write',
    params: IdParams,
    body: ConsigneePatch,
    example: { version: 1, name: 'Чужая' },
    reply: Saved,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удаление: точка, по которой были заказы, уходит в архив',
    access: 'consignees:write',
    params: IdParams,
    /** Version displayed to the user: a consignee changed since then is not removed. */
    query: z.strictObject({ version: PathId }),
    reply: z.object({ archived: z.boolean(), version: Version }),
  },
  restore: {
    method: 'POST',
    path: `${PATH}/:id/restore`,
    summary: 'Возврат грузополучателя из архива; удалённого — 10 секунд и только тому, кто его удалил',
    access: 'consignees:write',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: Empty,
  },
  setZone: {
    method: 'PATCH',
    path: `${PATH}/:id/zone`,
    summary: 'Зона доставки грузополучателя',
    access: 'delivery:manage',
    params: IdParams,
    body: z.strictObject({ version: Version, zone_id: Id.nullable() }),
    example: { version: 1, zone_id: null },
    reply: Saved,
  },
  readList: {
    method: 'POST',
    path: `${PATH}/read-list`,
    summary: 'Список точек из файла (XLSX, XLS, ODS, CSV): что понято, что добавится и что изменится; ничего не меняет',
    access: 'consignees:write',
    upload: 2 * 1024 * 1024,
    reply: z.object({ results: z.array(ListedConsignee) }),
  },
  export: {
    method: 'GET',
    path: `${PATH}.xlsx`,
    summary: 'Грузополучатели в XLSX: такой же файл можно загрузить обратно',
    access: 'consignees:read',
    query: ConsigneesQuery,
    reply: FILE,
  },
})
