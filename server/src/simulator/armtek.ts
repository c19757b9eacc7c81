import type { Position, Stock } from './goods.ts'
import type { FakeAdapter, SimulatedReply } from './protocol.ts'

export const ARMTEK_LOGIN = 'armtek'
export const ARMTEK_PASSWORD = 'simulator'
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

/** Simulates the web services of Armtek: Basic authorization, form fields, `{ STATUS, MESSAGES, RESP }`. */
export const speakArmtek =
  () =>
  (stock: Stock): FakeAdapter => {
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
    }
    return ({ method, path, headers, text }) => {
      if (headers.authorization !== AUTHORIZATION) return answer(401, null, 'Ошибка авторизации')
      const operation = operations[`${method} ${path}`]
      return operation ? operation(new URLSearchParams(text)) : answer(404, null, 'Нет такого сервиса')
    }
  }
