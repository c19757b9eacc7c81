import { Writable } from 'node:stream'
import { API } from '@artikul/contract/api'
import type { Route } from '@artikul/contract/core/route'
import { beforeAll, expect, test } from 'vitest'
import { addressOf } from '../testing/address.ts'
import { Browser } from '../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

let logged = ''
const log = new Writable({
  write: (chunk: Buffer, _, done) => {
    logged += chunk.toString()
    done()
  },
})
const test_ = useTestApp({}, log)
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

test('guarantee 31: personal data appears neither in the server log nor in error replies', async () => {
  const admin = await loginAs(test_, parties.admin)
  const browser = new Browser(test_)
  await browser.signIn(parties.manager)
  const secrets = [...Object.values(CANARY), browser.access, browser.cookie, admin.authorization.slice(7)]

  // Sends every form with every marker as every role; most are refused, some are accepted.
  let requestCount = 0
  const answers: string[] = []
  for (const routes of Object.values(API)) {
    for (const route of Object.values<Route>(routes)) {
      // Never completes.
      if (route.stream === 'endless') continue
      for (const headers of [{}, admin, browser.headers]) {
        const query = new URLSearchParams({ q: CANARY.comment, username: CANARY.full_name, inn: CANARY.inn })
        const reply = await send(test_, {
          method: route.method,
          url: `${addressOf(route)}?${query}`,
          headers: { ...headers, 'idempotency-key': crypto.randomUUID(), 'user-agent': CANARY.browser },
          ...(route.body && { payload: { ...CANARY, old_password: CANARY.password, new_password: CANARY.password } }),
        })
        requestCount += 1
        if (reply.status >= 400) answers.push(reply.text)
      }
    }
  }
  const file = `ФИО;Почта\n${CANARY.full_name};${CANARY.file_text}\n${CANARY.file_name};${CANARY.email}`
  for (const payload of [Buffer.from(file), Buffer.from(CANARY.file_text)])
    await send(test_, {
      method: 'POST',
      url: '/api/v1/user/admin/user/read-list',
      headers: { ...admin, 'content-type': 'application/octet-stream' },
      payload,
    })
  await send(test_, {
    method: 'POST',
    url: '/api/v1/user/admin/user',
    headers: admin,
    payload: {
      full_name: CANARY.full_name,
      email: CANARY.email,
      phone: CANARY.phone,
      roles: ['CONTRACTOR_USER'],
      memberships: [],
    },
  })
  // Provokes an error of the database whose message contains the row.
  const { db } = test_.database
  await db
    .updateTable('users')
    .set({ login: CANARY.login, email: CANARY.email })
    .where('id', '=', parties.employee.id)
    .execute()
  await test_.database.sql`create function refuse_canary() returns trigger language plpgsql as $$
    begin raise exception 'row % is refused', new using errcode = '23514'; end $$`
  await test_.database
    .sql`create trigger refuse_canary before update on users for each row execute function refuse_canary()`
  const broken = await send(test_, {
    method: 'PATCH',
    url: '/api/v1/user',
    headers: admin,
    payload: { full_name: CANARY.full_name, phone: CANARY.phone },
  })
  expect(broken.status).toBe(500)
  answers.push(broken.text)

  const hits = secrets.filter((secret) => logged.includes(secret))
  const echoes = answers.filter((text) => secrets.some((secret) => text.includes(secret)))
  reportFigure(
    31,
    `${secrets.length} меток в ${requestCount} запросах: в журнале ${hits.length}, в отказах ${echoes.length}; строк журнала ${logged.split('\n').length - 1}`,
  )
  expect(logged).toContain('request failed')
  expect(hits).toEqual([])
  expect(echoes).toEqual([])
})

/** Personal values that only the addressee may read, each unique. */
const CANARY = {
  full_name: 'Канарейкин Кенар Клеткович',
  email: 'kanareyka-31@example.test',
  phone: '+79031310031',
  password: 'канареечный секрет 31',
  inn: '313131313131',
  client_ref: 'К031КК31',
  comment: 'жёлтая канарейка у проходной',
  login: 'kanareyka-login-31',
  client_number: 'ЗК-КАНАРЕЙКА-31',
  token: 'kanareyka-token-31-abcdefghijklmnopqrstuvwx',
  code: '310313',
  confirmed_by: 'Скворцов Скворец Скворцович',
  consignee: 'Точка у канареечной клетки',
  address: 'г. Канареевка, ул. Птичья, д. 31',
  contact: 'Щегол Щеглов',
  contact_phone: '+79310310310',
  sole_trader: 'ИП Канарейкин К. К.',
  passport: '3131 313131',
  kpp: '313101313',
  ogrn: '313313313313313',
  account: '40702810313131313131',
  file_name: 'список канареек 31.xlsx',
  file_text: 'канарейка из файла',
  browser: 'KanareykaBrowser/31',
  card: '2200313131313131',
  driver: 'Воробьёв Воробей',
  plate: 'О313ОО163',
}
