import { companyScopeOf, accessScopeOf, seesSettlements } from '../../../platform/access/index.ts'
import { readFile } from 'node:fs/promises'
import { reconciliationRoutes as routes } from '@artikul/contract/billing/reconciliation'
import { STAFF_RIGHT_LABELS } from '@artikul/contract/core/roles'
import type { FastifyInstance } from 'fastify'
import { dayText } from '../../../platform/clock.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { renderDifferences } from './differences-xlsx.ts'
import {
  createReconciliation,
  reconcileAgain,
  removeReconciliation,
  type ReconciliationParty,
  type ReconciliationDeps,
} from './reconciliation.ts'
import {
  listReconciliations,
  readDifferences,
  readReconciliation,
  readDifferenceMessages,
} from './read-reconciliation.ts'
import { closeDifference, postDifferenceMessage } from './difference-messages.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** All documents of both sides may differ. */
const MAX_FILE_ROWS = 10_000

/**
 * Returns the party of a reconciliation: for staff, an order manager or an accountant.
 * @throws AppError `section.hidden` for users without access to settlements, `auth.permission_required`
 */
function partyOf({ actor, author }: { actor: Actor; author: Author }): ReconciliationParty {
  const reader = accessScopeOf(actor)
  if (!seesSettlements(reader)) throw new AppError('section.hidden')
  if (reader === 'any' && !actor.roles.includes('ARTIKUL_ORDER_MANAGER') && !actor.rights.includes('accountant'))
    throw new AppError('auth.permission_required', { detail: `Нужно право «${STAFF_RIGHT_LABELS.accountant}»` })
  return { reader, author }
}

export function reconciliationModule(app: FastifyInstance, database: Handles, deps: ReconciliationDeps) {
  serve(app, database, routes.list, async (call) => {
    const page = pageOf(call.query)
    const { results, total } = await listReconciliations(call.db, partyOf(call), call.query, page)
    return { results, pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.upload, async (call) => {
    const { author } = partyOf(call)
    const { name, contract_id: contractId, from, to } = call.query
    const sent = { name, contractId, from, to, content: await readFile(call.body.path) }
    return createReconciliation(call.db, deps, { author, contractorId: companyScopeOf(call.actor).contractorId }, sent)
  })
  serve(app, database, routes.get, (call) => readReconciliation(call.db, partyOf(call), call.params.id))
  serve(app, database, routes.differences, async (call) => {
    const page = pageOf(call.query)
    const filter = { id: call.params.id, state: call.query.state }
    const { results, total } = await readDifferences(call.db, partyOf(call), filter, page)
    return { results, pagination: paginationOf(page, total) }
  })
  serve(app, database, routes.setLayout, (call) =>
    done(reconcileAgain(call.db, deps, partyOf(call), call.params.id, call.body)),
  )
  serve(app, database, routes.match, (call) => done(reconcileAgain(call.db, deps, partyOf(call), call.params.id, null)))
  serve(app, database, routes.remove, (call) => done(removeReconciliation(call.db, partyOf(call), call.params.id)))
  serve(app, database, routes.file, async (call) => {
    const filter = { id: call.params.id, state: undefined }
    const page = { page: 1, size: MAX_FILE_ROWS, offset: 0 }
    const { reconciliation, results, total } = await readDifferences(call.db, partyOf(call), filter, page)
    const name = `Расхождения ${dayText(reconciliation.from)}–${dayText(reconciliation.to)}.xlsx`
    return { bytes: await renderDifferences(results, total), type: XLSX, name }
  })
  serve(app, database, routes.messages, (call) => readDifferenceMessages(call.db, partyOf(call), call.params.id))
  serve(app, database, routes.postMessage, (call) =>
    done(postDifferenceMessage(call.db, deps, partyOf(call), call.params.id, call.body.text)),
  )
  serve(app, database, routes.close, (call) =>
    done(closeDifference(call.db, deps, partyOf(call), { ...call.params, ...call.body })),
  )
}

async function done(work: Promise<unknown>) {
  await work
  return {}
}
