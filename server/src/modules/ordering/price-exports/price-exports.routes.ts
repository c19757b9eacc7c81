import { companyScopeOf, seesPrices, type CompanyScope } from '../../../platform/access/index.ts'
import { priceExportRoutes as routes } from '@artikul/contract/ordering/price-exports'
import type { FastifyInstance } from 'fastify'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Actor, type Author } from '../../../platform/http/index.ts'
import { createTickets } from './export-links.ts'
import { orderFile, type PriceExportCaller } from './order-export.ts'
import { selectReadyFile } from './price-exports.queries.ts'
import { findBrands, listFiles, requireReady } from './read-exports.ts'
import { selectExportGroups } from './price-rows.queries.ts'
import { createStore } from './export-storage.ts'
import { changeSchedule, readSchedule } from './export-schedules.ts'

const TYPES: Record<string, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** @throws AppError `section.hidden` for a user without access to prices */
function readerOfPrices(actor: Actor): CompanyScope {
  const member = companyScopeOf(actor)
  if (!seesPrices(member)) throw new AppError('section.hidden')
  return member
}

const callerOf = ({ actor, author }: { actor: Actor; author: Author }): PriceExportCaller => ({
  member: readerOfPrices(actor),
  author,
})

interface Deps {
  clock: Clock
  config: Pick<Config, 'dataDir'>
  /** Secret that signs the links to files. */
  secret: string
}

export function priceExportsModule(app: FastifyInstance, database: Database, { config, secret, clock }: Deps) {
  const store = createStore(config.dataDir)
  const tickets = createTickets(secret, clock)
  serve(app, database, routes.list, async ({ actor, author, db }) => {
    const member = readerOfPrices(actor)
    const [results, schedule] = await Promise.all([
      listFiles(db, member),
      readSchedule(db, member.contractorId, author.subjectId),
    ])
    return { results, schedule }
  })
  serve(app, database, routes.order, (call) => orderFile(call.db, callerOf(call), call.body, { clock, store }))
  serve(app, database, routes.schedule, (call) => changeSchedule(call.db, callerOf(call), call.body, clock))
  serve(app, database, routes.brands, async ({ actor, db, query }) => {
    readerOfPrices(actor)
    return { results: await findBrands(db, query.q ?? '') }
  })
  serve(app, database, routes.groups, async ({ actor, db }) => {
    readerOfPrices(actor)
    return { results: await selectExportGroups(db) }
  })
  serve(app, database, routes.link, async ({ actor, db, params }) => {
    const member = readerOfPrices(actor)
    await requireReady(db, member, params.id)
    const ticket = tickets.issue({ contractorId: member.contractorId, id: params.id })
    return { path: routes.content.path.replace(':ticket', ticket) }
  })
  serve(app, database, routes.content, async ({ params }) => {
    const { contractorId, id } = tickets.read(params.ticket)
    const file = await selectReadyFile(database.forTenant(contractorId), contractorId, id)
    const handle = file?.storage ? await store.read({ storage: file.storage, format: file.format }) : null
    if (!file || !handle) throw new AppError('not_found', { detail: 'Файла больше нет, закажите новый' })
    return {
      bytes: handle.createReadStream(),
      size: file.bytes ?? 0,
      type: TYPES[file.format] ?? '',
      name: `Прайс ${moscowDate(file.finished_at ?? clock.now())}.${file.format}`,
    }
  })
}
