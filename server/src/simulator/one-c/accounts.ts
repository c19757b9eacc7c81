import type { Good } from '../goods.ts'
import {
  catalogFiles,
  orderXml,
  readLine,
  requisiteOf,
  lineSum,
  type BookedDocument,
  type Line,
  type BookedOrder,
} from './documents.ts'
import { all, commerceMl, parseOneCXml, xmlText, type Xml } from './xml.ts'

/** Books as a file keeps them. */
export interface SavedAccounts {
  goods: readonly Good[]
  stock: [id: string, qty: number][]
  orders: BookedOrder[]
  documents: BookedDocument[]
  unsent: string[]
  lastNumber: number
}

/** Books of a simulated 1C: goods, orders of the portal, shipments, payments and returns with their numbers. */
export class Accounts {
  readonly orders = new Map<string, BookedOrder>()
  readonly documents = new Map<string, BookedDocument>()
  /** Stock by the ids of goods. */
  readonly stock: Map<string, number>
  /** Orders whose documents the portal has not received. */
  readonly unsent = new Set<string>()
  readonly #goods: readonly Good[]
  #lastNumber = 0

  /** @param initialQty stock of each of the goods; of different quantities when not given */
  constructor(goods: readonly Good[], initialQty?: number) {
    this.#goods = goods
    this.stock = new Map(goods.map((_, at) => [`good-${at}`, initialQty ?? (at * 7) % 23]))
  }

  static restore({ goods, stock, orders, documents, unsent, lastNumber }: SavedAccounts): Accounts {
    const accounts = new Accounts(goods)
    for (const [id, qty] of stock) accounts.stock.set(id, qty)
    for (const order of orders) accounts.orders.set(order.id, order)
    for (const document of documents) accounts.documents.set(document.id, document)
    for (const id of unsent) accounts.unsent.add(id)
    accounts.#lastNumber = lastNumber
    return accounts
  }

  toJSON(): SavedAccounts {
    return {
      goods: this.#goods,
      stock: [...this.stock],
      orders: [...this.orders.values()],
      documents: [...this.documents.values()],
      unsent: [...this.unsent],
      lastNumber: this.#lastNumber,
    }
  }

  #moveStock(lines: readonly Line[], sign: 1 | -1) {
    for (const { id, qty } of lines) if (this.stock.has(id)) this.stock.set(id, (this.stock.get(id) ?? 0) + sign * qty)
  }

  #nextNumber(prefix: string) {
    this.#lastNumber += 1
    return `${prefix}-${String(this.#lastNumber).padStart(6, '0')}`
  }

  #takeOrder(element: Xml) {
    const id = xmlText(element, 'Ид')
    const known = this.orders.get(id)
    const buyer = all(all(element, 'Контрагенты')[0], 'Контрагент').find((one) => xmlText(one, 'Роль') === 'Покупатель')
    this.orders.set(id, {
      id,
      number: xmlText(element, 'Номер'),
      ownNumber: known?.ownNumber ?? this.#nextNumber('УТ'),
      inn: xmlText(buyer, 'ИНН'),
      buyer: xmlText(buyer, 'Наименование'),
      isCancelled: requisiteOf(element, 'Отменен') === 'true',
      lines: all(all(element, 'Товары')[0], 'Товар').map(readLine),
      revisions: (known?.revisions ?? 0) + 1,
      bookings: known?.bookings ?? 0,
    })
  }

  /** Writes the orders of an answer: an order known by its id is written over. */
  takeOrders(xml: string): number {
    const root = all(parseOneCXml(xml), 'КоммерческаяИнформация')[0]
    if (!root) throw new Error('the answer is no CommerceML')
    const received = all(root, 'Документ')
    for (const element of received) this.#takeOrder(element)
    return received.length
  }

  addDocument(orderId: string, operation: BookedDocument['operation'], lines: Line[], kop: number): BookedDocument {
    const number = this.#nextNumber(operation === 'Отпуск товара' ? 'РТ' : 'ПП')
    const document = { id: crypto.randomUUID(), number, orderId, operation, kop, lines, isDeleted: false }
    this.documents.set(document.id, document)
    this.unsent.add(orderId)
    return document
  }

  /** Ships the goods of an order and takes the money for it. */
  fulfil(order: BookedOrder, { isPaid = true } = {}) {
    const lines = order.lines.filter((line) => line.qty > 0)
    this.addDocument(order.id, 'Отпуск товара', lines, lineSum(lines))
    this.#moveStock(lines, -1)
    order.bookings += 1
    if (isPaid) this.addDocument(order.id, 'Выплата безналичных денег', [], lineSum(lines))
  }

  /** Corrects the shipment of an order under its number: one piece less of the first goods. */
  correctShipment(order: BookedOrder) {
    const shipment = [...this.documents.values()].find(
      (document) => document.orderId === order.id && document.operation === 'Отпуск товара',
    )
    const [first, ...rest] = shipment?.lines ?? []
    if (!shipment || !first || first.qty <= 1) return
    shipment.lines = [{ ...first, qty: first.qty - 1 }, ...rest]
    shipment.kop = lineSum(shipment.lines)
    this.#moveStock([{ ...first, qty: 1 }], 1)
    this.unsent.add(order.id)
    order.bookings += 1
  }

  /** Credits the buyer for returned goods. */
  credit(order: BookedOrder, kop: number) {
    this.addDocument(order.id, 'Возврат товара', [], kop)
    order.bookings += 1
  }

  /** Catalogue as two files: goods, then prices and stock. */
  catalogFiles(isFull: boolean) {
    return catalogFiles(this.#goods, this.stock, isFull)
  }

  /** Orders with their documents, as 1C sends them back. */
  documentsFile(ids: readonly string[]): string {
    const all = [...this.documents.values()]
    const orders = ids.flatMap((id) => this.orders.get(id) ?? [])
    return commerceMl(
      orders
        .map((order) =>
          orderXml(
            order,
            all.filter(({ orderId }) => orderId === order.id),
          ),
        )
        .join(''),
    )
  }
}
