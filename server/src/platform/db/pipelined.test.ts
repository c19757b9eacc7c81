import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { openDatabase, pipelined } from './index.ts'

const app = useTestApp()

test('pipelined statements run in the order they were issued, built or raw', async () => {
  const database = openDatabase({ url: app.databaseUrl, pool: 1, prepare: true })
  try {
    const seen = await database
      .forTenant('any')
      .transaction()
      .execute(async (tx) => {
        await sql`create temporary table steps (step integer) on commit drop`.execute(tx)
        return pipelined(tx, async (db) => {
          const count = () => sql<{ steps: number }>`select count(*) as steps from pg_temp.steps`.execute(db)
          const built = () => db.selectNoFrom(sql<number>`(select count(*) from pg_temp.steps)`.as('steps')).execute()
          const step = () => sql`insert into pg_temp.steps values (1)`.execute(db)
          const [before, , first, , second] = await Promise.all([built(), step(), count(), step(), built()])
          return [before[0]?.steps, first.rows[0]?.steps, second[0]?.steps]
        })
      })
    expect(seen).toEqual([0, 1, 2])
  } finally {
    await database.close()
  }
})

test('first failure of a pipeline is thrown, and the transaction is rolled back', async () => {
  const database = openDatabase({ url: app.databaseUrl, pool: 1, prepare: true })
  try {
    const owned = database.forTenant('any')
    const failed = owned
      .transaction()
      .execute((tx) =>
        pipelined(tx, (db) =>
          Promise.all([
            sql`select set_config('artikul.owner', '7', true)`.execute(db),
            sql`select 1 / 0`.execute(db),
            sql`select 1`.execute(db),
          ]),
        ),
      )
    await expect(failed).rejects.toThrow('division by zero')
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(owned)
    expect(rows).toEqual([{ one: 1 }])
  } finally {
    await database.close()
  }
})
