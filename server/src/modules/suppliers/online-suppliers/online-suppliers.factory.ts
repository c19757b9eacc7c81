import { once } from 'node:events'
import type { NewOnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import { buildGood, CHARACTER } from '../../../simulator/goods.factory.ts'
import { indexed, type Character, type Good } from '../../../simulator/goods.ts'
import {
  SIMULATOR_LOGIN,
  SIMULATOR_PASSWORD,
  startSimulator,
  type SimulatorOptions,
} from '../../../simulator/simulator.ts'
import { send, type TestApp } from '../../../testing/test-app.ts'

let count = 0

/** Fields with which a manager adds a supplier. */
export function onlineSupplier(sellerId: number, fields: Partial<NewOnlineSupplier> = {}): NewOnlineSupplier {
  count += 1
  return {
    name: `Онлайн-поставщик ${count}`,
    seller_id: sellerId,
    adapter: 'abcp',
    url: 'https://abcp.example.ru',
    login: 'portal',
    settings: {},
    secret: 'секрет поставщика',
    is_on: true,
    priority: 10,
    budget_ms: 3000,
    per_second: 50,
    per_day: null,
    hours: null,
    brand_rule: 'except',
    brand_ids: [],
    takes_new_warehouses: true,
    sending: 'by_hand',
    min_order_kop: 0,
    tolerance_hundredths: 0,
    ...fields,
  }
}

export interface SupplierOptions {
  character?: Partial<Character>
  fields?: Partial<NewOnlineSupplier>
  /** Protocol; ABCP by default. */
  fakeAdapter?: SimulatorOptions['fakeAdapter']
}

/** Creates a running supplier with these goods, added by the manager. */
export async function openSupplier(
  app: TestApp,
  { manager, sellerId }: { manager: { authorization: string }; sellerId: number },
  goods: Partial<Good>[],
  { character, fields, fakeAdapter }: SupplierOptions = {},
) {
  const shown = indexed(goods.map(buildGood))
  const { server, origin, orders } = await startSimulator(shown, { ...CHARACTER, ...character }, { fakeAdapter })
  const access = { url: origin, login: SIMULATOR_LOGIN, secret: SIMULATOR_PASSWORD }
  const { json } = await send<{ id: number }>(app, {
    method: 'POST',
    url: '/api/v1/online-suppliers',
    headers: manager,
    payload: onlineSupplier(sellerId, { ...access, ...fields }),
  })
  return {
    id: json.id,
    origin,
    orders,
    /** Resolves at the next query to the supplier. */
    isAsked: () => once(server, 'request'),
    close: () => server.close(() => undefined).closeAllConnections(),
  }
}
