import { beforeEach, expect, test } from 'vitest'
import {
  ARMTEK_CUSTOMER,
  ARMTEK_LOGIN,
  ARMTEK_PASSWORD,
  speakArmtek,
  type ArmtekPosition,
} from '../../../../simulator/armtek.ts'
import { useTestApp } from '../../../../testing/test-app.ts'
import { useApiSupplier } from '../api-supplier.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const positions: ArmtekPosition[] = []
const fields = {
  adapter: 'armtek' as const,
  login: ARMTEK_LOGIN,
  secret: ARMTEK_PASSWORD,
  settings: { armtek: { vkorg: '4000', kunnr_rg: ARMTEK_CUSTOMER, kunnr_za: '' } },
}
const api = useApiSupplier(test_, ['OC 90', 'OC 91'], { fields, fakeAdapter: speakArmtek(positions) })
const { at, call, control, details, later, listed, ordered, parts, poll, sendNow } = api
beforeEach(() => {
  positions.length = 0
})

test('an order of Armtek whose answer was lost is found and not sent again', async () => {
  const ids = await ordered(2)
  await control('drops=1')
  await sendNow()
  expect(await listed()).toMatchObject([{ state: 'unknown' }])
  await later(16)
  await sendNow()
  const { number, state, lines } = await details()
  expect(state).toBe('sent')
  expect(positions.map(({ NOTE }) => NOTE)).toEqual(lines.map(({ id }) => `L${id} ${number}`))
  expect(lines.map((line) => line.supplier_number)).toEqual(positions.map(({ ORDER }) => ORDER))
  expect(await parts(ids)).toEqual(['ordered_supplier', 'ordered_supplier'])
})

test('a line that Armtek refuses or delivers in part changes for the client', async () => {
  const ids = await ordered(2, 2)
  await sendNow()
  const [refused, delivered] = positions
  Object.assign(refused ?? {}, { REJECTED: '2', PROCESSING: '0' })
  Object.assign(delivered ?? {}, { REJECTED: '1', PROCESSING: '0', DELIVERED: '1' })
  await later(61)
  await poll()
  const { json } = await call<{ results: { code: string }[] }>('GET', `online-suppliers/${at.supplier.id}/statuses`)
  expect(json.results.map(({ code }) => code).toSorted()).toEqual(['delivered', 'rejected'])
  await call('POST', `online-suppliers/${at.supplier.id}/statuses`, { code: 'rejected', state: 'refused_supplier' })
  await later(200)
  await poll()
  expect((await details()).lines).toMatchObject([
    { confirmed_qty: 0, status: { name: 'Отклонено' } },
    { confirmed_qty: 1, status: { name: 'Отгружено' } },
  ])
  expect(await parts(ids)).toEqual(expect.arrayContaining(['refused_supplier']))
})
