import { API } from '@artikul/contract/api'
import type { Role } from '@artikul/contract/core/roles'
import { can, ROLES } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import { beforeAll, expect, test } from 'vitest'
import { addressOf } from '../testing/address.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
const sessions = new Map<Role, { authorization: string }>()
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  sessions.set('CONTRACTOR_ADMIN', await loginAs(test_, parties.admin))
  sessions.set('CONTRACTOR_USER', await loginAs(test_, parties.employee))
  sessions.set('ARTIKUL_ORDER_MANAGER', await loginAs(test_, parties.manager))
  sessions.set('ARTIKUL_WARRANTY_MANAGER', await loginAs(test_, parties.warranty))
})
const WRITING = Object.entries(API).flatMap(([group, routes]) =>
  Object.entries(routes)
    .filter(([, route]: [string, Route]) => route.body !== undefined)
    .map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)

test.each(WRITING)('guarantee 21: %s refuses fields that its form does not have', async (_, route) => {
  const reply = await send<{ errors?: { path: string; message: string }[] }>(test_, {
    method: route.method,
    url: addressOf(route),
    headers: {
      ...sessions.get(allowedRole(route)),
      ...(route.idempotent && { 'idempotency-key': crypto.randomUUID() }),
    },
    payload: FOREIGN,
  })
  expect(reply.status).toBe(400)
  const refused = (reply.json.errors ?? [])
    .filter((error) => error.message === 'Неизвестное поле')
    .map((error) => error.path)
  for (const name of ['is_staff', 'discount', 'created_by', 'actor_id', 'password_hash'])
    expect(refused).toContain(name)
})

test('guarantee 21: routes with a body are found in the contract', () => {
  reportFigure(21, `${WRITING.length} маршрутов с телом отвергают чужие поля`)
  expect(WRITING.length).toBeGreaterThan(20)
})

const FOREIGN = {
  role: 'ARTIKUL_ORDER_MANAGER',
  is_staff: true,
  price: 1,
  price_kop: 1,
  discount: 99,
  created_by: 1,
  actor_id: 1,
  subject_id: 1,
  owner_id: 1,
  password_hash: 'x',
}

const allowedRole = ({ access }: Route) =>
  ROLES.find((role) => access === 'public' || access === 'signed-in' || can([role], access)) ?? 'CONTRACTOR_ADMIN'
