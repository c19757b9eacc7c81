import { z } from 'zod'
import { Day, Id, Moment, ShownKop } from '../core/fields.ts'
import { ChangeApprovalState, WithoutAnswer } from '../ordering/orders/change-approvals.ts'
import { LineState } from '../ordering/orders/line-states.ts'
import { OrderStatus } from '../ordering/orders/order-status.ts'
import { ShipmentState } from '../fulfilment/shipment-states.ts'
import { DocumentKind } from '../billing/document-kinds.ts'
import { InvoiceKind, ListedInvoiceState } from '../billing/invoices.ts'

/** Path of the partner API with its version. */
export const PARTNER_PATH = '/api/partner/v1'

/** Name and text of a shape in the OpenAPI document, with a sample. */
interface ShapeNote {
  id: string
  description: string
  examples?: object[]
}

/** Shapes of the partner API by their names in its OpenAPI document. */
export const PARTNER_SHAPES = z.registry<ShapeNote>()

/**
 * Names a shape of the partner API. Shapes are released: fields are added, never removed or changed, whatever happens
 * to the shapes of the portal's own pages.
 */
export const named = <T extends z.ZodObject>(id: string, description: string, shape: T, sample?: z.input<T>): T => {
  PARTNER_SHAPES.add(shape, { id, description, ...(sample && { examples: [sample] }) })
  return shape
}

const numbered = { id: Id, number: z.string() }

export const PartnerProduct = named(
  'Product',
  'Товар: производитель и артикул',
  z.object({
    id: Id.nullable().meta({ description: 'null у найденного онлайн товара, которого нет в каталоге' }),
    code: z.string().nullable().meta({ description: 'Код товара в адресах, не меняется' }),
    brand: z.string(),
    article: z.string(),
    name: z.string(),
    unit: z.string(),
  }),
  { id: 8123, code: 'mann-w9142', brand: 'MANN-FILTER', article: 'W 914/2', name: 'Фильтр масляный', unit: 'шт' },
)

export const PartnerOffer = named(
  'Offer',
  'Предложение: товар на складе с ценой, остатком и сроком',
  z.object({
    id: Id.nullable().meta({ description: 'Передаётся в заказ как offer_id; null у предложения, найденного онлайн' }),
    reference: z.string().nullable().meta({
      description: 'Передаётся в заказ у предложения, найденного онлайн; действует 15 минут',
    }),
    warehouse: z.string(),
    own_stock: z.boolean(),
    price_kop: ShownKop.meta({ description: 'Цена за единицу в копейках с НДС; null, если цены скрыты' }),
    qty_prices: z.array(z.object({ qty_from: z.number(), price_kop: ShownKop })).optional(),
    qty: z.number(),
    qty_text: z.string().meta({ description: 'Остаток, как в прайсе: «12», «>10», «есть»' }),
    qty_exact: z.boolean().meta({ description: 'false, если остаток не меньше указанного' }),
    multiplicity: z.number(),
    min_qty: z.number().optional(),
    expected_date: Day.meta({ description: 'Ожидаем' }),
    guaranteed_date: Day.meta({ description: 'Гарантируем' }),
    term_days: z.int(),
    return_days: z.int().meta({ description: 'Дней на возврат; 0 – возврата нет' }),
    stated_delivery_percent: z.int().optional(),
    stale: z.boolean().meta({ description: 'Прайс старше обещанного, уточняется' }),
    updated_at: Moment,
  }),
  {
    id: 51002,
    reference: null,
    warehouse: 'Москва, Южный',
    own_stock: true,
    price_kop: 115_000,
    qty: 12,
    qty_text: '12',
    qty_exact: true,
    multiplicity: 1,
    expected_date: '2026-11-18',
    guaranteed_date: '2026-11-19',
    term_days: 1,
    return_days: 14,
    stale: false,
    updated_at: '2026-11-17T06:00:00Z',
  },
)

export const PartnerGroup = named(
  'OfferGroup',
  'Предложения одного товара',
  z.object({
    kind: z.enum(['asked', 'found', 'replacement', 'analogue']).meta({
      description: 'asked – запрошенный, found – по словам, replacement – замена производителя, analogue – аналог',
    }),
    product: PartnerProduct,
    offers: z.array(PartnerOffer),
  }),
)

export const PartnerMaker = named(
  'Maker',
  'Производитель с таким артикулом',
  z.object({
    brand_id: Id,
    brand: z.string(),
    article: z.string(),
    name: z.string(),
    offers_count: z.int(),
    min_price_kop: ShownKop,
  }),
)

export const PartnerPoint = named(
  'DeliveryPoint',
  'Точка доставки',
  z.object({ id: Id, name: z.string(), code: z.string().nullable(), address: z.string(), is_default: z.boolean() }),
  { id: 17, name: 'Сервис на Лесной', code: 'Л1', address: 'Москва, ул. Лесная, 5', is_default: true },
)

