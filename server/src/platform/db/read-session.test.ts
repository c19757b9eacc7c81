import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { inTrace } from '../telemetry/trace.ts'
import { isRead } from './read-session.ts'

const app = useTestApp()

const inRequest = <T>(work: () => Promise<T>) => inTrace({ id: crypto.randomUUID(), isRequest: true }, work)

/** Reads the start of the transaction with its owner. */
async function look() {
  const { rows } = await sql<{ began: string; owner: string }>`
    select now()::text as began, current_setting('artikul.owner', true) as owner`.execute(app.appDatabase.forTenant(7))
  return rows[0]
}

test('reads of a client request share a transaction until the request waits for something else', async () => {
  const [first, second, third, later] = await inRequest(async () => {
    const together = await Promise.all([look(), look()])
    const next = await look()
    await setImmediate()
    await setImmediate()
    return [...together, next, await look()]
  })
  expect(first?.owner).toBe('7')
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(later?.owner).toBe('7')
  expect(later?.began).not.toBe(first?.began)
})

test('reads of different requests and reads outside of requests have transactions of their own', async () => {
  const looks = [await inRequest(look), await inRequest(look), await look(), await look()]
  expect(new Set(looks.map((one) => one?.began)).size).toBe(4)
})

test('failure of one read does not fail the others of the request', async () => {
  const db = app.appDatabase.forTenant(7)
  const [failed, ...others] = await inRequest(() =>
    Promise.allSettled([sql`select 1 / ${0}::integer`.execute(db), look(), look()]),
  )
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  await expect.poll(() => app.appDatabase.pools.main.use.lent).toBe(0)
})

test.each([
  ['select id from carts', true],
  ['with known as (select 1) select * from known', true],
  ['select updated_at from orders', true],
  ['select id from carts for update', false],
  ['select id from carts for key share', false],
  ['with gone as (delete from carts returning id) select id from gone', false],
  ['insert into carts select 1', false],
])('statement «%s» is a read: %s', (text, expected) => {
  expect(isRead(text)).toBe(expected)
})
