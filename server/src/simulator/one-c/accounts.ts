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

/** Books of a simulated 1C: goods, orders of the portal, shipments, payments and returns with their numbers. */
export class Accounts {
  readonly orders = new Map<string, BookedOrder>()
  readonly documents = new Map<string, BookedDocument>()
  readonly #goods: readonly Good[]
  readonly #stock: Map<string, number>
  #lastNumber = 0

  constructor(goods: readonly Good[]) {
    this.#goods = goods
    this.#stock = new Map(goods.map((_, at) => [`good-${at}`, (at * 7) % 23]))
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
    return document
  }

  /** Ships the goods of an order and takes the money for it. */
  fulfil(order: BookedOrder, { isPaid = true } = {}) {
    const lines = order.lines.filter((line) => line.qty > 0)
    this.addDocument(order.id, 'Отпуск товара', lines, lineSum(lines))
    if (isPaid) this.addDocument(order.id, 'Выплата безналичных денег', [], lineSum(lines))
  }

  /** Corrects the shipment of an order under its number: one piece less of the first goods. */
  correctShipment(orderId: string) {
    const shipment = [...this.documents.values()].find(
      (document) => document.orderId === orderId && document.operation === 'Отпуск товара',
    )
    const [first, ...rest] = shipment?.lines ?? []
    if (!shipment || !first || first.qty <= 1) return
    shipment.lines = [{ ...first, qty: first.qty - 1 }, ...rest]
    shipment.kop = lineSum(shipment.lines)
  }

  /** Catalogue as two files: goods, then prices and stock. */
  catalogFiles(isFull: boolean) {
    return catalogFiles(this.#goods, this.#stock, isFull)
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
