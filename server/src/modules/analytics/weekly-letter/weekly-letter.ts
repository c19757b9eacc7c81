import { DEMAND_KINDS } from '@artikul/contract/analytics/sales'
import { keysOf } from '@artikul/contract/core/keys'
import type { Kysely } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { addDays } from '../../pricing/index.ts'
import { selectDemand } from '../demand/index.ts'
import { readFallingBuyers, readSales } from '../sales/index.ts'
import { readService } from '../service/index.ts'
import { weeklyLetter, type WeeklyFigures } from './letter-text.ts'
import { claimLetter, selectExecutives } from './weekly-letter.queries.ts'

const MONDAY = 1
const WISHES = 5

async function readFigures(db: Db, monday: string): Promise<WeeklyFigures> {
  const period = { from: addDays(monday, -7), to: addDays(monday, -1) }
  const [sales, service, falling, ...demand] = await Promise.all([
    readSales(db, { ...period, by: 'brand' }),
    readService(db, period),
    readFallingBuyers(db, monday),
    ...keysOf(DEMAND_KINDS).map(async (kind) => ({
      kind,
      rows: (await selectDemand(db, { ...period, kind }, WISHES)).map((row) => ({
        name: row.article === null ? row.typed : `${row.brand} ${row.article}`,
        count: row.wishes_count,
      })),
    })),
  ])
  return { ...period, sales, service, falling, demand }
}

/** Sends the figures of the past week once on Monday, when they are computed, to everybody with the right. */
export async function sendWeeklyLetter(db: Kysely<DB>, { clock, mailer }: { clock: Clock; mailer: Mailer }) {
  const monday = moscowDate(clock.now())
  if (new Date(monday).getUTCDay() !== MONDAY) return
  await db.transaction().execute(async (tx) => {
    if (!(await claimLetter(tx, monday))) return
    const letter = weeklyLetter(await readFigures(tx, monday), mailer.linkTo('/analytics'))
    for (const to of await selectExecutives(tx)) await mailer.queue(tx, { to, ...letter })
  })
}