export const PartnerPlaced = named(
  'PlacedOrder',
  'Оформленный заказ',
  z.object({
    ...numbered,
    status: OrderStatus,
    consignee: z.string(),
    seller: z.string(),
    contract: z.string(),
    total_kop: ShownKop,
    invoice_id: Id.nullable(),
    invoice_number: z.string().nullable(),
  }),
  {
    id: 4012,
    number: '26-004012',
    status: 'in_work',
    consignee: 'Сервис на Лесной',
    seller: 'ООО «Артикул»',
    contract: '№ 17',
    total_kop: 230_000,
    invoice_id: null,
    invoice_number: null,
  },
)

export const PartnerOrderItem = named(
  'OrderItem',
  'Заказ в списке',
  z.object({
    ...numbered,
    client_number: z.string().meta({ description: 'Номер, который назначила ваша программа' }),
    status: OrderStatus,
    created_at: Moment,
    consignee_id: Id,
    consignee: z.string(),
    lines_count: z.int(),
    total_kop: ShownKop,
    expected_date: Day,
  }),
  {
    id: 4012,
    number: '26-004012',
    client_number: 'A-1024',
    status: 'in_work',
    created_at: '2026-11-17T09:00:00Z',
    consignee_id: 17,
    consignee: 'Сервис на Лесной',
    lines_count: 1,
    total_kop: 230_000,
    expected_date: '2026-11-18',
  },
)

export const PartnerMove = named(
  'LineEvent',
  'Смена статуса части строки',
  z.object({
    at: Moment,
    from: LineState.nullable(),
    to: LineState,
    qty: z.number(),
    reason: z.string(),
  }),
)

export const PartnerLine = named(
  'OrderLine',
  'Строка заказа',
  z.object({
    id: Id,
    position: z.int(),
    product_code: z.string(),
    brand: z.string(),
    article: z.string(),
    name: z.string(),
    unit: z.string(),
    qty: z.number(),
    price_kop: ShownKop,
    sum_kop: ShownKop,
    vat_kop: ShownKop,
    vat_label: z.string(),
    client_ref: z.string(),
    comment: z.string(),
    return_days: z.int(),
    is_delivery: z.boolean().meta({ description: 'Строка стоимости доставки' }),
    warehouse: z.string(),
    expected_date: Day,
    guaranteed_date: Day,
    parts: z
      .array(z.object({ state: LineState, qty: z.number() }))
      .meta({ description: 'Сколько в каком статусе; в сумме – количество строки' }),
    cancel: z
      .object({ id: Id, qty: z.number(), at: Moment, decline_reason: z.string().nullable() })
      .nullable()
      .meta({ description: 'Запрос на отмену: ждёт ответа или отклонён' }),
    replaced_by: z.array(
      z.object({ line_id: Id, order_id: Id, order_number: z.string(), brand: z.string(), article: z.string() }),
    ),
  }),
)

export const PartnerOrder = named(
  'Order',
  'Заказ со строками',
  z.object({
    ...PartnerOrderItem.omit({ expected_date: true }).shape,
    expected_date: Day.nullable(),
    seller: z.string(),
    contract: z.string(),
    consignee_address: z.string(),
    comment: z.string(),
    placed_by: z.string(),
    vat_kop: ShownKop,
    ship_complete: z.boolean(),
    is_pickup: z.boolean(),
    hold_reason: z.string().meta({ description: 'Почему заказ приостановлен; пусто, если нет' }),
    lines: z.array(PartnerLine),
    invoices: z.array(z.object({ ...numbered, issued_at: Moment, total_kop: ShownKop })),
  }),
)

const PartnerTerms = named(
  'LineTerms',
  'Условия строки',
  z.object({
    price_kop: ShownKop,
    expected_date: Day,
    guaranteed_date: Day,
    brand: z.string(),
    article: z.string(),
    qty: z.number(),
  }),
)

export const PartnerApproval = named(
  'ChangeApproval',
  'Изменение условий строки, которое ждёт вашего решения',
  z.object({
    id: Id,
    line_id: Id,
    order_id: Id,
    order_number: z.string(),
    before: PartnerTerms,
    after: PartnerTerms,
    reason: z.string(),
    state: ChangeApprovalState,
    due_at: Moment,
    on_timeout: WithoutAnswer.meta({ description: 'Что будет без ответа: keep – останется как была, drop – снимется' }),
  }),
)

export const PartnerCartLine = named(
  'CartLine',
  'Строка корзины',
  z.object({
    id: Id,
    product: PartnerProduct,
    qty: z.number(),
    price_kop: ShownKop,
    sum_kop: ShownKop,
    expected_date: Day,
    consignee_id: Id.nullable(),
    client_ref: z.string(),
    comment: z.string(),
    version: z.int(),
  }),
)

export const PartnerShipmentItem = named(
  'ShipmentItem',
  'Отгрузка в списке',
  z.object({
    ...numbered,
    shipped_on: Day,
    state: ShipmentState,
    seller: z.string(),
    consignee: z.string(),
    delivery_run: z.string(),
    lines_count: z.int(),
    total_kop: ShownKop,
    accept_until: Day,
  }),
)

