import { consigneeRoutes as routes } from '@artikul/contract/companies/consignees'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  changeConsignee,
  createConsignee,
  removeConsignee,
  requireUnlimited,
  restoreConsignee,
  setZone,
  type Editor,
} from './change-consignees.ts'
import { selectConsignees } from './consignees.queries.ts'
import { listConsignees, readConsigneesForExport } from './read-consignees.ts'
import { companyScopeOf } from '../../../platform/access/index.ts'
import { renderPointsXlsx } from './points-file.ts'
import { readPointsList } from './points-list.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const editorOf = ({ actor, author }: { actor: Actor; author: Author }): Editor => ({
  member: companyScopeOf(actor),
  author,
})

export function consigneesModule(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  serve(app, database, routes.list, ({ actor, db, query }) => listConsignees(db, companyScopeOf(actor), query))
  serve(app, database, routes.options, async ({ actor, db }) => ({
    results: await selectConsignees(db, companyScopeOf(actor)),
  }))
  serve(app, database, routes.create, async (call) => ({
    id: await createConsignee(call.db, editorOf(call), call.body),
  }))
  serve(app, database, routes.update, (call) => changeConsignee(call.db, editorOf(call), call.params.id, call.body))
  serve(app, database, routes.remove, (call) =>
    removeConsignee(call.db, editorOf(call), { ...call.params, ...call.query }, deps),
  )
  serve(app, database, routes.restore, async (call) => {
    await restoreConsignee(call.db, editorOf(call), { ...call.params, ...call.body }, deps)
    return {}
  })
  serve(app, database, routes.setZone, ({ author, db, params, body }) => setZone(db, author, params.id, body))
  serve(app, database, routes.readList, async (call) => {
    const editor = editorOf(call)
    requireUnlimited(editor)
    return { results: await readPointsList(call.db, editor.member.contractorId, call.body.path) }
  })
  serve(app, database, routes.export, async ({ actor, author, db, query }) => {
    const { points, total } = await readConsigneesForExport(db, companyScopeOf(actor), query)
    await recordEvent(db, author, { event: 'consignees.exported', object: `Строк: ${points.length}` })
    return { bytes: await renderPointsXlsx(points, total), type: XLSX, name: 'Грузополучатели.xlsx' }
  })
}
