import {
  pointsOf,
  accessScopeOf,
  seesPrices,
  seesSettlements,
  type AccessScope,
} from '../../../platform/access/index.ts'
import { keysOf } from '@artikul/contract/core/keys'
import { MAX_ARCHIVED, type DocumentArchiveQuery, type DocumentsQuery } from '@artikul/contract/billing/documents'
import { DOCUMENT_KINDS, type DocumentKind } from '@artikul/contract/billing/document-kinds'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { selectDocuments, selectOwnership, selectPlaces } from './register.queries.ts'

const ALL_KINDS = keysOf(DOCUMENT_KINDS)

/** Resolves the company: staff name one, a client can read their own only. */
function companyOf(reader: AccessScope, named: number | undefined): number {
  if (reader !== 'any') {
    if (named !== undefined && named !== reader.contractorId) throw new AppError('not_found')
    return reader.contractorId
  }
  if (named === undefined)
    throw new AppError('input.invalid', { errors: [{ path: 'contractor_id', message: 'Укажите компанию' }] })
  return named
}

/** Excludes invoices for readers without access to prices, because an invoice consists of them. */
function kindsOf(reader: AccessScope, requestedKind: DocumentKind | undefined): readonly DocumentKind[] {
  if (!seesPrices(reader) && requestedKind === 'invoice') throw new AppError('section.hidden')
  if (requestedKind) return [requestedKind]
  return seesPrices(reader) ? ALL_KINDS : ALL_KINDS.filter((kind) => kind !== 'invoice')
}

/** @throws AppError `section.hidden`, `not_found` for another company or its contract, `input.invalid` */
async function scopeOf(db: Db, actor: Actor, query: DocumentArchiveQuery) {
  const reader = accessScopeOf(actor)
  if (!seesSettlements(reader)) throw new AppError('section.hidden')
  const contractorId = companyOf(reader, query.contractor_id)
  const owned = await selectOwnership(db, contractorId, query.contract_id)
  if (owned.company === null || !owned.contract) throw new AppError('not_found')
  const { q, from, to, contract_id: contractId } = query
  const points = reader === 'any' ? null : pointsOf(reader)
  const scope = { contractorId, points, kinds: kindsOf(reader, query.kind), contractId, q, from, to }
  return { scope, company: owned.company }
}

/**
 * Lists a page of the company's documents, newest first.
 * @throws AppError `section.hidden`, `not_found` for another company or its contract, `input.invalid`
 */
export async function listDocuments(db: Db, clock: Clock, actor: Actor, query: DocumentsQuery) {
  const { scope } = await scopeOf(db, actor, query)
  const page = pageOf(query)
  const { places, total } = await selectPlaces(db, scope, page)
  return {
    results: await selectDocuments(db, places, moscowDate(clock.now())),
    pagination: paginationOf(page, total),
  }
}

/**
 * Reads all documents of an archive, newest first, and their company.
 * @throws AppError as `listDocuments`, `documents.none`, `documents.limit_reached`
 */
export async function readForArchive(db: Db, clock: Clock, actor: Actor, query: DocumentArchiveQuery) {
  const { scope, company } = await scopeOf(db, actor, query)
  const { places, total } = await selectPlaces(db, scope, { page: 1, size: MAX_ARCHIVED, offset: 0 })
  if (total > MAX_ARCHIVED) throw new AppError('documents.limit_reached')
  if (total === 0) throw new AppError('documents.none')
  return { company, documents: await selectDocuments(db, places, moscowDate(clock.now())) }
}