export const PartnerShipment = named(
  'Shipment',
  'Отгрузка со строками',
  z.object({
    ...PartnerShipmentItem.shape,
    contract: z.string(),
    consignee_address: z.string(),
    vat_kop: ShownKop,
    due_on: Day.meta({ description: 'Оплатить до' }),
    lines: z.array(
      named(
        'ShipmentLine',
        'Строка отгрузки',
        z.object({
          id: Id,
          position: z.int(),
          order_id: Id,
          order_number: z.string(),
          client_number: z.string(),
          client_ref: z.string(),
          product_code: z.string(),
          brand: z.string(),
          article: z.string(),
          name: z.string(),
          unit: z.string(),
          qty: z.number(),
          price_kop: ShownKop,
          vat_label: z.string(),
          vat_kop: ShownKop,
          sum_kop: ShownKop,
        }),
      ),
    ),
  }),
)

export const PartnerDocument = named(
  'Document',
  'Документ компании',
  z.object({
    ...numbered,
    kind: DocumentKind,
    day: Day,
    seller: z.string(),
    contract: z.string(),
    consignee: z.string(),
    sum_kop: ShownKop,
    state: z.string().nullable(),
    upd_number: z.string().nullable(),
  }),
)

export const PartnerInvoice = named(
  'Invoice',
  'Счёт на оплату',
  z.object({
    ...numbered,
    kind: InvoiceKind,
    state: ListedInvoiceState,
    issued_at: Moment,
    pay_until: Day,
    orders: z.array(z.object(numbered)),
    total_kop: z.int(),
    paid_kop: z.int().nullable(),
    purpose: z.string().meta({ description: 'Назначение платежа' }),
  }),
)

export const PartnerBalance = named(
  'Balance',
  'Взаиморасчёты по договору',
  z.object({
    contract_id: Id,
    number: z.string(),
    seller: z.string(),
    debt_kop: z.int().meta({ description: 'Задолженность; меньше нуля – аванс' }),
    overdue_kop: z.int(),
    overdue_days: z.int(),
    disputed_kop: z.int(),
    in_work_kop: z.int(),
    limit_kop: z.int(),
    available_kop: z.int(),
  }),
  {
    contract_id: 3,
    number: '17',
    seller: 'ООО «Артикул»',
    debt_kop: 1_250_000,
    overdue_kop: 0,
    overdue_days: 0,
    disputed_kop: 0,
    in_work_kop: 230_000,
    limit_kop: 30_000_000,
    available_kop: 28_520_000,
  },
)

export const PartnerMovement = named(
  'Movement',
  'Отгрузка, оплата или другая запись взаиморасчётов',
  z.object({
    kind: z.string(),
    ...numbered,
    day: Day,
    contract: z.string(),
    debit_kop: z.int(),
    credit_kop: z.int(),
    balance_kop: z.int(),
  }),
)

export const PartnerPriceExport = named(
  'PriceExport',
  'Прайс файлом',
  z.object({
    id: Id,
    format: z.enum(['xlsx', 'csv']),
    state: z.enum(['queued', 'running', 'ready', 'failed']),
    rows_count: z.int(),
    created_at: Moment,
    finished_at: Moment.nullable(),
    keep_until: Moment.nullable(),
  }),
)

export const PartnerAccount = named(
  'Account',
  'Ключ и компания, от имени которой он действует',
  z.object({
    company: z.string(),
    inn: z.string(),
    key: z.string(),
    scopes: z.array(z.string()),
    consignee_id: Id.nullable(),
    sees_prices: z.boolean(),
    may_place: z.boolean(),
    order_limit_kop: z.int().nullable(),
    calls_per_minute: z.int(),
    calls_per_day: z.int(),
  }),
)

/** Refusal of every operation, `application/problem+json` (RFC 9457). */
export const PartnerProblem = named(
  'Problem',
  'Отказ: код для программы и текст для человека',
  z.object({
    type: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'Постоянный код отказа: order.changed, api_key.calls_exceeded' }),
    title: z.string(),
    detail: z.string().optional(),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Неверные поля запроса' }),
    differences: z
      .array(
        z.object({
          line: z.int().optional().meta({ description: 'Номер строки запроса, с нуля' }),
          kind: z.enum(['price', 'date', 'stock', 'multiplicity', 'gone']),
          message: z.string(),
          old_price_kop: z.int().nullable(),
          new_price_kop: z.int().nullable(),
          old_date: z.string().nullable(),
          new_date: z.string().nullable(),
          asked_qty: z.number().nullable(),
          available_qty: z.number().nullable(),
        }),
      )
      .optional()
      .meta({ description: 'Чем строки хуже указанного в запросе' }),
    request_id: z.string(),
  }),
  {
    type: 'about:blank',
    status: 404,
    code: 'not_found',
    title: 'Не найдено',
    request_id: '0b8f4b1e-7f0e-4d0c-8f6e-2f6f3f1f9a11',
  },
)
