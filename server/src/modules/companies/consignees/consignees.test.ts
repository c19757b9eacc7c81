import type { ListedConsignee } from '@artikul/contract/companies/consignees'
import { beforeAll, describe, expect, test } from 'vitest'
import { moscowTime } from '../../../platform/clock.ts'
import { pointFields } from '../../../testing/companies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor, buildSeller } from '../contractors/contractors.factory.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildConsignee } from './consignees.factory.ts'
import { readHours } from './consignee-fields.ts'

const test_ = useTestApp()
let company: { id: number }
let foreign: { id: number }
let offer: { id: number }
let admin: { authorization: string }
let limited: { authorization: string }
let staff: { authorization: string }

beforeAll(buildCompanies)

describe('consignees', () => {
  test('are stored in normalized form, with one default and version checks', async () => {
    const made = await write('POST', '', FULL)
    expect(made.status).toBe(201)
    expect(await find(made.json.id)).toMatchObject({
      ...FULL,
      phone: '+78460001000',
      people: [{ full_name: 'Иванов Иван', phone: '+79991234567', document: 'Доверенность № 12' }],
      document_email: 'docs@client.test',
      zone: null,
      is_archived: false,
    })
    const other = await write('POST', '', pointFields({ is_default: true }))
    expect((await list()).filter((one) => one.is_default).map((one) => one.id)).toEqual([other.json.id])
    const edit = (fields: object) => write('PATCH', `/${made.json.id}`, fields)
    const { version = 0 } = (await find(made.json.id)) ?? {}
    expect((await edit({ version, contact: 'Охрана' })).json).toEqual({ version: version + 1 })
    expect((await edit({ version, contact: 'Иначе' })).json.code).toBe('stale')
    expect((await edit({ version: version + 1, contact: 'Охрана' })).json, 'nothing has changed').toEqual({
      version: version + 1,
    })
  })

  test.each([
    ['name', { name: ' ' }, 'Заполните поле'],
    ['address', { address: '' }, 'Заполните поле'],
    ['inn', { legal_name: 'ООО', inn: '7707083894' }, 'Неверный ИНН: не сходится контрольное число'],
    ['legal_name', { inn: '7707083893' }, 'Укажите, чей это ИНН'],
    ['kpp', { legal_name: 'ИП', inn: '500100732259', kpp: '773601001' }, 'У индивидуального предпринимателя нет КПП'],
    ['phone', { phone: '12' }, 'Проверьте номер телефона'],
    ['hours.0.to', { hours: [{ weekday: 1, from: '18:00', to: '09:00' }] }, 'Позже начала'],
    ['hours', { hours: [1, 1].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })) }, 'День повторяется'],
    ['people.0.full_name', { people: [{ full_name: '', phone: '', document: '' }] }, 'Заполните поле'],
    ['document_email', { document_email: 'a@b' }, 'Проверьте адрес электронной почты'],
  ])('with a wrong %s are refused with an error on that field', async (path, overrides, message) => {
    const reply = await write('POST', '', pointFields(overrides))
    expect(reply.status).toBe(400)
    expect(reply.json.errors).toContainEqual({ path, message })
  })

  test('are validated as a whole on every edit', async () => {
    const plain = await write('POST', '', pointFields({ name: 'Без документов' }))
    const edit = (id: number, fields: object) => write('PATCH', `/${id}`, { version: 1, ...fields })
    expect(await edit(plain.json.id, { inn: '7707083893' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'legal_name', message: 'Укажите, чей это ИНН' }] },
    })
    const requisites = { legal_name: 'ООО «Склад»', inn: '7707083893', kpp: '773601001' }
    const legal = await write('POST', '', pointFields({ name: 'По документам', ...requisites }))
    expect(await edit(legal.json.id, { inn: '500100732259' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'kpp', message: 'У индивидуального предпринимателя нет КПП' }] },
    })
    expect(await edit(legal.json.id, { legal_name: null })).toMatchObject({ status: 400 })
    expect((await edit(legal.json.id, { inn: '500100732259', kpp: null })).status).toBe(200)
  })

  test('with bad coordinates, unknown fields or a duplicate code are refused', async () => {
    expect((await write('POST', '', pointFields({ coordinates: [55, 200] }))).status).toBe(400)
    for (const field of ['contractor_id', 'zone_id', 'archived_at'])
      expect((await write('POST', '', { ...pointFields(), [field]: 1 })).status).toBe(400)
    expect(await write('POST', '', pointFields({ code: 'т-01' }))).toMatchObject({
      status: 409,
      json: { code: 'consignee.code_taken', errors: [{ path: 'code' }] },
    })
  })

  test('of another company are not found', async () => {
    const { id } = await buildConsignee(test_.database.db, foreign.id)
    expect((await write('PATCH', `/${id}`, { version: 1, name: 'Моя' })).status).toBe(404)
    expect((await write('DELETE', `/${id}?version=1`)).status).toBe(404)
    expect((await write('POST', `/${id}/restore`, { version: 1 })).status).toBe(404)
  })

  test('are read-only for an employee limited to some of them', async () => {
    expect((await list('', limited)).map((one) => one.name)).toEqual(['Его точка'])
    const [own] = await list('', limited)
    for (const reply of [
      await write('POST', '', pointFields(), limited),
      await write('PATCH', `/${own?.id}`, { version: 1, name: 'Иначе' }, limited),
      await write('DELETE', `/${own?.id}?version=1`, undefined, limited),
    ])
      expect(reply).toMatchObject({ status: 403, json: { code: 'consignee.limited' } })
  })

  test('are deleted when never ordered for, otherwise archived and restorable', async () => {
    const { id: unused } = await buildConsignee(test_.database.db, company.id, { name: 'Лишняя' })
    expect((await write('DELETE', `/${unused}?version=1`)).json).toEqual({ archived: false, version: 2 })
    expect(await find(unused, '?archived=true')).toBeUndefined()

    const { id: used } = await buildConsignee(test_.database.db, company.id, { name: 'Нужная' })
    const line = { offer_id: offer.id, qty: 1, consignee_id: used }
    await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers: admin, payload: line })
    const preview = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers: admin })
    const headers = { ...admin, 'idempotency-key': crypto.randomUUID() }
    const { lines } = preview.json
    expect((await send(test_, { method: 'POST', url: '/api/v1/orders', headers, payload: { lines } })).status).toBe(201)
    await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers: admin, payload: line })
    expect((await write('PATCH', `/${used}`, { version: 1, contact: 'Кто-то' })).status).toBe(200)
    const stale = { status: 409, json: { code: 'stale' } }
    expect(await write('DELETE', `/${used}?version=1`), 'changed since it was looked at').toMatchObject(stale)
    expect((await write('DELETE', `/${used}`)).status).toBe(400)
    expect((await write('DELETE', `/${used}?version=2`)).json).toEqual({ archived: true, version: 3 })
    expect(await find(used, '?archived=true')).toMatchObject({ is_archived: true, is_default: false })
    const options = await send(test_, { url: '/api/v1/consignees/options', headers: admin })
    expect(options.text).not.toContain('Нужная')
    const late = await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers: admin, payload: line })
    expect(late.status, 'nothing more is ordered for it').toBe(404)
    expect(await write('POST', `/${used}/restore`, { version: 2 })).toMatchObject(stale)
    expect((await write('POST', `/${used}/restore`, { version: 3 })).status).toBe(200)
    expect(await find(used)).toMatchObject({ is_archived: false })
  })

  test('deleted by mistake come back within seconds to the person who deleted them', async () => {
    const { id } = (await write('POST', '', pointFields({ name: 'Нечаянно', is_default: true }))).json
    expect((await write('DELETE', `/${id}?version=1`)).status).toBe(200)
    const restore = (headers = admin, version = 2) => write('POST', `/${id}/restore`, { version }, headers)
    const colleague = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] }),
    )
    expect(await restore(colleague)).toMatchObject({ status: 403, json: { code: 'undo.not_yours' } })
    expect(await restore(admin, 1)).toMatchObject({ status: 409, json: { code: 'stale' } })
    const { db } = test_.database
    const ago = (seconds: number) =>
      db
        .updateTable('consignees')
        .set({ deleted_at: new Date(test_.clock.now().getTime() - seconds * 1000) })
        .where('id', '=', id)
        .execute()
    await ago(16)
    expect(await restore()).toMatchObject({ status: 409, json: { code: 'undo.expired' } })
    await ago(14)
    expect((await restore()).status).toBe(200)
    expect(await find(id)).toMatchObject({ is_archived: false, is_default: true })
  })

  test('are found by a part of the name or address and by code', async () => {
    expect((await list(`?q=${encodeURIComponent('ленин')}`)).map((one) => one.name)).toEqual(['Сервис на Ленина'])
    expect((await list(`?q=${encodeURIComponent('Т-01')}`)).map((one) => one.name)).toEqual(['Сервис на Ленина'])
    expect(await list('?q=%25')).toEqual([])
  })

  test('made default at the same time leave one default', async () => {
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        [1, 2, 3].map((at) => write('POST', '', pointFields({ name: `Сразу ${round}-${at}`, is_default: true }))),
      )
    expect((await list()).filter((one) => one.is_default)).toHaveLength(1)
  })

  test('are assigned to a delivery zone by staff only', async () => {
    const runs = [{ name: 'Рейс 10:00', weekdays: [5, 1], leaves_at: '10:00', order_before: '09:00' }]
    const zone = await send<{ id: number }>(test_, {
      method: 'POST',
      url: '/api/v1/delivery/zones',
      headers: staff,
      payload: { name: 'Север', note: 'служебное', runs, charge_kop: 0, free_from_kop: null, minimum_kop: 0 },
    })
    const [point] = await list()
    const set = (zone_id: number | null, headers: object) =>
      write('PATCH', `/${point?.id}/zone`, { version: point?.version, zone_id }, headers)
    expect((await set(zone.json.id, admin)).status).toBe(403)
    expect((await set(999_999, staff)).json.errors).toMatchObject([{ path: 'zone_id' }])
    expect((await set(zone.json.id, staff)).status).toBe(200)
    expect((await set(null, staff)).json.code).toBe('stale')
    expect((await find(point?.id ?? 0))?.zone).toEqual({ id: zone.json.id, name: 'Север', runs })
    const seen = await send<{ results: Item[] }>(test_, {
      url: `/api/v1/contractors/${company.id}/consignees`,
      headers: staff,
    })
    expect(seen.json.results.length).toBeGreaterThan(1)
  })
})

