import { z } from 'zod'
import { Day, Empty, Id, IdParams, listOf, Moment, pageQuery, requiredText, text, Version } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes } from '../core/route.ts'

/** Configurations of 1C whose objects the portal knows. */
export const ODATA_PRESETS = {
  ut: 'Управление торговлей 11.5',
  ka: 'Комплексная автоматизация 2',
  unf: 'Управление нашей фирмой',
  bp: 'Бухгалтерия предприятия 3',
} as const
export type OdataPreset = keyof typeof ODATA_PRESETS

interface ReadKind {
  name: string
  /** Properties of the object; `*` ends the name of one without which the kind is not read. */
  fields: Readonly<Record<string, string>>
}

/** What is read over OData, with the properties of each kind. */
export const ODATA_KINDS = {
  organisation: { name: 'Организации', fields: { inn: 'ИНН*' } },
  company: {
    name: 'Покупатели',
    fields: {
      name: 'Название*',
      inn: 'ИНН*',
      kpp: 'КПП',
      form: 'Юрлицо или ИП',
      kind: 'Юрлицо или физлицо',
      partner: 'Партнёр',
    },
  },
  contract: {
    name: 'Договоры',
    fields: {
      company: 'Покупатель*',
      organisation: 'Наша организация',
      number: 'Номер*',
      day: 'Дата*',
      valid_to: 'Действует до',
      status: 'Статус',
      kind: 'Вид договора',
      limit: 'Лимит',
      has_limit: 'Признак «лимит действует»',
      stages: 'Этапы оплаты',
      days: 'Отсрочка в днях',
    },
  },
  agreement: {
    name: 'Соглашения с покупателями',
    fields: {
      company: 'Покупатель',
      partner: 'Партнёр',
      organisation: 'Наша организация',
      number: 'Номер*',
      day: 'Дата',
      valid_from: 'Действует с',
      valid_to: 'Действует до',
      status: 'Статус',
      is_standard: 'Признак «типовое»',
      price_type: 'Вид цен*',
    },
  },
  shipment: { name: 'Отгрузки', fields: { number: 'Номер*', day: 'Дата*' } },
  correction: {
    name: 'Корректировки отгрузок',
    fields: { number: 'Номер*', day: 'Дата*', basis: 'Отгрузка*', sum: 'Изменение суммы*' },
  },
  upd: {
    name: 'УПД и УКД',
    fields: { number: 'Номер*', day: 'Дата*', basis: 'Отгрузка или корректировка*', is_correction: 'Признак УКД' },
  },
  debt: {
    name: 'Долги по срокам',
    fields: {
      party: 'Аналитика расчётов или договор*',
      due: 'Срок оплаты',
      sum: 'Сумма долга*',
      advance: 'Сумма аванса',
      document: 'Объект расчётов',
    },
  },
  debt_party: { name: 'Аналитика расчётов', fields: { contract: 'Договор*' } },
  debt_document: { name: 'Объекты расчётов', fields: { name: 'Название*' } },
} as const satisfies Record<string, ReadKind>
export type OdataKind = keyof typeof ODATA_KINDS

/** Kinds whose objects are stored, matched and listed. */
export const ODATA_STORED = {
  company: 'Покупатели',
  contract: 'Договоры',
  agreement: 'Соглашения',
  upd: 'УПД',
  correction: 'Корректировки',
} as const
export type OdataStored = keyof typeof ODATA_STORED

/** `idle`: nothing on the portal corresponds to it. */
export const ODATA_STATES = {
  applied: 'Сопоставлено',
  waiting: 'Не сопоставлено',
  idle: 'Нет на портале',
  gone: 'Удалено в 1С',
} as const
export type OdataState = keyof typeof ODATA_STATES

const PROPERTIES_LIMIT = 20
const NAME_LIMIT = 150

/** Objects of the base by kind, with the properties that are read; an empty name reads nothing. */
export const OdataMapping = z.partialRecord(
  z.enum(keysOf(ODATA_KINDS)),
  z.strictObject({
    entity: text(NAME_LIMIT),
    fields: z
      .record(z.string().regex(/^[a-z_]{1,20}$/), text(NAME_LIMIT))
      .refine((fields) => Object.keys(fields).length <= PROPERTIES_LIMIT, 'Слишком много полей'),
  }),
)
export type OdataMapping = z.infer<typeof OdataMapping>

/** Line of the report about a connection. */
export const OdataFinding = z.object({
  level: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
  /** What to do in 1C, with the menu path; empty when nothing. */
  advice: z.string(),
})
export type OdataFinding = z.infer<typeof OdataFinding>

const settings = {
  /** `https://1c.example.ru/ut` or the address of the service itself. */
  url: requiredText(300),
  login: requiredText(100),
  is_on: z.boolean(),
  /** Pause between reads. */
  every_minutes: z.int('Целое число').min(5, 'От 5 минут').max(1440, 'Не больше суток'),
  /** Documents of earlier days are not read. */
  reads_from: Day,
  /** Name of the exchange plan without its prefix: «ДляПортала»; empty: changes are found by versions. */
  exchange_plan: text(NAME_LIMIT),
  /** `null`: chosen by the objects of the base. */
  preset: z.enum(keysOf(ODATA_PRESETS)).nullable(),
  /** Corrections of the preset. */
  overrides: OdataMapping,
}

