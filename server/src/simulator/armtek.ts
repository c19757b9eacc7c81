import type { Position, Stock } from './goods.ts'
import type { FakeAdapter, SimulatedReply } from './protocol.ts'

export const ARMTEK_LOGIN = 'armtek'
export const ARMTEK_PASSWORD = 'simulator'
export const ARMTEK_ORDER = 'POST /ws_order/createOrder'
export const ARMTEK_CUSTOMER = '43000001'
const AUTHORIZATION = `Basic ${Buffer.from(`${ARMTEK_LOGIN}:${ARMTEK_PASSWORD}`).toString('base64')}`
const HOUR_MS = 3_600_000

const answer = (status: number, resp: unknown, ...errors: string[]): SimulatedReply => ({
  status,
  body: { STATUS: status, MESSAGES: errors.map((text) => ({ TYPE: 'E', TEXT: text, DATE: '' })), RESP: resp },
})

/** `YYYYMMDDHHIISS` in Moscow time. */
const momentAfter = (hours: number) =>
  new Date(Date.now() + (hours + 3) * HOUR_MS).toISOString().replace(/\D/g, '').slice(0, 14)

const described = ({ good, route: [code, , hours], priceKop, availability, itemKey }: Position) => ({
  PIN: good.article,
  BRAND: good.brand,
  NAME: good.name,
  ARTID: itemKey,
  PARNR: '',
  KEYZAK: `MOV000${code}`,
  RVALUE: availability < 0 ? '>10' : String(availability),
  RETDAYS: hours > 100 ? 0 : 14,
  RDPRF: String(good.multiplicity),
  MINBM: String(good.multiplicity),
  VENSL: '97.5',
  PRICE: (priceKop / 100).toFixed(2),
  WAERS: 'RUB',
  DLVDT: momentAfter(hours),
  WRNTDT: momentAfter(hours + 24),
  ANALOG: '',
})

/** Position of an order, whose quantities tests change. */
export interface ArmtekPosition {
  ORDER: string
  POSNR: string
  PIN: string
  BRAND: string
  KWMENG: string
  REJECTED: string
  PROCESSING: string
  READY: string
  DELIVERED: string
  PRICE: string
  STATUS: string
  NOTE: string
}

/** Parses `ITEMS[0][PIN]=…` as rows. */
function itemsOf(form: URLSearchParams): Record<string, string>[] {
  const items: Record<string, string>[] = []
  for (const [field, value] of form) {
    const [, at, name] = /^ITEMS\[(\d{1,3})\]\[(\w+)\]$/.exec(field) ?? []
    if (name) (items[Number(at)] ??= {})[name] = value
  }
  return items
}

/** Orders of the simulated Armtek; the same order twice creates two orders. */
function createOrders(stock: Stock, positions: ArmtekPosition[]) {
  let lastNumber = 1_000_000
  const refused = (item: Record<string, string>, text: string) => ({
    ...{ ...item, REMAIN: item['KWMENG'], ERROR: '1', ERROR_MESSAGE: text, RESULT: [] },
  })
  const accept = (item: Record<string, string>, order: string, at: number) => {
    const { PIN = '', BRAND = '', KEYZAK = '', KWMENG = '', COMMENT = '' } = item
    const position = stock(PIN).find((one) => described(one).KEYZAK === KEYZAK && one.good.brand === BRAND)
    if (!position) return refused(item, 'Материал не найден на складе')
    if (position.availability > 0 && Number(KWMENG) > position.availability)
      return refused(item, 'Нет требуемого количества')
    const { PRICE, DLVDT } = described(position)
    const POSNR = String((at + 1) * 10).padStart(6, '0')
    positions.push({
      ...{ ORDER: order, POSNR, PIN, BRAND, KWMENG, PRICE, STATUS: '', NOTE: COMMENT },
      ...{ REJECTED: '0', PROCESSING: KWMENG, READY: '0', DELIVERED: '0' },
    })
    const part = { VBELN: order, POSNR, KEYZAK, KWMENG, PRICE, WAERS: 'RUB', DLVDT, BLOCK: 'A', ERROR: '' }
    return { ...item, REMAIN: '0', ERROR: '0', ERROR_MESSAGE: '', RESULT: [part] }
  }
  return {
    place: (form: URLSearchParams) => {
      const order = String((lastNumber += 1)).padStart(10, '0')
      return answer(200, { ITEMS: itemsOf(form).map((item, at) => accept(item, order, at)) })
    },
    read: (number: string | null) => {
      const items = positions.filter(({ ORDER }) => ORDER === number)
      if (items.length === 0) return answer(404, null, 'Заказ не найден')
      return answer(200, { HEADER: [{ ORDER: number, ORDER_STATUS: 'В работе' }], ITEMS: items, ABGRU_ITEMS: [] })
    },
    report: () => answer(200, { DATA: positions.toReversed(), INF: [] }),
  }
}

/**
 * Simulates the web services of Armtek: Basic authorization, form fields, `{ STATUS, MESSAGES, RESP }`.
 * @param positions receives the positions of orders
 */
export const speakArmtek =
  (positions: ArmtekPosition[] = []) =>
  (stock: Stock): FakeAdapter => {
    const orders = createOrders(stock, positions)
    const found = (form: URLSearchParams) => stock(form.get('PIN') ?? '').map(described)
    const listOf = (items: unknown[]) => answer(200, items.length > 0 ? items : { MSG: 'По запросу ничего не найдено' })
    const operations: Record<string, (form: URLSearchParams) => SimulatedReply> = {
      'POST /ws_search/search': (form) => {
        if (form.get('KUNNR_RG') !== ARMTEK_CUSTOMER) return answer(400, null, 'Не найден покупатель KUNNR_RG')
        const brand = form.get('BRAND')?.toLowerCase()
        return listOf(found(form).filter(({ BRAND }) => !brand || BRAND.toLowerCase() === brand))
      },
      'POST /ws_search/assortment_search': (form) =>
        listOf(found(form).map(({ PIN, BRAND, NAME }) => ({ PIN, BRAND, NAME }))),
      [ARMTEK_ORDER]: orders.place,
      'GET /ws_order/getOrder2': (query) => orders.read(query.get('ORDER')),
      'POST /ws_reports/getOrderPositionsReportByDate2': orders.report,
    }
    return ({ method, path, query, headers, text }) => {
      if (headers.authorization !== AUTHORIZATION) return answer(401, null, 'Ошибка авторизации')
      const operation = operations[`${method} ${path}`]
      if (!operation) return answer(404, null, 'Нет такого сервиса')
      return operation(method === 'POST' ? new URLSearchParams(text) : query)
    }
  }
