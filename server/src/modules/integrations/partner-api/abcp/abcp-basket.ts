import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import { Qty } from '@artikul/contract/core/fields'
import { callRoute } from '../../../../platform/http/index.ts'
import type { AbcpCall } from './abcp-call.ts'
import { openItem, type AbcpItem } from './abcp-items.ts'
import { AbcpError } from './abcp-errors.ts'
import { LINES_LIMIT, linesOf, orderLines, UNKNOWN_LINE, type AskedLine } from './abcp-orders.ts'
import { numberFixOf, rublesOf, deadlinesOf } from './abcp-search.ts'
import { addToBasket, clearBasket, removeFromBasket, selectBasket } from './abcp.queries.ts'

const keyOf = ({ actor }: AbcpCall) => actor.key?.id ?? 0

/** `POST basket/add`: adds lines to the basket of the key; quantity 0 removes a line. */
export async function add(call: AbcpCall) {
  const lines = linesOf(call)
  await call.db.transaction().execute(async (tx) => {
    for (const { item, itemKey, qty, comment } of lines)
      if (item && qty > 0) await addToBasket(tx, keyOf(call), { item_key: itemKey, qty, comment })
      else if (item) await removeFromBasket(tx, keyOf(call), itemKey)
    const basket = await selectBasket(tx, keyOf(call))
    if (basket.length > LINES_LIMIT || basket.some(({ qty }) => !Qty.safeParse(qty).success))
      throw new AbcpError(4, `Bad parameter: at most ${LINES_LIMIT} positions of 999999`)
  })
  const rows = call.fields.rows('positions')
  const positions = lines.map((line, at) => ({ ...goodsOf(line.item, rows[at]), ...outcomeOf(line) }))
  return { status: lines.every(({ item }) => item !== null) ? 1 : 0, positions }
}

/** Goods of a line: those of its offer, else as the program named them. */
function goodsOf(item: AbcpItem | null, { brand = '', number = '', supplierCode = '' }: Record<string, string> = {}) {
  const named = item ?? { brand, number, supplier_code: supplierCode, description: '' }
  return {
    ...{ brand: named.brand, number: named.number, numberFix: numberFixOf(named.number) },
    ...{ supplierCode: named.supplier_code, description: named.description },
  }
}

const outcomeOf = ({ item, qty, comment }: AskedLine) => ({
  ...{ quantity: String(qty), comment, status: item ? 1 : 0, errorMessage: item ? '' : UNKNOWN_LINE },
})

/** `POST basket/clear` */
export async function clear(call: AbcpCall) {
  await clearBasket(call.db, keyOf(call))
  return { status: 1, errorMessage: '' }
}

/** Lines of the basket with their offers; a key of an earlier secret of the portal is unknown. */
async function readBasket(call: AbcpCall) {
  const rows = await selectBasket(call.db, keyOf(call))
  return rows.map((row) => ({ ...row, item: openItem(call.deps.itemKeys, row.item_key, call.contractorId) }))
}

/** `GET basket/content` */
export async function content(call: AbcpCall) {
  const now = call.deps.clock.now()
  return (await readBasket(call)).map(({ id, item, item_key: itemKey, qty, comment }) => {
    const { soon, late } = item ? deadlinesOf(item, now) : { soon: 0, late: '' as const }
    const price = rublesOf(call.actor.limits?.seesPrices === false ? null : (item?.price_kop ?? null))
    return {
      ...{ positionId: String(id), code: '', itemKey, ...goodsOf(item) },
      ...{ price, priceRate: 1, priceInSiteCurrency: price, packing: String(item?.packing ?? 1) },
      ...{ deadline: soon, deadlineMax: late, ...outcomeOf({ item, itemKey, qty, comment }) },
    }
  })
}

/** `POST basket/order`: orders the basket, or the named lines of it. */
export async function order(call: AbcpCall) {
  const chosen = call.fields.list('positionIds').map(Number)
  const lines = (await readBasket(call)).filter(({ id }) => chosen.length === 0 || chosen.includes(id))
  const asked = lines.map(({ item, item_key: itemKey, qty, comment }) => ({ item, itemKey, qty, comment }))
  if (lines.length > LINES_LIMIT) throw new AbcpError(4, `Bad parameter: at most ${LINES_LIMIT} positions`)
  const ids = lines.map(({ id }) => id)
  return orderLines(call, asked, { keyId: keyOf(call), ids })
}

/** `GET basket/shipmentAddresses`: delivery points. */
export async function addresses(call: AbcpCall) {
  const { results } = await callRoute(call, consigneeRoutes.options)
  return results.map(({ id, name, address }) => ({
    id: String(id),
    name: address === '' ? name : `${name}, ${address}`,
  }))
}

/** Dictionaries that the portal does not need: terms follow from the contract and the delivery point. */
export const emptyDictionary = async () => []

/** `GET basket/multibasket`: a key has one basket. */
export const baskets = async () => [{ id: '1', name: 'Основная' }]

/** `GET basket/options` */
export const options = async () => ({ options: [{ disallow_new_shipment_address: 1, self_shipment: 0 }] })
