import type { Kysely } from 'kysely'
import { moscowDate, moscowMoment, type Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { selectKeepers, markStaleRoutes } from './supply-routes.queries.ts'

/** «Устаревшие прайсы»: notifies the people who maintain prices once a day about outdated lists. */
export async function notifyOfStalePrices(
  db: Kysely<DB>,
  { clock, mailer }: { clock: Clock; mailer: Mailer },
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const stale = await markStaleRoutes(tx, now, moscowDate(now))
    if (stale.length === 0) return
    const lines = stale.map(({ name, warehouse, imported_at, is_hidden }) => {
      const since = `прайс от ${moscowMoment(imported_at)}`
      return `${name} (${warehouse}): ${since}, ${is_hidden ? 'предложения скрыты' : 'цены помечены «уточняется»'}`
    })
    for (const to of await selectKeepers(tx))
      await mailer.queue(tx, {
        to,
        subject: `Устаревшие прайсы: ${stale.length}`,
        text: `Здравствуйте!

Прайс-листы старше обещанного:

${lines.join('\n')}

Поставщики и склады: ${mailer.linkTo('/settings?tab=sources')}`,
      })
  })
}