describe('supplier delivery run', () => {
  const cutoffOf = async (id: number) => {
    const url = `/api/v1/search/cutoff?consignee_id=${id}`
    return (await send<{ cutoff: { of: string } | null }>(test_, { url, headers: admin })).json.cutoff?.of
  }

  test('serves a consignee of the zone, but not one served by a carrier', async () => {
    // Only goods in stock can leave with today's run.
    await test_.database.db.updateTable('warehouses').set({ term_days: 0 }).execute()
    const weekdays = [1, 2, 3, 4, 5, 6, 7]
    const soon = moscowTime(new Date(test_.clock.now().getTime() + 60_000))
    const runs = [{ name: 'Рейс ближайший', weekdays, leaves_at: soon, order_before: soon }]
    const zone = await send<{ id: number }>(test_, {
      method: 'POST',
      url: '/api/v1/delivery/zones',
      headers: staff,
      payload: { name: 'Везде', note: '', runs, charge_kop: 0, free_from_kop: null, minimum_kop: 0 },
    })
    const [ours, carried] = await Promise.all(
      ['', 'Деловые Линии'].map(async (carrier) => {
        const { id } = (await write('POST', '', pointFields({ name: `Точка ${carrier}`, carrier }))).json
        await write('PATCH', `/${id}/zone`, { version: 1, zone_id: zone.json.id }, staff)
        return id
      }),
    )
    expect(await cutoffOf(ours ?? 0)).toBe('рейса ближайший')
    expect(await cutoffOf(carried ?? 0)).toMatch(/^склада /)
  })
})

