import { buildProduct, buildWarehouse } from '../../modules/catalog/products/catalog.factory.ts'
import { buildClaim, buildClaimShop, buildShipped } from '../../modules/fulfilment/claims/claims.factory.ts'
import { buildRequest } from '../../modules/ordering/quote-requests/quote-requests.factory.ts'
import { orderOfPartner } from '../../modules/purchasing/purchase-orders/supplier-orders.factory.ts'
import { buildUser } from '../../modules/identity/users/users.factory.ts'
import { send, type TestApp } from '../test-app.ts'
import type { Table } from './hostile-archives.factory.ts'

/** Upload route by its name in the contract, with the expected content. */
export interface UploadPlace {
  route: string
  by: 'client' | 'manager'
  path: string
  /** Rows that it accepts; null for photos or a bank's file. */
  table: Table | null
}

export type FileKind = 'table' | 'photo' | 'bank'

/** Checks whether the place accepts files of this kind. */
export const acceptsUpload = (kind: FileKind) => (place: UploadPlace) =>
  kind === 'table'
    ? place.table !== null
    : place.table === null && (place.route === 'payments.load') === (kind === 'bank')

const goods: Table = [
  ['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка'],
  ['BOSCH', 'HU-1', 'Фильтр', 5, 100],
  ['BOSCH', 'HU-2', 'Фильтр', 5, 200],
]
const wanted: Table = [
  ['Бренд', 'Артикул', 'Количество', 'Цена'],
  ['BOSCH', 'HU-1', 2, 100],
  ['BOSCH', 'HU-2', 3, 100],
]
const crosses: Table = [
  ['Бренд', 'Артикул', 'Бренд аналога', 'Артикул аналога'],
  ['BOSCH', 'HU-1', 'MANN', 'W-1'],
  ['BOSCH', 'HU-2', 'MANN', 'W-2'],
]
const properties: Table = [
  ['Бренд', 'Артикул', 'Диаметр, мм', 'Резьба'],
  ['BOSCH', 'HU-1', 76, 'M20'],
  ['BOSCH', 'HU-2', 80, 'M22'],
]
const points: Table = [
  ['Код', 'Название точки', 'Адрес', 'Телефон'],
  ['А-1', 'Цех', 'Самара', '+7 846 000 00 07'],
  ['А-2', 'Склад', 'Самара', '+7 846 000 00 08'],
]
const people: Table = [
  ['ФИО', 'Почта', 'Телефон'],
  ['Петров Пётр', 'petrov@client.test', '+7 846 000 00 07'],
  ['Иванов Иван', 'ivanov@client.test', '+7 846 000 00 08'],
]
const conditions: Table = [
  ['Бренд', 'Условие', 'Значение', 'С'],
  ['BOSCH', 'Скидка', 5, '01.12.2026'],
  ['MANN', 'Скидка', 7, '01.12.2026'],
]
const statement: Table = [
  ['Дата', 'Документ', 'Дебет', 'Кредит'],
  ['01.10.2026', 'Поступление 1 от 01.10.2026', '', '100,00'],
  ['02.10.2026', 'Оплата 5 от 02.10.2026', '50,00', ''],
]

async function made(test_: TestApp, headers: { authorization: string }, path: string, payload: object) {
  const { json, text } = await send<{ id?: number; orders?: { id: number }[] }>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })
  const id = json.id ?? json.orders?.[0]?.id
  if (id === undefined) throw new Error(text)
  return id
}

/** Creates every upload place with its dependencies, and the company that uploads. */
export async function buildUploadPlaces(test_: TestApp) {
  const { db } = test_.database
  const shop = await buildClaimShop(test_)
  const { companyId: contractorId, contractId, sellerId, admin } = shop
  const { order, shipmentId } = await buildShipped(test_, shop, [3])
  const claim = await buildClaim(db, shipmentId, admin.id)
  const request = await buildRequest(db, { contractorId, userId: admin.id })
  const { supplyRouteId } = await orderOfPartner(test_, shop.client, { sellerId, contractorId })
  const toSupplier = await made(test_, shop.manager, 'supplier-orders', { supply_route_id: supplyRouteId })
  const draft = { supply_route_id: supplyRouteId, number: 'УПД-1', made_on: '2026-11-17' }
  const receiptId = await made(test_, shop.manager, 'goods-receipts', draft)
  const { id: warehouseId } = await buildWarehouse(db, sellerId, { source: { kind: 'partner' } })
  const { id: productId, brandId } = await buildProduct(db)
  const of = (by: UploadPlace['by'], table: Table | null, route: string, path: string): UploadPlace => ({
    route,
    by,
    path: `/api/v1/${path}`,
    table,
  })
  const places = [
    of('client', wanted, 'bulkOrders.upload', 'bulk-orders?name=a.xlsx'),
    of('manager', goods, 'priceLists.upload', `price-imports?name=a.xlsx&warehouse_id=${warehouseId}`),
    of('manager', properties, 'productContent.upload', 'product-content-imports?kind=properties&name=a.xlsx'),
    of('manager', crosses, 'crossReferences.check', 'cross-reference-imports?name=a.xlsx'),
    of('client', points, 'consignees.readList', 'consignees/read-list'),
    of('client', people, 'accounts.readList', 'user/admin/user/read-list'),
    of('manager', conditions, 'priceConditions.readList', 'price-conditions/read-list'),
    of('manager', conditions, 'priceConditions.importList', `price-conditions/import?digest=${'0'.repeat(64)}`),
    of(
      'client',
      statement,
      'reconciliation.upload',
      `reconciliations?name=a.xlsx&contract_id=${contractId}&from=2026-10-01&to=2026-10-31`,
    ),
    of('manager', wanted, 'goodsReceipts.load', `goods-receipts/${receiptId}/file?name=a.xlsx`),
    of('manager', wanted, 'supplierOrderFiles.check', `supplier-orders/${toSupplier}/answer-file?name=a.xlsx`),
    of('manager', wanted, 'supplierOrderFiles.apply', `supplier-orders/${toSupplier}/answer-file/apply?name=a&seen=x`),
    of('manager', null, 'payments.load', 'payments/file?name=a.txt'),
    of('client', null, 'claims.upload', 'claims/files?name=a.jpg'),
    of('client', null, 'claims.uploadTo', `claims/${claim.id}/files?name=a.jpg`),
    of('client', null, 'orderMessages.upload', `orders/${order.id}/files?name=a.jpg`),
    of('client', null, 'quoteRequests.addPhoto', `quote-requests/${request.id}/photos`),
    of('manager', null, 'contracts.upload', `contracts/${contractId}/file?name=a.jpg`),
    of('manager', null, 'news.addCover', 'manager/news-covers'),
    of('manager', null, 'portalSettings.addLogo', 'portal-settings/logo'),
    of('manager', null, 'productContent.addPhoto', `products/${productId}/photos`),
    of('manager', null, 'certificates.add', `products/${productId}/certificates?kind=quality&number=1`),
    of('manager', null, 'certificates.addToBrand', `brands/${brandId}/certificates?kind=quality&number=1`),
  ]
  const manager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
  return { places, people: { client: admin, manager } }
}
