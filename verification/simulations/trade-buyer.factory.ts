import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { MovedClock } from './moved-portal.factory.ts'
import type { PortalClient } from './portal-client.factory.ts'
import type { Buyer, TradeWorld, Way } from './trade-world.factory.ts'

/** Reply about an order, with its times. */
export interface PlacedReply {
  /** Times before the preview, before placing and after the answer. */
  shownAt: Date
  sentAt: Date
  answeredAt: Date
  ways: readonly Way[]
  /** `consignee date` of every displayed order. */
  shown: ReadonlySet<string>
  /** '' when placed. */
  refusal: string
  placed: readonly string[]
}

export interface Desk {
  client: PortalClient
  buyer: Buyer
  world: TradeWorld
  clock: MovedClock
  ledger: PlacedReply[]
}

export const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const MAX_TRIES = 3
const MAX_ROUTES_PER_BUYER = 2
const QTY = 2

interface Shown extends Pick<OrderPreview, 'lines' | 'plans'> {
  shownAt: Date
}

/** Cart of a buyer that is filled, reviewed and ordered. */
function basketOf({ client, buyer, world, clock, ledger }: Desk) {
  let ways: Way[] = []

  const put = async (goods: { offer_id: number } | { reference: string }, zoneId: number | null) => {
    const body = { ...goods, qty: QTY, consignee_id: buyer.points.get(zoneId) ?? null }
    return (await client.ask('корзина', 'cart/lines', { body })).status === 201
  }
  async function fill() {
    while (ways.length === 0 || (ways.length < MAX_ROUTES_PER_BUYER && Math.random() < 0.5)) {
      const way = oneOf(world.ways)
      if (!(await put({ offer_id: oneOf(world.offersOf(way.warehouseId)) }, way.zoneId))) return
      ways.push(way)
    }
  }
  async function show(): Promise<Shown | undefined> {
    const shownAt = clock.now()
    const { json } = await client.ask('пересчёт', 'orders/preview')
    return json === undefined ? undefined : { shownAt, ...(json as OrderPreview) }
  }
  async function place({ shownAt, lines, plans }: Shown) {
    const sentAt = clock.now()
    const request = { body: { lines }, key: crypto.randomUUID() }
    const { status, code, json } = await client.ask('заказ', 'orders', request)
    const { orders = [] } = (json ?? {}) as { orders?: PlacedOrder[] }
    const shown = new Set(plans.map((plan) => `${plan.consignee_id} ${plan.expected_date}`))
    const placed = orders.map(({ number }) => number)
    ledger.push({ shownAt, sentAt, answeredAt: clock.now(), ways, shown, refusal: code, placed })
    if (status === 201) ways = []
    return code
  }
  return { isEmpty: () => ways.length === 0, put, fill, show, place }
}

/** Simulates a buyer; a cart that changed meanwhile is reviewed again. */
export function tradeBuyer(desk: Desk) {
  const { client, buyer, world, clock } = desk
  const basket = basketOf(desk)
  let isFree = true

  /** @param aim moment at which the order is sent; its total is reviewed before */
  async function order(aim?: Date) {
    await basket.fill()
    for (let left = MAX_TRIES; left > 0 && !basket.isEmpty(); left -= 1) {
      const shown = await basket.show()
      if (!shown) return
      if (aim && left === MAX_TRIES) await clock.until(aim)
      if ((await basket.place(shown)) !== 'order.changed') return
    }
  }
  async function reprice() {
    await basket.fill()
    await basket.show()
  }
  async function uploadList() {
    const rows = Array.from({ length: 100 + Math.floor(Math.random() * 401) }, () => `${oneOf(world.articles)};${QTY}`)
    const body = Buffer.from(`Артикул;Кол-во\n${rows.join('\n')}\n`)
    const { json } = await client.ask('список', 'bulk-orders?name=list.csv', { body })
    if (json === undefined) return
    const { id } = json as { id: number }
    await client.ask('список: поиск', `bulk-orders/${id}/progress`)
    await client.ask('список: ответ', `bulk-orders/${id}`)
  }
  const search = () => client.ask('поиск', `search?q=${oneOf(world.articles)}`)
  /** Searches offers of online suppliers and orders one of them. */
  async function searchOnline() {
    const { text } = await client.ask('поиск у поставщиков', `search/online?q=${oneOf(world.articles)}`)
    const [, reference] = /"reference":"([^"]+)"/.exec(text) ?? []
    if (reference === undefined || !basket.isEmpty() || !(await basket.put({ reference }, null))) return
    const shown = await basket.show()
    if (shown) await basket.place(shown)
  }
  async function readStatement() {
    const day = clock.now().toISOString().slice(0, 10)
    const query = `contract_id=${buyer.contractId}&from=${day.slice(0, 8)}01&to=${day}`
    await client.ask('акт сверки', `settlements/statement.${oneOf(['pdf', 'xlsx'])}?${query}`)
  }

  const acts = { order, reprice, uploadList, search, searchOnline, readStatement }
  return {
    isFree: () => isFree,
    /** Performs one action at a time, as a person does. */
    act: async (name: Act, aim?: Date) => {
      isFree = false
      try {
        await acts[name](aim)
      } finally {
        isFree = true
      }
    },
  }
}
export type Act = 'order' | 'reprice' | 'uploadList' | 'search' | 'searchOnline' | 'readStatement'
export type TradeBuyer = ReturnType<typeof tradeBuyer>
