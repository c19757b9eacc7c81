import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API } from '@artikul/contract/api'
import type { ListedConditions } from '@artikul/contract/pricing/price-conditions'
import type { ListedConsignee } from '@artikul/contract/companies/consignees'
import type { ListedUser } from '@artikul/contract/identity/accounts'
import { FILE, type Route } from '@artikul/contract/core/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { createDownloads, TABLES, type Downloads } from './exported-tables.factory.ts'
import { textsOfBook, textsOfCsv } from './exported-texts.factory.ts'
import { buildExportsWorld, orderOfSupplier, PAYLOADS, sendFiles } from './exports-world.factory.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'artikul-exports-'))
const test_ = useTestApp({ DATA_DIR: dataDir })
let from: Downloads
const seen: Record<string, number> = {}

beforeAll(async () => {
  const world = await buildExportsWorld(test_)
  const sent = await sendFiles(test_, world)
  from = createDownloads(test_, { world, sent, supplierOrderId: await orderOfSupplier(test_, world) })
}, 60_000)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

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
  const bytes = await book(from)
  const payloadCount = payloadsIn(isText ? textsOfCsv(bytes) : textsOfBook(bytes))
  seen[name] = payloadCount
  expect(payloadCount).toBeGreaterThanOrEqual(least)
})

test('guarantee 24: exported files are imported back unchanged', async () => {
  const { fileOf, priceExport, world } = from
  const back = {
    points: await readBack<{ results: ListedConsignee[] }>('consignees/read-list', await fileOf('consignees.xlsx')),
    people: await readBack<{ results: ListedUser[] }>(
      'user/admin/user/read-list',
      await fileOf('user/admin/user.xlsx'),
    ),
    conditions: await readBack<ListedConditions>(
      'price-conditions/read-list',
      await fileOf('price-conditions/export', world.shop.manager),
      world.shop.manager,
    ),
  }
  // Characters that XML cannot represent are removed from a workbook.
  const changed = (changes: readonly { before: string | null; after: string | null }[]) =>
    changes.some(({ before, after }) => bare(before ?? '') !== bare(after ?? ''))
  expect(back.points.results.filter(({ known }) => known === null || changed(known.changes))).toEqual([])
  expect(exactly(back.people.results.map((person) => person.full_name))).toHaveLength(PAYLOADS.length)
  expect(back.conditions.counts).toMatchObject({ new: 0, changed: 1, same: PAYLOADS.length - 1 })

  const listed = async (bytes: Buffer) => {
    const { id } = await readBack<{ id: number }>('bulk-orders?name=back.csv', bytes)
    const rows = await test_.database.db
      .selectFrom('bulk_order_rows')
      .select('article')
      .where('bulk_order_id', '=', id)
      .execute()
    return rows.map(({ article }) => bare(article))
  }
  const articles = PAYLOADS.map((payload, at) => bare(`${payload}${at}`))
  const files = [await fileOf(`carts/${world.cartId}/file`), await priceExport('csv'), await priceExport('xlsx')]
  for (const file of files) expect(await listed(file)).toEqual(expect.arrayContaining(articles))
  reportFigure(
    24,
    `${PAYLOADS.length} опасных значений через ${Object.keys(TABLES).length} выгрузок (${Object.values(seen).reduce((sum, count) => sum + count, 0)} ячеек): формул и ссылок 0, в CSV всё с апострофом, обратно читается без потерь: точки, сотрудники, ценовые условия, корзина, прайс CSV и XLSX`,
  )
})

/** Files of the API that are no tables: documents, pictures, an XML exchange. */
const NO_TABLES = [
  'certificates.file',
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
  'orderMessages.file',
  'sellers.picture',
  'portalSettings.logo',
  'orders.specification',
  'productContent.photo',
  'quoteRequests.photo',
  'statements.statementPdf',
  'shipmentIntake.updCopy',
  'shipmentIntake.xml',
  'shipments.labels',
  'shipments.packingList',
  'oneC.file',
  'vehicleCatalog.image',
]

/** Imports an exported file and requires that its content is unchanged. */
async function readBack<T>(path: string, bytes: Buffer, headers: object = from.world.shop.client): Promise<T> {
  const { status, json, text } = await send<T & object>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  expect(status, text).toBeLessThan(300)
  return json
}

/** Normalises the text of a cell as parsers of tables trim it. */
const bare = (text: string) => text.replace(/[\u0000-\u001f]/g, ' ').trim()
const WORDS = new Set(PAYLOADS.map(bare))

/** Finds payloads that are the exact content of a cell, after trimming. */
const exactly = (texts: readonly string[]) => [...WORDS].filter((word) => texts.some((text) => bare(text) === word))

/** Counts the payloads in the texts, alone or within other text. */
const payloadsIn = (texts: readonly string[]) => {
  const bareTexts = texts.map(bare)
  return [...WORDS].filter((word) => bareTexts.some((text) => text.startsWith(word) || text.includes(word))).length
}