describe('consignee file', () => {
  const upload = (bytes: Buffer | string) =>
    send<{ results: ListedConsignee[]; detail: string }>(test_, {
      method: 'POST',
      url: '/api/v1/consignees/read-list',
      headers: { ...admin, 'content-type': 'application/octet-stream' },
      payload: bytes,
    })

  test('is checked row by row with reasons and creates nothing', async () => {
    const before = await list('?page_size=150')
    const csv = [
      'Список точек;;;;',
      'Код;Название точки;Адрес;Телефон;Часы приёмки;ИНН грузополучателя',
      'А-1;Цех;г. Самара, ул. Мира, 1;8 846 000 00 07;пн–пт 9:00-18:00, сб 10.00–14.00;',
      'А-2;;г. Самара;;;',
      'А-3;Без часов;г. Самара;;когда открыто;',
      'а-1;Двойник;г. Самара;;;',
      'А-5;Чей ИНН;г. Самара;;;7707083893',
    ].join('\n')
    const { json, status } = await upload(csv)
    expect(status).toBe(200)
    expect(json.results.map(({ row, error }) => [row, error])).toEqual([
      [3, null],
      [4, 'Название точки: Заполните поле'],
      [5, 'Часы приёмки: напишите в виде «пн–пт 09:00–18:00»'],
      [6, 'Тот же код, что в строке 3'],
      [7, 'Грузополучатель по документам: Укажите, чей это ИНН'],
    ])
    expect(json.results[0]?.fields).toMatchObject({ code: 'А-1', phone: '+78460000007', is_default: false })
    expect(json.results[0]?.fields?.hours).toHaveLength(6)
    expect(await list('?page_size=150')).toHaveLength(before.length)
  })

  test.each([
    ['', 'В файле'],
    ['Имя;Почта\nА;Б', 'В файле не найдены столбцы «Название точки» и «Адрес»'],
    ['Название точки;Адрес\n', 'В файле нет строк с адресами'],
  ])('is refused with a reason: %j', async (text, reason) => {
    const { json, status } = await upload(text)
    expect(status).toBe(422)
    expect(json.detail).toContain(reason === 'В файле' ? '' : reason)
  })

  const exported = async (query = '') => {
    const file = await test_.app.inject({ url: `/api/v1/consignees.xlsx${query}`, headers: admin })
    expect(file.statusCode).toBe(200)
    return file.rawPayload
  }
  const FATES = ['новая', 'без изменений', 'меняется', 'ошибка'] as const
  const fateOf = ({ error, known }: ListedConsignee) => {
    if (error !== null) return FATES[3]
    if (!known) return FATES[0]
    return known.changes.length === 0 ? FATES[1] : FATES[2]
  }
  /** Formats the changed cells as CSV for the parser. */
  const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(';')).join('\n')

  test('from an export is recognized as unchanged, and a later edit shows as a change', async () => {
    const odd = { people: [{ full_name: 'Иванов, нач. склада', phone: '', document: 'паспорт; копия' }] }
    for (let twin = 0; twin < 2; twin += 1)
      expect((await write('POST', '', pointFields({ name: 'Близнец', ...odd }))).status).toBe(201)
    const file = await exported()
    const { json } = await upload(file)
    const points = await list('?page_size=150')
    expect(json.results.map(fateOf)).toEqual(points.map(() => FATES[1]))
    expect(json.results.map(({ known }) => known?.id).toSorted()).toEqual(points.map(({ id }) => id).toSorted())

    const [one = expect.fail('no points')] = points
    await write('PATCH', `/${one.id}`, { version: one.version, contact: 'Другой человек' })
    const later = (await upload(file)).json.results.filter((row) => fateOf(row) !== FATES[1])
    const changes = [{ field: 'Контактное лицо', before: 'Другой человек', after: one.contact || null }]
    expect(later.map(({ known }) => known)).toEqual([{ id: one.id, version: one.version + 1, changes }])
  })

  test('has its columns recognized by whole words', async () => {
    const { json } = await upload(
      csvOf([
        ['Название точки', 'Грузополучатель', 'Отметка', 'Адрес', 'Телефон', 'ТК', 'По умолчанию'],
        ['Столбцы', 'ООО «Склад»', 'важная', 'Самара, ул. Мира, 7', '8 846 000 00 08', 'Деловые Линии', 'да'],
      ]),
    )
    expect(json.results).toMatchObject([
      {
        error: null,
        fields: { legal_name: 'ООО «Склад»', phone: '+78460000008', carrier: 'Деловые Линии', is_default: true },
      },
    ])
  })

  test('shows changes to a known consignee, and saving sends exactly those', async () => {
    const point = await list().then((all) => all.find((one) => one.code === 'Т-01'))
    const { json } = await upload(
      csvOf([
        ['Код точки', 'Название точки', 'Адрес', 'Телефон', 'Контактное лицо'],
        ['т-01', FULL.name, FULL.address, '8 846 000 10 00', 'Кладовщик'],
        ['', 'Близнец', 'Самара, ул. Иная, 5', '', ''],
      ]),
    )
    expect(json.results.map(fateOf)).toEqual([FATES[2], FATES[0]])
    const [{ known, fields } = expect.fail('no rows')] = json.results
    expect(known).toEqual({
      id: point?.id,
      version: point?.version,
      changes: [
        { field: 'Код точки', before: 'Т-01', after: 'т-01' },
        { field: 'Контактное лицо', before: 'Охрана', after: 'Кладовщик' },
      ],
    })
    const sent = await write('PATCH', `/${known?.id}`, { version: known?.version, ...fields })
    expect(sent.status).toBe(200)
    const { version, zone, ...after } = (await find(known?.id ?? 0)) ?? expect.fail('no point')
    const { version: _, zone: __, ...before } = point ?? expect.fail('no point')
    expect({ version, ...after }).toEqual({ version: sent.json.version, ...before, code: 'т-01', contact: 'Кладовщик' })
    expect(zone).toEqual(point?.zone)
  })

  test('matches a consignee without a code by name and address, one row each', async () => {
    const head = ['Код точки', 'Название точки', 'Адрес', 'Контактное лицо']
    const address = pointFields().address
    const { json } = await upload(
      csvOf([head, ['', 'близнец', address, 'Первый'], ['БЛ-2', 'Близнец', address, ''], ['', 'Близнец', address, '']]),
    )
    expect(json.results.map(fateOf)).toEqual([FATES[2], FATES[0], FATES[1]])
  })

  test('does not recreate an archived consignee', async () => {
    const { db } = test_.database
    const { id } = await buildConsignee(db, company.id, { name: 'Давняя' })
    await db.updateTable('consignees').set({ archived_at: test_.clock.now() }).where('id', '=', id).execute()
    const { json } = await upload(await exported('?archived=true'))
    expect(json.results.filter(({ name }) => name === 'Давняя').map(({ error }) => error)).toEqual([
      'Точка в архиве: верните её из архива',
    ])
    expect(json.results.map(fateOf)).not.toContain(FATES[0])
  })

  test('does not match consignees of another company', async () => {
    await buildConsignee(test_.database.db, foreign.id, { name: 'Чужая точка' })
    const { json } = await upload(
      csvOf([
        ['Название точки', 'Адрес'],
        ['Чужая точка', 'г. Москва, ул. Любая, д. 3'],
      ]),
    )
    expect(json.results.map(fateOf)).toEqual([FATES[0]])
  })

  test('keeps a name that looks like a formula as text', async () => {
    await write('POST', '', pointFields({ name: '=cmd|x!A0' }))
    const file = await test_.app.inject({ url: '/api/v1/consignees.xlsx', headers: admin })
    const { json } = await upload(file.rawPayload)
    expect(json.results.find((one) => one.name === '=cmd|x!A0')).toMatchObject({ known: { changes: [] } })
    expect(file.rawPayload.includes('<f>')).toBe(false)
  })

  test.each([
    ['пн–ср 9:00-18:00', 3],
    ['пн, вт', null],
    ['', 0],
    ['пт: с 09:00 до 13:00', 1],
    ['ежедневно', null],
  ])('has opening hours %j parsed or rejected', (text, days) => expect(readHours(text)?.length ?? null).toBe(days))
})