export const OdataSettings = z.strictObject({
  /** `null` for a connection that does not exist yet. */
  version: Version.nullable(),
  ...settings,
  /** Empty: the stored one stays. */
  password: z.string().max(200, 'Не больше 200 символов'),
})
export type OdataSettings = z.infer<typeof OdataSettings>

export const OdataConnection = z.object({
  ...z.object(settings).shape,
  version: Version,
  /** Preset and mapping in use since the last check; `null` before it. */
  resolved: z.object({ preset: z.enum(keysOf(ODATA_PRESETS)), mapping: OdataMapping }).nullable(),
  report: z.array(OdataFinding),
  checked_at: Moment.nullable(),
  /** A check or a read is requested and has not ended. */
  is_busy: z.boolean(),
  read_at: Moment.nullable(),
  next_read_at: Moment,
  /** Reason of the last failed read; empty after a good one. */
  failure: z.string(),
  waiting: z.record(z.enum(keysOf(ODATA_STORED)), z.int()),
})
export type OdataConnection = z.infer<typeof OdataConnection>

export const OdataObject = z.object({
  kind: z.enum(keysOf(ODATA_STORED)),
  external_id: z.string(),
  /** «ООО Ромашка», «Договор № 17 от 01.02.2026» */
  name: z.string(),
  /** «ИНН 7700000000, КПП 770001001», the company of a contract or an agreement. */
  details: z.string(),
  state: z.enum(keysOf(ODATA_STATES)),
  reason: z.string(),
  is_matched_by_hand: z.boolean(),
  /** Company, contract, price column, shipment or ledger entry on the portal. */
  target: z.object({ id: Id, name: z.string() }).nullable(),
  proposals: z.array(z.object({ id: Id, name: z.string() })),
})
export type OdataObject = z.infer<typeof OdataObject>

export const NEW_COMPANY_STATES = {
  queued: 'В очереди',
  sent: 'Передан, не подтверждён',
  waiting: 'Не передан',
} as const

/** Company of the portal that 1C has not got yet. */
export const NewCompany = z.object({
  contractor_id: Id,
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  queued_at: Moment,
  state: z.enum(keysOf(NEW_COMPANY_STATES)),
  /** Why it waits; empty otherwise. */
  reason: z.string(),
})
export type NewCompany = z.infer<typeof NewCompany>

/** Target of a contract that is created on the portal. */
export const NEW_TARGET = 'new'

const ONE = '/api/v1/one-c/nodes/:id/odata'
const read = { access: 'settings:read' } as const
const write = { access: 'settings:read', right: 'administrator' } as const
const kinds = z.enum(keysOf(ODATA_STORED))

/** Reading of 1C by the portal: OData v3. */
export const oneCOdataRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Как портал читает базу 1С по OData и что прочитано; `null` — не подключено',
    ...read,
    params: IdParams,
    reply: z.object({ connection: OdataConnection.nullable() }),
  },
  save: {
    method: 'POST',
    path: ONE,
    summary: 'Подключить чтение базы 1С по OData или изменить его',
    ...write,
    params: IdParams,
    body: OdataSettings,
    example: {
      version: null,
      url: 'https://1c.example.ru/ut',
      login: 'Портал',
      password: 'secret',
      is_on: true,
      every_minutes: 15,
      reads_from: '2026-01-01',
      exchange_plan: '',
      preset: null,
      overrides: {},
    },
    reply: z.object({ version: Version }),
  },
  check: {
    method: 'POST',
    path: `${ONE}/check`,
    summary: 'Проверить соединение с базой 1С: отчёт появится в настройках',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  readNow: {
    method: 'POST',
    path: `${ONE}/read`,
    summary: 'Прочитать базу 1С сейчас',
    ...write,
    params: IdParams,
    reply: Empty,
  },
  objects: {
    method: 'GET',
    path: `${ONE}/objects`,
    summary: 'Покупатели, договоры, соглашения и УПД из 1С и то, чем они стали на портале',
    ...read,
    params: IdParams,
    query: z.strictObject({
      ...pageQuery,
      kind: kinds.default('company'),
      q: text(100).optional(),
      state: z.enum(keysOf(ODATA_STATES)).optional(),
    }),
    reply: listOf(OdataObject),
  },
  match: {
    method: 'POST',
    path: `${ONE}/matches`,
    summary: 'Сопоставить покупателя или договор 1С, создать договор или снять сопоставление',
    ...write,
    params: IdParams,
    body: z.strictObject({
      kind: z.enum(['company', 'contract']),
      external_id: requiredText(100),
      /** `null` detaches it until a person matches it again. */
      target: z.union([Id, z.literal(NEW_TARGET)]).nullable(),
    }),
    example: { kind: 'company', external_id: 'a', target: null },
    reply: Empty,
  },
  newCompanies: {
    method: 'GET',
    path: `${ONE}/new-companies`,
    summary: 'Покупатели портала, которых ещё нет в 1С, до 100: переданы ли и почему нет',
    ...read,
    params: IdParams,
    reply: z.object({ results: z.array(NewCompany) }),
  },
  resendCompany: {
    method: 'POST',
    path: `${ONE}/new-companies/resend`,
    summary: 'Передать покупателя в 1С ещё раз',
    ...write,
    params: IdParams,
    body: z.strictObject({ contractor_id: Id }),
    example: { contractor_id: 1 },
    reply: Empty,
  },
})
