import { beforeAll, expect, test } from 'vitest'
import type { ListedUser } from '@artikul/contract/identity/accounts'
import writeXlsxFile from 'write-excel-file/node'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'

const test_ = useTestApp()
const { parties, admin, manager } = useParties(test_)
let inn: string
const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

beforeAll(async () => {
  const company = await test_.database.db
    .selectFrom('contractors')
    .select('inn')
    .where('id', '=', parties.company.id)
    .executeTakeFirstOrThrow()
  inn = company.inn
})

test('user import is open only to those who may create users', async () => {
  expect((await read('x', {})).status).toBe(401)
  for (const user of [parties.employee, parties.warranty])
    expect((await read('x', await loginAs(test_, user))).status).toBe(403)
})

test.each([
  ['nothing', Buffer.from(''), 422],
  ['a program', Buffer.from('\u007fELF\u0001\u0001'), 422],
  ['no columns of people', csv('Артикул;Цена', '1;2'), 422],
  ['a header alone', csv('ФИО;Почта'), 422],
  ['too many people', csv('ФИО;Почта', ...Array.from({ length: 600 }, (_, i) => `Имя;a${i}@b.ru`)), 422],
  ['three megabytes', Buffer.alloc(3 * 1024 * 1024, 'a'), 413],
])('user import of %s is rejected', async (_, payload, status) => {
  const reply = await read(payload)
  expect(reply.status).toBe(status)
  if (status === 422) expect(reply.json.detail).toMatch(/[а-я]/)
})

test('user import accepts only a file body', async () => {
  expect([400, 415]).toContain((await read('{}', admin, 'application/json')).status)
})

test('user import reads a workbook with a heading row and different column names', async () => {
  const file = await writeXlsxFile(
    [
      [{ value: 'Сотрудники сервиса' }],
      [{ value: 'Сотрудник' }, { value: 'Моб. телефон' }, { value: 'E-mail' }, { value: 'Права' }],
      [{ value: 'Иванов Пётр' }, { value: '8 (900) 111-22-33' }, { value: 'Petr@B.RU' }, { value: 'администратор' }],
      [{ value: 'Без почты' }, { value: '' }, { value: 'не почта' }, { value: '' }],
      [{ value: 'Двойник' }, { value: '' }, { value: 'petr@b.ru' }, { value: '' }],
    ],
    {},
  ).toBuffer()
  const { json } = await read(file)
  expect(json.results).toEqual([
    {
      row: 3,
      full_name: 'Иванов Пётр',
      email: 'petr@b.ru',
      phone: '+79001112233',
      role: 'CONTRACTOR_ADMIN',
      contractor: expect.objectContaining({ id: parties.company.id }) as object,
      error: null,
    },
    expect.objectContaining({ row: 4, error: 'Почта: Проверьте адрес электронной почты' }),
    expect.objectContaining({ row: 5, error: 'Та же почта, что в строке 3' }),
  ])
})

test('user import finds companies by INN, for an admin only own ones', async () => {
  const { db } = test_.database
  const { buildContractor } = await import('../../companies/contractors/contractors.factory.ts')
  const foreign = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const other = await db.selectFrom('contractors').select('inn').where('id', '=', foreign.id).executeTakeFirstOrThrow()
  const list = csv('ФИО,Почта,ИНН', `А Б,a@b.ru,${inn}`, `В Г,v@g.ru,${other.inn}`, 'Д Е,d@e.ru,')
  const asAdmin = (await read(list)).json.results
  expect(asAdmin.map((person) => person.contractor?.id ?? person.error)).toEqual([
    parties.company.id,
    'Компания: Компания с таким ИНН не найдена',
    parties.company.id,
  ])
  const asManager = (await read(list, manager)).json.results
  expect(asManager.map((person) => person.contractor?.id ?? person.error)).toEqual([
    parties.company.id,
    foreign.id,
    'Компания: Укажите ИНН компании',
  ])
})

const read = (payload: Buffer | string, headers: object = admin, type = 'application/octet-stream') =>
  send<{ results: ListedUser[]; detail: string }>(test_, {
    method: 'POST',
    url: '/api/v1/user/admin/user/read-list',
    headers: { ...headers, 'content-type': type },
    payload,
  })
