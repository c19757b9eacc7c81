import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '@artikul/contract/api'
import type { ListedConditions } from '@artikul/contract/price-conditions'
import type { ListedConsignee } from '@artikul/contract/consignees'
import type { ListedUser } from '@artikul/contract/accounts'
import { FILE, type Route } from '@artikul/contract/route'
import { read } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, useTestApp } from '../testing/test-app.ts'
import { buildExportsWorld, orderOfSupplier, PAYLOADS, sendFiles, type ExportsWorld } from './exports-world.factory.ts'
import { reportFigure } from '../testing/figures.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'artikul-exports-'))
const test_ = useTestApp({ DATA_DIR: dataDir })
let world: ExportsWorld
let sent: Awaited<ReturnType<typeof sendFiles>>
let supplierOrderId: number
const seen: Record<string, number> = {}

beforeAll(async () => {
  world = await buildExportsWorld(test_)
  sent = await sendFiles(test_, world)
  supplierOrderId = await orderOfSupplier(test_, world)
}, 60_000)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** What a cell says, however a reader of tables has trimmed it. */
const bare = (text: string) => text.replace(/[\u0000-\u001f]/g, ' ').trim()
const WORDS = new Set(PAYLOADS.map(bare))

const RUN = /^[=+\-@\t\r\n＝＋－＠]/
/** Signs that XML cannot hold: a workbook with them does not open. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Texts of a workbook, none of which is anything but text. */
function textsOfBook(bytes: Buffer): string[] {
  for (const [path, part] of Object.entries(unzipSync(bytes))) {
    const xml = Buffer.from(part).toString()
    expect(xml, path).not.toMatch(NO_XML)
    expect(xml, path).not.toMatch(/<(?:\w+:)?f[\s>/]|TargetMode="External"|<(?:\w+:)?ddeLink/)
  }
  const book = read(bytes, { cellFormula: true })
  const cells: unknown[] = book.SheetNames.flatMap((name) => Object.values<unknown>(book.Sheets[name] ?? {}))
  return cells.flatMap((cell) => {
    if (typeof cell !== 'object' || cell === null || !('t' in cell)) return []
    expect(cell).not.toHaveProperty('f')
    return cell.t === 's' && 'v' in cell ? [String(cell.v)] : []
  })
}

async function fileOf(path: string, headers: object = world.shop.client): Promise<Buffer> {
  const reply = await test_.app.inject({
    url: path.startsWith('/') ? path : `/api/v1/${path}`,
    headers: { ...headers },
  })
  expect(reply.statusCode, `${path}: ${reply.statusCode === 200 ? '' : reply.body}`).toBe(200)
  return reply.rawPayload
}

async function priceFile(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { post, shop } = world
  const { id } = await post<{ id: number }>(shop.client, 'price-files', {
    format,
    brand_ids: [],
    in_stock: true,
    consignee_id: null,
  })
  const link = () => send<{ path: string }>(test_, { url: `/api/v1/price-files/${id}/link`, headers: shop.client })
  await expect.poll(async () => (await link()).status, { timeout: 20_000 }).toBe(200)
  return fileOf((await link()).json.path)
}

async function report(): Promise<Buffer> {
  const path = `price_imports/${sent.pricesId}`
  const state = async () =>
    (await send<{ state: string }>(test_, { url: `/api/v1/${path}`, headers: world.shop.manager })).json.state
  await expect.poll(state, { timeout: 20_000 }).not.toMatch(/queued|running/)
  return fileOf(`${path}/report.csv`, world.shop.manager)
}

async function register(): Promise<Buffer> {
  const files = unzipSync(await fileOf('documents/archive'))
  return Buffer.from(files['Реестр документов.xlsx'] ?? expect.fail('no register'))
}

