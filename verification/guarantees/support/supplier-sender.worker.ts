import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { pino } from 'pino'
import { createBrands } from '../../../server/src/modules/catalog/products/index.ts'
import { createOnlineSuppliers } from '../../../server/src/modules/suppliers/online-suppliers/index.ts'
import { sendDue } from '../../../server/src/modules/purchasing/purchase-orders/sending/send.ts'
import { openDatabase } from '../../../server/src/platform/db/index.ts'

/** Sender of supplier orders as a process that can be killed; its clock starts at the given moment. */
const [url = '', secret = '', moment = '', leaseMs = ''] = process.argv.slice(2)
const database = openDatabase({ url, pool: 4, prepare: true, role: 'artikul_app' })
const clock = { now: () => new Date(Number(moment) + Date.now()) }
const log = pino({ level: 'silent' })
const { ordering } = createOnlineSuppliers(fastify(), database, {
  config: { PRIVATE_URLS: 'on', AUTH_SECRET_PREVIOUS: undefined },
  clock,
  log,
  secret,
  readBrands: createBrands(database.sharedDb, 60_000),
  ttlMs: 1000,
})
process.send?.('ready')
const deps = { db: database.forTenant('any'), clock, log, ordering, leaseMs: Number(leaseMs) }
const going = new AbortController().signal
for (;;) {
  await sendDue(deps, going)
  await delay(20)
}
