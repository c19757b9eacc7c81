import { beforeAll, describe, expect, test } from 'vitest'
import { encode } from 'iconv-lite'
import { runJob, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { basic, buildNode, commerceMl, createOneC, documentXml, goodsPackage } from './one-c.factory.ts'

const test_ = useTestApp()
let shop: Shop

beforeAll(async () => {
  shop = await buildShop(test_)
  await test_.database.db
    .updateTable('sellers')
    .set({ accounting_mode: '1c' })
    .where('id', '=', shop.sellerId)
    .execute()
})

const connect = async (more: Parameters<typeof buildNode>[3] = {}) => {
  const node = await buildNode(test_, shop.sellerId, shop.admin.id, more)
  return { ...node, oneC: createOneC(test_, node) }
}

const fileStates = (nodeId: number) =>
  test_.database.db
    .selectFrom('one_c_files')
    .select(['name', 'state', 'failure', 'counts'])
    .where('node_id', '=', nodeId)
    .execute()

describe('refusals are lines of text that 1C shows', () => {
  test('wrong password, the sixth attempt, an unknown command and a missing session', async () => {
    const { oneC, login, password } = await connect()
    const signIn = (secret: string) =>
      oneC.call('type=catalog&mode=checkauth', undefined, { authorization: basic(login, secret) })
    expect(await oneC.call('type=catalog&mode=checkauth')).toMatchObject({
      status: 200,
      lines: ['failure', 'Укажите в 1С логин и пароль обмена'],
    })
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await signIn('wrong')).lines).toEqual(['failure', 'Неверный логин или пароль обмена'])
    expect((await signIn(password)).lines).toEqual(['failure', 'Пять неверных паролей подряд: вход закрыт на 15 минут'])
    expect((await oneC.call('type=listen&mode=query')).lines).toEqual(['failure', 'Неизвестная команда'])
    expect((await oneC.call('type=catalog&mode=init')).lines[1]).toContain('Сеанс обмена не начат')
  })

  test('a paused node, and a session of the other kind', async () => {
    const { oneC } = await connect({ is_paused: true })
    expect((await oneC.signIn('catalog'))[1]).toContain('Обмен приостановлен')
    const other = await connect()
    await other.oneC.signIn('catalog')
    expect((await other.oneC.call('type=sale&mode=query')).lines[1]).toContain('Сеанс обмена не начат')
  })

  test.each([
    ['DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><КоммерческаяИнформация ВерсияСхемы="2.08"/>', 'DOCTYPE'],
    ['another root', '<Прайс/>', 'Это не CommerceML 2'],
    ['a document as its root', '<Документ><Ид>1</Ид></Документ>', 'Это не CommerceML 2'],
    ['CommerceML 1', '<КоммерческаяИнформация ВерсияСхемы="1.0"/>', 'CommerceML 1'],
    ['a torn file', commerceMl('<Каталог><Товары>').slice(0, 300), 'повреждён'],
    ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>', 'Кодировка'],
    ['deep nesting', commerceMl(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`), 'глубоко'],
  ])('a file with %s', async (_, text, reason) => {
    const { oneC, id } = await connect()
    const [answer] = await oneC.sendCatalog({ 'import0_1.xml': text })
    expect(answer).toMatch(/^failure: /)
    expect(answer).toContain(reason)
    expect(
      await test_.database.db.selectFrom('one_c_goods').select('external_id').where('node_id', '=', id).execute(),
    ).toEqual([])
  })

  test('an empty piece, and one larger than 1C was told', async () => {
    const { oneC } = await connect()
    await oneC.signIn('catalog')
    expect((await oneC.file('catalog', 'import.xml', '')).lines).toEqual(['failure', 'Файл пустой'])
    expect((await oneC.file('catalog', 'import.xml', Buffer.alloc(2_200_000))).lines).toEqual([
      'failure',
      'Часть файла больше 2097152 байт',
    ])
    expect((await oneC.file('catalog', 'import.xml', commerceMl(''))).lines).toEqual(['success'])
  })

  test('a file name that leaves the folder, and a file that was not sent', async () => {
    const { oneC } = await connect()
    await oneC.signIn('catalog')
    expect((await oneC.file('catalog', '..%2f..%2fetc%2fpasswd', 'a')).lines).toEqual([
      'failure',
      'Недопустимое имя файла',
    ])
    expect((await oneC.call('type=catalog&mode=import&filename=none.xml')).lines[1]).toContain('в этом сеансе нет')
  })
})

describe('goods', () => {
  test('a package becomes offers of the warehouse, and a repeated one changes nothing', async () => {
    const { oneC, id } = await connect()
    const goods = [
      { id: 'g1', article: 'W 712/94', qty: 5, rubles: 400 },
      { id: 'g2', article: 'C 25 114', qty: 0, rubles: 900.5 },
    ]
    expect(await oneC.sendCatalog(goodsPackage(goods))).toEqual(['success: Файл загружен', 'success: Файл загружен'])
    await runJob(test_.app, 'price_imports')
    await runJob(test_.app, 'one_c')
    const offers = () =>
      test_.database.db
        .selectFrom('offers')
        .innerJoin('products', 'products.id', 'offers.product_id')
        .select(['products.article', 'offers.purchase_kop', 'offers.on_hand'])
        .where('warehouse_id', '=', shop.warehouseId)
        .where('products.article', 'in', ['W 712/94', 'C 25 114'])
        .orderBy('products.article')
        .execute()
    const expected = [
      { article: 'C 25 114', purchase_kop: 90_050, on_hand: 0 },
      { article: 'W 712/94', purchase_kop: 40_000, on_hand: 5 },
    ]
    expect(await offers()).toEqual(expected)
    const matched = await test_.database.db
      .selectFrom('one_c_goods')
      .select(['external_id'])
      .where('node_id', '=', id)
      .where('product_id', 'is not', null)
      .execute()
    expect(matched).toHaveLength(2)
    await oneC.sendCatalog(goodsPackage(goods))
    await runJob(test_.app, 'price_imports')
    expect(await offers()).toEqual(expected)
  })

  test('a file arrives in pieces cut inside a letter, in windows-1251', async () => {
    const { oneC, id } = await connect()
    await oneC.signIn('catalog')
    const utf8 = Buffer.from(
      goodsPackage([{ id: 'g1', article: 'A1', name: 'Фильтр', qty: 1, rubles: 1 }])['import0_1.xml'],
    )
    for (let at = 0; at < utf8.length; at += 101)
      await oneC.file('catalog', 'import0_1.xml', utf8.subarray(at, at + 101))
    const ansi = encode(
      goodsPackage([{ id: 'g2', article: 'A2', name: 'Колодки', qty: 1, rubles: 1 }])
        ['import0_1.xml'].slice(1)
        .replace('UTF-8', 'windows-1251'),
      'windows-1251',
    )
    await oneC.file('catalog', 'import0_2.xml', ansi)
    for (const name of ['import0_1.xml', 'import0_2.xml'])
      expect((await oneC.call(`type=catalog&mode=import&filename=${name}`)).lines[0]).toBe('success')
    const rows = await test_.database.db
      .selectFrom('one_c_goods')
      .select(['external_id', 'name'])
      .where('node_id', '=', id)
      .orderBy('external_id')
      .execute()
    expect(rows).toEqual([
      { external_id: 'g1', name: 'Фильтр' },
      { external_id: 'g2', name: 'Колодки' },
    ])
  })

  test('a full package that would remove most goods waits for a person', async () => {
    const { oneC, id } = await connect()
    const goods = Array.from({ length: 10 }, (_, at) => ({ id: `g${at}`, article: `R-${at}`, qty: 1, rubles: 10 }))
    await oneC.sendCatalog(goodsPackage(goods))
    await oneC.sendCatalog(goodsPackage(goods.slice(0, 9)))
    const count = async () =>
      (await test_.database.db.selectFrom('one_c_stock').select('offer_id').where('node_id', '=', id).execute()).length
    expect(await count()).toBe(9)
    await oneC.sendCatalog(goodsPackage(goods.slice(0, 8)), null)
    await oneC.signIn('catalog')
    expect(await count(), 'a package that 1C has not declared complete').toBe(9)
    await oneC.sendCatalog(goodsPackage(goods.slice(0, 2)))
    expect(await count()).toBe(9)
    const { held_count } = await test_.database.db
      .selectFrom('one_c_nodes')
      .select('held_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(held_count).toBe(7)
  })

  test('changes alone remove nothing', async () => {
    const { oneC, id } = await connect()
    const goods = Array.from({ length: 3 }, (_, at) => ({ id: `g${at}`, article: `P-${at}`, qty: 1, rubles: 10 }))
    await oneC.sendCatalog(goodsPackage(goods))
    await oneC.sendCatalog(goodsPackage(goods.slice(0, 1), false))
    expect(await fileStates(id)).toHaveLength(4)
    expect(
      await test_.database.db.selectFrom('one_c_stock').select('offer_id').where('node_id', '=', id).execute(),
    ).toHaveLength(3)
  })
})

const orderRow = (id: number) =>
  test_.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('orders', () => {
  test('an order goes out until 1C confirms it, and again when it changes', async () => {
    const { oneC } = await connect()
    const order = await buildReserved(test_, shop, [3, 2])
    const first = await oneC.takeOrders({ isLost: true })
    expect(first.type).toBe('application/xml; charset=windows-1251')
    expect(first.xml).toContain(`<Ид>${order.id}</Ид><Номер>${order.number}</Номер>`)
    const second = await oneC.takeOrders()
    expect(second.xml).toContain(`<Номер>${order.number}</Номер>`)
    expect((await oneC.takeOrders()).xml).not.toContain('<Документ>')
  })

  test('the shipment of 1C ships, its edit replaces, its removal cancels', async () => {
    const { oneC } = await connect()
    const order = await buildReserved(test_, shop, [3])
    await oneC.takeOrders()
    const { product_code: code } = await test_.database.db
      .selectFrom('order_lines')
      .innerJoin('products', 'products.id', 'order_lines.product_id')
      .select('products.code as product_code')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const shipment = (qty: number, requisites: Record<string, string> = {}) =>
      documentXml({
        ...{ id: order.id, operation: 'Заказ товара', number: order.number },
        requisites: { 'Номер по 1С': 'УТ-77', 'Дата по 1С': '2026-11-17' },
        children: [
          documentXml({
            ...{ tag: 'ПодчиненныйДокумент', id: `s-${order.id}`, operation: 'Отпуск товара', number: `О-${order.id}` },
            requisites: { 'Номер УПД': 'У-5', ...requisites },
            lines: [{ id: code, qty, rubles: '100' }],
          }),
        ],
      })
    const shipments = () =>
      test_.database.db
        .selectFrom('shipments')
        .innerJoin('shipment_lines', 'shipment_lines.shipment_id', 'shipments.id')
        .select(['number', 'external_number', 'shipment_lines.qty', 'cancelled_at'])
        .where('number', '=', `О-${order.id}`)
        .orderBy('shipments.id')
        .execute()
    expect(await oneC.sendDocuments(shipment(2))).toEqual(['success', 'Файл загружен'])
    expect(await shipments()).toMatchObject([
      { number: `О-${order.id}`, external_number: 'У-5', qty: 2, cancelled_at: null },
    ])
    expect((await orderRow(order.id)).status).toBe('partly_shipped')
    await oneC.sendDocuments(shipment(2))
    expect(await shipments()).toHaveLength(1)
    await oneC.sendDocuments(shipment(3))
    expect(await shipments()).toMatchObject([{ qty: 2 }, { qty: 3, cancelled_at: null }])
    expect((await orderRow(order.id)).status).toBe('shipped')
    await oneC.sendDocuments(shipment(3, { ПометкаУдаления: 'true' }))
    expect((await shipments()).every(({ cancelled_at: at }) => at !== null)).toBe(true)
    expect((await oneC.takeOrders()).xml).not.toContain('<Документ>')
  })

  test('payments and returns change the debt once, and follow their edits', async () => {
    const { oneC } = await connect()
    const order = await buildReserved(test_, shop, [1])
    await oneC.takeOrders()
    const documents = (paid: string, back: string) =>
      documentXml({
        ...{ id: order.id, operation: 'Заказ товара', number: order.number },
        children: [
          documentXml({
            tag: 'ПодчиненныйДокумент',
            id: `p-${order.id}`,
            operation: 'Выплата безналичных денег',
            number: `П-${order.id}`,
            rubles: paid,
          }),
          documentXml({
            tag: 'ПодчиненныйДокумент',
            id: `r-${order.id}`,
            operation: 'Возврат товара',
            number: `В-${order.id}`,
            rubles: back,
          }),
        ],
      })
    const paid = async () =>
      (
        await test_.database.db.selectFrom('payments').select('sum_kop').where('number', '=', `П-${order.id}`).execute()
      ).reduce((sum, row) => sum + row.sum_kop, 0)
    const credited = async () =>
      (
        await test_.database.db
          .selectFrom('ledger_entries')
          .select('credit_kop')
          .where('number', '=', `В-${order.id}`)
          .where('cancelled_at', 'is', null)
          .execute()
      ).map((row) => row.credit_kop)
    await oneC.sendDocuments(documents('100.50', '20'))
    await oneC.sendDocuments(documents('100.50', '20'))
    expect([await paid(), await credited()]).toEqual([10_050, [2000]])
    await oneC.sendDocuments(documents('90.00', '25'))
    expect([await paid(), await credited()]).toEqual([9000, [2500]])
  })

  test('a sum of 1C that differs from the order waits, and so does a payment posted before', async () => {
    const { oneC, id } = await connect()
    const order = await buildReserved(test_, shop, [1])
    await oneC.takeOrders()
    const { code } = await test_.database.db
      .selectFrom('order_lines')
      .innerJoin('products', 'products.id', 'order_lines.product_id')
      .select('products.code')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const child = (kind: string, operation: string, rubles: string) =>
      documentXml({
        ...{ tag: 'ПодчиненныйДокумент', id: `${kind}-${order.id}`, operation, number: `Д-${order.id}`, rubles },
        ...(operation === 'Отпуск товара' && { lines: [{ id: `${code}#a`, qty: 1, rubles }] }),
      })
    await oneC.sendDocuments(
      documentXml({
        ...{ id: order.id, operation: 'Заказ товара', number: order.number },
        children: [
          child('s', 'Отпуск товара', '0.01'),
          child('p', 'Выплата безналичных денег', '5'),
          child('q', 'Выплата безналичных денег', '5'),
        ],
      }),
    )
    const rows = await test_.database.db
      .selectFrom('one_c_documents')
      .select(['external_id', 'state', 'reason'])
      .where('node_id', '=', id)
      .where('kind', '<>', 'order')
      .orderBy('external_id')
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['applied', 'waiting', 'waiting'])
    expect(rows[1]?.reason).toContain('уже проведена')
    expect(rows[2]?.reason).toMatch(/Товара «|Сумма в 1С/)
  })

  test('1C reduces and cancels an order; what cannot be applied waits with its reason', async () => {
    const { oneC, id } = await connect()
    const order = await buildReserved(test_, shop, [3])
    await oneC.takeOrders()
    const { code } = await test_.database.db
      .selectFrom('order_lines')
      .innerJoin('products', 'products.id', 'order_lines.product_id')
      .select('products.code')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const send = (qty: number, requisites = {}) =>
      oneC.sendDocuments(
        documentXml({
          id: order.id,
          operation: 'Заказ товара',
          number: order.number,
          lines: [{ id: code, qty, rubles: '1' }],
          requisites,
        }),
      )
    await send(2, { 'Статус заказа': 'К отгрузке' })
    const parts = () =>
      test_.database.db
        .selectFrom('order_line_allocations')
        .select(['state', 'qty'])
        .where('line_id', '=', order.lineId)
        .orderBy('state')
        .execute()
    expect(await parts()).toEqual([
      { state: 'removed', qty: 1 },
      { state: 'reserved', qty: 2 },
    ])
    await send(2, { Отменен: 'true' })
    expect((await orderRow(order.id)).status).toBe('cancelled')
    await oneC.sendDocuments(documentXml({ id: 'own-1', operation: 'Заказ товара', number: '5' }))
    const [waiting] = await test_.database.db
      .selectFrom('one_c_documents')
      .select(['state', 'reason'])
      .where('node_id', '=', id)
      .where('external_id', '=', 'own-1')
      .execute()
    expect(waiting).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('Заказа нет на портале') as string,
    })
  })

  test('an interrupted file of an earlier session never overwrites a later state', async () => {
    const { oneC, id } = await connect()
    const order = await buildReserved(test_, shop, [1])
    await oneC.takeOrders()
    const paid = (rubles: string) =>
      documentXml({
        ...{ id: order.id, operation: 'Заказ товара', number: order.number },
        children: [
          documentXml({
            ...{ tag: 'ПодчиненныйДокумент', id: `p-${order.id}`, operation: 'Выплата безналичных денег' },
            ...{ number: `П-${order.id}`, rubles },
          }),
        ],
      })
    await oneC.sendDocuments(paid('10'))
    const { db } = test_.database
    const first = await db.selectFrom('one_c_files').select('id').where('node_id', '=', id).executeTakeFirstOrThrow()
    await oneC.sendDocuments(paid('20'))
    await db.updateTable('one_c_files').set({ state: 'importing' }).where('id', '=', first.id).execute()
    await runJob(test_.app, 'one_c')
    const [document] = await db
      .selectFrom('one_c_documents')
      .select('sum_kop')
      .where('external_id', '=', `p-${order.id}`)
      .execute()
    expect(document?.sum_kop).toBe(2000)
  })

  test('in the trial nothing is applied and no order goes out', async () => {
    const { oneC, id } = await connect({ is_trial: true })
    const order = await buildReserved(test_, shop, [1])
    await oneC.signIn('sale')
    const answer = await oneC.call('type=sale&mode=query')
    expect(answer.raw.toString()).toMatch(/^<\?xml/)
    expect(answer.raw.toString()).not.toContain(order.number)
    await oneC.sendDocuments(
      documentXml({ id: order.id, operation: 'Заказ товара', number: order.number, requisites: { Отменен: 'true' } }),
    )
    expect((await orderRow(order.id)).status).not.toBe('cancelled')
    await test_.database.db.updateTable('one_c_nodes').set({ is_trial: false }).where('id', '=', id).execute()
    await runJob(test_.app, 'one_c')
    expect((await orderRow(order.id)).status).toBe('cancelled')
  })
})