async function buildCompanies() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const contract = { prepayment_percent: 100 }
  company = await buildContractor(db, { sellerIds: [seller.id], contract })
  foreign = await buildContractor(db, { sellerIds: [seller.id] })
  const warehouse = await buildWarehouse(db, seller.id)
  offer = await buildOffer(db, (await buildProduct(db)).id, warehouse.id)
  admin = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] }))
  const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [company.id] })
  const own = await buildConsignee(db, company.id, { name: 'Его точка' })
  await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', employee.id).execute()
  await db
    .insertInto('user_consignees')
    .values({ user_id: employee.id, contractor_id: company.id, consignee_id: own.id })
    .execute()
  limited = await loginAs(test_, employee)
  staff = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
}

const FULL = pointFields({
  name: 'Сервис на Ленина',
  code: 'Т-01',
  legal_name: 'ООО «Склад»',
  inn: '7707083893',
  kpp: '773601001',
  coordinates: [50.0865, 53.1906],
  contact: 'Приёмка',
  phone: '8 (846) 000-10-00',
  hours: [{ weekday: 1, from: '09:00', to: '18:00' }],
  carrier: 'Деловые Линии',
  carrier_payer: 'recipient',
  carrier_terminal: 'Самара, ул. Заводская, 1',
  people: [{ full_name: 'Иванов Иван', phone: '89991234567', document: 'Доверенность № 12' }],
  document_email: 'DOCS@client.test',
  is_default: true,
})

type Item = ReturnType<typeof pointFields> & { id: number; version: number; zone: object | null; is_archived: boolean }

const list = async (query = '', headers: object = admin) =>
  (await send<{ results: Item[] }>(test_, { url: `/api/v1/consignees${query}`, headers: { ...headers } })).json.results

const find = async (id: number, query = '') => (await list(query)).find((one) => one.id === id)

const write = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers: object = admin) =>
  send<{ id: number; version: number; code: string; archived: boolean; errors: { path: string; message: string }[] }>(
    test_,
    {
      method,
      url: `/api/v1/consignees${path}`,
      headers: { ...headers },
      ...(payload && { payload }),
    },
  )
