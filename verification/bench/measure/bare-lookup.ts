// Baseline of the search scenario: a bare Fastify and one row by its key.
import { openDatabase } from '@artikul/server/db'
import Fastify from 'fastify'

const { sql } = openDatabase({ url: process.env['DATABASE_URL'] ?? '', pool: 4, prepare: true })
const app = Fastify()
app.get('/lookup', async (request, reply) => {
  const { q } = request.query as { q: string }
  const rows = await sql<{ body: string }[]>`select body from bare_lookup where key = ${q}`
  return reply.type('application/json; charset=utf-8').send(rows[0]?.body ?? '{}')
})
app.get('/ready', () => 'ok')
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