/** One table of what is held about a person; nothing of the others runs either. */
async function personalData(path: string, headers?: object): Promise<Buffer> {
  const files = Object.entries(unzipSync(await fileOf(path, headers)))
  for (const [, bytes] of files) textsOfBook(Buffer.from(bytes))
  return Buffer.from(files.find(([name]) => name.includes('Компании и права'))?.[1] ?? expect.fail('no companies'))
}

/** Every table that leaves, and how many of the payloads it can say. */
const TABLES: Record<string, { book: () => Promise<Buffer>; isText?: true; least: number }> = {
  'accounts.exportEmployees': { book: () => fileOf('user/admin/user.xlsx'), least: 40 },
  'accounts.exportUsers': { book: () => fileOf('manager/user/admin/user.xlsx', world.shop.manager), least: 40 },
  'personalData.own': { book: () => personalData('user/personal_data'), least: 1 },
  'personalData.ofUser': {
    book: () => personalData(`manager/user/admin/user/${world.shop.admin.id}/personal_data`, world.shop.manager),
    least: 1,
  },
  'consignees.export': { book: () => fileOf('consignees.xlsx'), least: 40 },
  'lists.file': { book: () => fileOf(`lists/${sent.listId}/file`), least: 30 },
  'carts.file': { book: () => fileOf(`carts/${world.cartId}/file`), least: 1 },
  'settlements.statementXlsx': {
    book: () => fileOf(`settlements/statement.xlsx?contract_id=${world.shop.contractId}&from=2026-10-01&to=2026-11-30`),
    least: 2,
  },
  'reconciliation.file': { book: () => fileOf(`reconciliations/${sent.reconciliationId}/differences.xlsx`), least: 30 },
  'shipmentIntake.xlsx': { book: () => fileOf(`shipments/${world.shipmentId}/intake.xlsx`), least: 40 },
  'orderLists.orderFile': { book: () => fileOf('orders.xlsx'), least: 1 },
  'orderLists.lineFile': { book: () => fileOf('order-lines.xlsx'), least: 40 },
  'invoices.fileXlsx': { book: () => fileOf(`invoices/${world.invoiceId}/xlsx`), least: 40 },
  'invoices.xlsx': { book: () => fileOf(`orders/${world.orderId}/invoice/xlsx`), least: 40 },
  'documents.archive': { book: register, least: 2 },
  'priceFiles.content': { book: () => priceFile('xlsx'), least: 40 },
  'priceFiles.content as CSV': { book: () => priceFile('csv'), isText: true, least: 40 },
  'priceLists.report': { book: report, isText: true, least: 30 },
  'crosses.report': {
    book: () => fileOf(`cross_imports/${sent.crossesId}/refused.csv`, world.shop.manager),
    isText: true,
    least: 30,
  },
  'priceConditions.export': { book: () => fileOf('price-conditions/export', world.shop.manager), least: 40 },
  'supplierOrderFiles.file': {
    book: () => fileOf(`supplier-orders/${supplierOrderId}/file`, world.shop.manager),
    least: 40,
  },
}

test('every file route is covered as a table or listed as not a table', () => {
  const files = Object.entries(API).flatMap(([group, routes]) =>
    Object.entries(routes)
      .filter(([, route]: [string, Route]) => route.reply === FILE)
      .map(([name]) => `${group}.${name}`),
  )
  const looked = new Set(Object.keys(TABLES).map((name) => name.replace(' as CSV', '')))
  expect([...looked, ...NO_TABLES].toSorted()).toEqual(files.toSorted())
})

test.each(Object.keys(TABLES))('guarantee 24: no cell of %s runs as a formula in a spreadsheet', async (name) => {
  const { book, isText, least } = TABLES[name] ?? expect.fail()
  const bytes = await book()
  const said = payloadsIn(isText ? textsOfCsv(bytes) : textsOfBook(bytes))
  seen[name] = said
  expect(said).toBeGreaterThanOrEqual(least)
})

