import { accessScopeOf } from '../../../platform/access/index.ts'
import { CLAIM_WAYS, stateAfter, type ClaimAct } from '@artikul/contract/fulfilment/claim-rules'
import type { Claim, ClaimItem, ClaimLine, ClaimMessage, ClaimsQuery } from '@artikul/contract/fulfilment/claims'
import { isDropped } from '@artikul/contract/ordering/orders/orders'
import { can } from '@artikul/contract/core/roles'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Actor } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import {
  selectClaim,
  selectClaimLines,
  selectClaims,
  selectCorrection,
  selectClaimFiles,
  selectClaimMessages,
  selectSupplies,
  type ClaimItemRow,
  type ClaimMessageRow,
  type SupplyRow,
} from './claims.queries.ts'

const presentItem = ({ waits_for_supplier: waits, ...row }: ClaimItemRow, actor: Actor): ClaimItem => ({
  ...row,
  ...(waits !== null && { waits_for_supplier: waits }),
  is_mine: row.taken_by === actor.userId,
  created_at: row.created_at.toISOString(),
})

/** Lists a page of claims that the person may read. */
export async function listClaims(db: Db, actor: Actor, query: ClaimsQuery) {
  const page = pageOf(query)
  const who = { reader: accessScopeOf(actor), managerId: actor.userId }
  const { rows, total } = await selectClaims(db, who, query, page)
  return { results: rows.map((row) => presentItem(row, actor)), pagination: paginationOf(page, total) }
}

/** True for parts that have not been shipped yet. */
const mayStay = ({ state, shipment_id: id }: SupplyRow['parts'][number]) => id === null && !isDropped(state)

const presentSupply = ({ order_id: id, order_number: number, parts }: SupplyRow): ClaimLine['supply'] => ({
  order: { id, number },
  parts: parts.map(({ state, qty, shipment_id: shipment, shipment_number: name }) => ({
    state,
    qty,
    ...(shipment !== null && name !== null && { shipment: { id: shipment, number: name } }),
  })),
})

/** Determines the actions on the claim available to the person. */
function actsOf(row: ClaimItemRow, actor: Actor, supplies: readonly SupplyRow[]): Claim['can'] {
  const side = can(actor.roles, 'claims:use') ? 'client' : 'staff'
  const may = (act: ClaimAct) =>
    can(actor.roles, CLAIM_WAYS[act].by === 'client' ? 'claims:use' : 'claims:handle') &&
    stateAfter(act, side, row.state) !== null
  return {
    post_message: can(actor.roles, 'claims:write'),
    withdraw: may('withdraw'),
    assign: may('assign') && row.taken_by !== actor.userId,
    request_details: may('requestDetails'),
    decide: may('approve'),
    receive: may('receive'),
    close_as_abandoned: may('closeAsAbandoned'),
    inspect: may('inspect'),
    settle: may('settle'),
    write_off: may('writeOff') && supplies.some(({ parts }) => parts.some(mayStay)),
  }
}

function presentMessage(row: ClaimMessageRow, files: Awaited<ReturnType<typeof selectClaimFiles>>): ClaimMessage {
  const isManagers = isOnBehalf({ actorId: row.actor_id, subjectId: row.subject_id })
  return {
    ...row,
    by: isManagers ? `${row.author} от имени: ${row.subject}` : row.author,
    at: row.created_at.toISOString(),
    files: files.filter((file) => file.message_id === row.id),
  }
}

/**
 * Reads a claim with its lines, conversation, files and correction.
 * @throws AppError `not_found`, also for another company's claim
 */
export async function readClaim(db: Db, actor: Actor, id: number): Promise<Claim> {
  const row = await selectClaim(db, accessScopeOf(actor), id)
  if (!row) throw new AppError('not_found', { detail: 'Обращение не найдено' })
  const [lines, messages, files, correction, supplies] = await Promise.all([
    selectClaimLines(db, id),
    selectClaimMessages(db, id),
    selectClaimFiles(db, id),
    selectCorrection(db, id),
    selectSupplies(db, id),
  ])
  const supplyOf = new Map(supplies.map((supply) => [supply.claim_line_id, presentSupply(supply)]))
  const { waits_for_supplier: _, ...shown } = row
  const handles = can(actor.roles, 'claims:handle')
  return {
    ...shown,
    ...presentItem(row, actor),
    lines: lines.map(({ vehicle_id: vehicleId, vehicle_name: vehicle, ...line }) => ({
      ...line,
      vehicle: vehicleId === null || vehicle === null ? null : { id: vehicleId, name: vehicle },
      is_own_stock: handles ? line.is_own_stock : null,
      supply: supplyOf.get(line.id) ?? null,
    })),
    messages: messages.map((message) => presentMessage(message, files)),
    correction: correction ?? null,
    needs_number: row.accounting_mode === '1c',
    can: actsOf(row, actor, supplies),
  }
}
