import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pass, useLink } from '../../testing/link.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { openDatabase } from './index.ts'

const app = useTestApp()
const openLink = useLink()

/** The last words of a pooler whose database is away. */
function refusal(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test.each(['reset', 'end'] as const)(
  'database pool recovers from a lost connection with queries waiting: %s',
  { timeout: 20_000 },
  async (fails) => {
    const clients: Socket[] = []
    const url = await openLink(app.databaseUrl, (client, database) => {
      clients.push(client)
      pass(client, database)
    })
    const { db, close } = openDatabase({ url, pool: 1, prepare: false })
    await sql`select 1`.execute(db)
    const [held] = clients
    if (!held) throw new Error('nobody has come')
    held.unpipe()
    held.once('data', () => void refuse(held, fails)).resume()
    const told = await Promise.allSettled([sql`select 2`.execute(db), sql`select 3`.execute(db)])
    expect(told[0].status).toBe('rejected')
    const { rows } = await sql`select 4 as answer, ${[5]}::integer[] as list`.execute(db)
    expect(rows).toEqual([{ answer: 4, list: [5] }])
    expect(clients.length).toBeGreaterThan(1)
    await close()
  },
)

/** As a pooler does whose database is away: it refuses what it is asked, and is gone. */
async function refuse(client: Socket, fails: 'reset' | 'end') {
  client.resume()
  client.write(refusal('server login has been failing'))
  // Whoever is reset loses what he has not read yet.
  await delay(50)
  if (fails === 'reset') client.resetAndDestroy()
  else client.end()
}
