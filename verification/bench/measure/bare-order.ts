// Baseline of the order scenario: a bare Fastify that reserves stock and writes an order of five lines in one
// transaction.
import { openDatabase } from '@artikul/server/db'
import Fastify from 'fastify'

const { sql } = openDatabase({ url: process.env['DATABASE_URL'] ?? '', pool: 4, prepare: true })
await sql`create table if not exists bare_orders (id bigint generated always as identity primary key, body jsonb not null)`
await sql`create table if not exists bare_lines (id bigint generated always as identity primary key,
  order_id bigint not null references bare_orders, offer_id integer not null, qty numeric(12, 3) not null)`
const app = Fastify()
app.get('/ready', () => 'ok')
app.post('/orders', async (request, reply) => {
  const { offers } = request.body as { offers: number[] }
  const id = await sql.begin(async (tx) => {
    await tx`select id from offers where id = any(${offers}) order by id for update`
    await tx`update offers set reserved = reserved + 1 where id = any(${offers})`
    const [order] = await tx<{ id: number }[]>`insert into bare_orders (body) values ('{}') returning id`
    const orderId = order?.id ?? 0
    await tx`insert into bare_lines (order_id, offer_id, qty) select ${orderId}, unnest(${offers}::integer[]), 1`
    return orderId
  })
  return reply.code(201).send({ id })
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
