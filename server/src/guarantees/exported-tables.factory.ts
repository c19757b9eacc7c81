import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { runJob, send, type TestApp } from '../testing/test-app.ts'
import type { ExportsWorld, sendFiles } from './exports-world.factory.ts'
import { textsOfBook } from './exported-texts.factory.ts'

interface Exported {
  world: ExportsWorld
  sent: Awaited<ReturnType<typeof sendFiles>>
  supplierOrderId: number
}

export type Downloads = ReturnType<typeof createDownloads>

/** Downloads the portal's exports of the test data. */
export function createDownloads(test_: TestApp, exported: Exported) {
  const { shop, post } = exported.world

  async function fileOf(path: string, headers: object = shop.client): Promise<Buffer> {
    const reply = await test_.app.inject({
      url: path.startsWith('/') ? path : `/api/v1/${path}`,
      headers: { ...headers },
    })
    expect(reply.statusCode, `${path}: ${reply.statusCode === 200 ? '' : reply.body}`).toBe(200)
    return reply.rawPayload
  }

  async function priceExport(format: 'csv' | 'xlsx'): Promise<Buffer> {
    const { id } = await post<{ id: number }>(shop.client, 'price-exports', {
      format,
      brand_ids: [],
      in_stock: true,
      consignee_id: null,
    })
    await runJob(test_.app, 'price_exports')
    const link = () => send<{ path: string }>(test_, { url: `/api/v1/price-exports/${id}/link`, headers: shop.client })
    await expect.poll(async () => (await link()).status, { timeout: 20_000 }).toBe(200)
    return fileOf((await link()).json.path)
  }

  async function report(): Promise<Buffer> {
    const path = `price-imports/${exported.sent.pricesId}`
    const state = async () =>
      (await send<{ state: string }>(test_, { url: `/api/v1/${path}`, headers: shop.manager })).json.state
    await runJob(test_.app, 'price_imports')
    await expect.poll(state, { timeout: 20_000 }).not.toMatch(/queued|running/)
    return fileOf(`${path}/report.csv`, shop.manager)
  }

  async function figures(path: string): Promise<Buffer> {
    await runJob(test_.app, 'sales_figures')
    return fileOf(`analytics/${path}`, shop.manager)
  }

  return { ...exported, fileOf, priceExport, report, figures }
}

async function register({ fileOf }: Downloads): Promise<Buffer> {
  const files = unzipSync(await fileOf('documents/archive'))
  return Buffer.from(files['Реестр документов.xlsx'] ?? expect.fail('no register'))
}

/** Downloads one table of the personal data; the other tables are checked for formulas as well. */
async function personalData({ fileOf }: Downloads, path: string, headers?: object): Promise<Buffer> {
  const files = Object.entries(unzipSync(await fileOf(path, headers)))
  for (const [, bytes] of files) textsOfBook(Buffer.from(bytes))
  return Buffer.from(files.find(([name]) => name.includes('Компании и права'))?.[1] ?? expect.fail('no companies'))
}

/** Every exported table and the minimum number of payloads that it contains. */
export const TABLES: Record<string, { book: (from: Downloads) => Promise<Buffer>; isText?: true; least: number }> = {
  'accounts.exportEmployees': { book: ({ fileOf }) => fileOf('user/admin/user.xlsx'), least: 40 },
  'accounts.exportUsers': {
    book: ({ fileOf, world }) => fileOf('manager/user/admin/user.xlsx', world.shop.manager),
    least: 40,
  },
  'personalData.own': { book: (from) => personalData(from, 'user/personal_data'), least: 1 },
  'personalData.ofUser': {
    book: (from) => {
      const { admin, manager } = from.world.shop
      return personalData(from, `manager/user/admin/user/${admin.id}/personal_data`, manager)
    },
    least: 1,
  },
  'consignees.export': { book: ({ fileOf }) => fileOf('consignees.xlsx'), least: 40 },
  'bulkOrders.file': { book: ({ fileOf, sent }) => fileOf(`bulk-orders/${sent.bulkOrderId}/file`), least: 30 },
  'carts.file': { book: ({ fileOf, world }) => fileOf(`carts/${world.cartId}/file`), least: 1 },
  'statements.statementXlsx': {
    book: ({ fileOf, world }) =>
      fileOf(`settlements/statement.xlsx?contract_id=${world.shop.contractId}&from=2026-10-01&to=2026-11-30`),
    least: 2,
  },
  'reconciliation.file': {
    book: ({ fileOf, sent }) => fileOf(`reconciliations/${sent.reconciliationId}/differences.xlsx`),
    least: 30,
  },
  'shipmentIntake.xlsx': {
    book: ({ fileOf, world }) => fileOf(`shipments/${world.shipmentId}/intake.xlsx`),
    least: 40,
  },
  'orderLists.orderFile': { book: ({ fileOf }) => fileOf('orders.xlsx'), least: 1 },
  'orderLists.lineFile': { book: ({ fileOf }) => fileOf('order-lines.xlsx'), least: 40 },
  'invoices.fileXlsx': { book: ({ fileOf, world }) => fileOf(`invoices/${world.invoiceId}/xlsx`), least: 40 },
  'invoices.xlsx': { book: ({ fileOf, world }) => fileOf(`orders/${world.orderId}/invoice/xlsx`), least: 40 },
  'documents.archive': { book: register, least: 2 },
  'analytics.salesFile': {
    book: ({ figures }) => figures('sales/file?from=2026-10-01&to=2026-11-30&by=brand'),
    least: 1,
  },
  'analytics.debtsFile': { book: ({ figures }) => figures('debts/file'), least: 1 },
  'analytics.stockFile': { book: ({ figures }) => figures('stock/file?choice=AZ'), least: 1 },
  'priceExports.content': { book: ({ priceExport }) => priceExport('xlsx'), least: 40 },
  'priceExports.content as CSV': { book: ({ priceExport }) => priceExport('csv'), isText: true, least: 40 },
  'priceLists.report': { book: ({ report }) => report(), isText: true, least: 30 },
  'crossReferences.report': {
    book: ({ fileOf, sent, world }) =>
      fileOf(`cross-reference-imports/${sent.crossesId}/refused.csv`, world.shop.manager),
    isText: true,
    least: 30,
  },
  'productContent.report': {
    book: ({ fileOf, sent, world }) =>
      fileOf(`product-content-imports/${sent.contentId}/refused.csv`, world.shop.manager),
    isText: true,
    least: 30,
  },
  'priceConditions.export': {
    book: ({ fileOf, world }) => fileOf('price-conditions/export', world.shop.manager),
    least: 40,
  },
  'supplierOrderFiles.file': {
    book: ({ fileOf, supplierOrderId, world }) => fileOf(`supplier-orders/${supplierOrderId}/file`, world.shop.manager),
    least: 40,
  },
}