/** What reads a file of ours back: nothing of it has changed on its way. */
async function readBack<T>(path: string, bytes: Buffer, headers: object = world.shop.client): Promise<T> {
  const { status, json, text } = await send<T & object>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  expect(status, text).toBeLessThan(300)
  return json
}

/** Of which payloads the texts are exactly; a reader trims what stands around them. */
const exactly = (texts: readonly string[]) => [...WORDS].filter((word) => texts.some((text) => bare(text) === word))

test('guarantee 24: exported files are imported back unchanged', async () => {
  const { shop } = world
  const back = {
    points: await readBack<{ results: ListedConsignee[] }>('consignees/read_list', await fileOf('consignees.xlsx')),
    people: await readBack<{ results: ListedUser[] }>(
      'user/admin/user/read_list',
      await fileOf('user/admin/user.xlsx'),
    ),
    conditions: await readBack<ListedConditions>(
      'price-conditions/read-list',
      await fileOf('price-conditions/export', shop.manager),
      shop.manager,
    ),
  }
  // Of the sign that XML cannot hold a workbook keeps nothing.
  const changed = (changes: readonly { before: string | null; after: string | null }[]) =>
    changes.some(({ before, after }) => bare(before ?? '') !== bare(after ?? ''))
  expect(back.points.results.filter(({ known }) => known === null || changed(known.changes))).toEqual([])
  expect(exactly(back.people.results.map((person) => person.full_name))).toHaveLength(PAYLOADS.length)
  expect(back.conditions.counts).toMatchObject({ new: 0, changed: 1, same: PAYLOADS.length - 1 })

  const listed = async (bytes: Buffer) => {
    const { id } = await readBack<{ id: number }>('lists?name=back.csv', bytes)
    const rows = await test_.database.db.selectFrom('list_rows').select('article').where('list_id', '=', id).execute()
    return rows.map(({ article }) => bare(article))
  }
  const articles = PAYLOADS.map((payload, at) => bare(`${payload}${at}`))
  const files = [await fileOf(`carts/${world.cartId}/file`), await priceFile('csv'), await priceFile('xlsx')]
  for (const file of files) expect(await listed(file)).toEqual(expect.arrayContaining(articles))
  reportFigure(
    24,
    `${PAYLOADS.length} опасных значений через ${Object.keys(TABLES).length} выгрузок (${Object.values(seen).reduce((sum, count) => sum + count, 0)} ячеек): формул и ссылок 0, в CSV всё с апострофом, обратно читается без потерь: точки, сотрудники, ценовые условия, корзина, прайс CSV и XLSX`,
  )
})

/** Files of the API that are no tables: papers, pictures, an exchange of XML. */
const NO_TABLES = [
  'claims.act',
  'claims.file',
  'claims.label',
  'contracts.file',
  'goodsReceipts.act',
  'invoices.filePdf',
  'invoices.pdf',
  'legal.pdf',
  'news.cover',
  'news.draftCover',
  'orderTalk.file',
  'orders.specification',
  'requests.photo',
  'settlements.statementPdf',
  'shipmentIntake.updCopy',
  'shipmentIntake.xml',
  'shipments.labels',
  'shipments.packingList',
]

/** Cells of a text, none of which would be run; the apostrophe in front of them is taken off. */
function textsOfCsv(bytes: Buffer): string[] {
  const cells = [
    ...bytes
      .toString()
      .replace(/^\ufeff/, '')
      .matchAll(/("(?:[^"]|"")*"|[^;\r\n]*)(?:;|\r\n|$)/g),
  ].map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
  for (const cell of cells) if (!/^-?\d[\d ]*(?:,\d+)?$/.test(cell)) expect(cell).not.toMatch(RUN)
  return cells.map((cell) => cell.replace(/^'/, ''))
}

/** How many of the payloads the texts say, alone or with something beside them. */
const payloadsIn = (texts: readonly string[]) => {
  const said = texts.map(bare)
  return [...WORDS].filter((word) => said.some((text) => text.startsWith(word) || text.includes(word))).length
}
