import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildReserved, buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { selectNodes } from '../../server/src/modules/integrations/one-c/nodes.queries.ts'
import { buildNode, createOneC } from '../../server/src/modules/integrations/one-c/one-c.factory.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { SHARED_DATA } from './shared-data.ts'

/** Objects of each file by the description of its source; a text is the reason of a refusal. */
const FILES: readonly [name: string, expected: Readonly<Record<string, number>> | string][] = [
  ['bogutski_import.xml', { goods: 540 }],
  ['bogutski_offers.xml', { offers: 523, prices: 523 }],
  ['carono_classifier.xml', 'Это не CommerceML 2'],
  ['carono_import.xml', { goods: 2 }],
  ['carono_import_wo_classifier.xml', { goods: 2 }],
  ['carono_offers.xml', { offers: 5, prices: 5 }],
  ['carono_orders.xml', { documents: 1 }],
  ['dobromyslov_import0_1.xml', { goods: 36 }],
  ['dobromyslov_import_nested.xml', { goods: 283 }],
  ['dobromyslov_offers0_1.xml', { offers: 44, prices: 44 }],
  ['dobromyslov_orders_full.xml', { documents: 2 }],
  ['gillbeits_offers___7f304e.xml', { offers: 978 }],
  ['gillbeits_prices___d66a6b.xml', { offers: 978, prices: 978 }],
  ['gillbeits_rests___1af6e7b.xml', { offers: 978, stocks: 978 }],
  ['wagood_cml3_import.xml', {}],
  ['wagood_cml3_offers.xml', { offers: 2 }],
  ['wagood_cml3_prices.xml', { offers: 2, prices: 2 }],
  ['wagood_cml3_rests_.xml', { offers: 2 }],
  ['wagood_import___b815e2.xml', {}],
  ['wagood_offers___f0bab9.xml', {}],
]

const test_ = useTestApp()
let shop: Shop
const totals = { files: 0, refused: 0, goods: 0, unmatched: 0, offers: 0, stocks: 0, documents: 0 }

beforeAll(async () => {
  shop = await buildShop(test_)
})
afterAll(() => {
  const { files, refused, goods, unmatched, offers, stocks, documents } = totals
  reportFigure(
    'commerceml',
    `${files} файлов 1С: отказано ${refused}, товаров ${goods} (не сопоставлено ${unmatched}), предложений ${offers}, остатков ${stocks}, документов ${documents}`,
  )
})

const connect = async () => {
  const node = await buildNode(test_, shop.sellerId, shop.admin.id)
  return { id: node.id, oneC: createOneC(test_, node) }
}

test.each(FILES)('%s is read without a setting, or refused in words', async (name, expected) => {
  const { id, oneC } = await connect()
  const type = name.includes('orders') ? 'sale' : 'catalog'
  await oneC.signIn(type)
  await oneC.call(`type=${type}&mode=init`)
  await oneC.file(type, name, await readFile(join(SHARED_DATA, 'commerceml', name)))
  const imported = () => oneC.call(`type=${type}&mode=import&filename=${name}`)
  let answer = await imported()
  while (answer.lines[0] === 'progress') answer = await imported()
  const { counts } = await test_.database.db
    .selectFrom('one_c_files')
    .select('counts')
    .where('node_id', '=', id)
    .executeTakeFirstOrThrow()
  totals.files += 1
  if (typeof expected === 'string') {
    totals.refused += 1
    expect(answer.lines.join(': ')).toContain(`failure: ${expected}`)
    return
  }
  expect(answer.lines[0]).toBe('success')
  expect(counts).toMatchObject(expected)
  for (const kind of ['goods', 'offers', 'stocks', 'documents'] as const)
    totals[kind] += (counts as Partial<typeof totals>)[kind] ?? 0
  const node = (await selectNodes(test_.database.db)).find((one) => one.id === id)
  totals.unmatched += node?.unmatched_goods ?? 0
})

test.each(['2.08', '2.10'])('orders for 1C are valid by the published schema %s', async (version) => {
  const { oneC } = await connect()
  const { number } = await buildReserved(test_, shop, [3, 2])
  const { raw, xml } = await oneC.takeOrders()
  expect(xml).toContain(`<Номер>${number}</Номер>`)
  await using folder = await mkdtempDisposable(join(tmpdir(), 'artikul-xsd-'))
  const path = join(folder.path, 'orders.xml')
  await writeFile(path, raw)
  const schema = join(SHARED_DATA, 'commerceml-schemas', `commerceml-${version}.xsd`)
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, path], { encoding: 'utf8' })
  expect([status, stderr.trim()]).toEqual([0, `${path} validates`])
})
