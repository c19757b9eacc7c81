import { DOCUMENT_KINDS, type DocumentKind, type DocumentsQuery } from '@artikul/contract/documents'
import { moscowDate, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../platform/paging.ts'
import { pointsOf, readerOf, seesPrices, seesSettlements, type Reader } from '../consignees/index.ts'
import { selectDocuments, selectOwnership, selectPlaces } from './register.queries.ts'

const ALL_KINDS = Object.keys(DOCUMENT_KINDS) as DocumentKind[]

/** Staff name a company; a client reads his own, whatever he names is another's. */
function companyOf(reader: Reader, named: number | undefined): number {
  if (reader !== 'any') {
    if (named !== undefined && named !== reader.contractorId) throw new AppError('not_found')
    return reader.contractorId
  }
  if (named === undefined)
    throw new AppError('input.invalid', { errors: [{ path: 'contractor_id', message: 'Укажите компанию' }] })
  return named
}

/** An invoice is prices from top to bottom: whoever sees none finds none. */
function kindsOf(reader: Reader, asked: DocumentKind | undefined): readonly DocumentKind[] {
  if (!seesPrices(reader) && asked === 'invoice') throw new AppError('section.hidden')
  if (asked) return [asked]
  return seesPrices(reader) ? ALL_KINDS : ALL_KINDS.filter((kind) => kind !== 'invoice')
}

/**
 * A page of the company's documents, the newest first.
 * @throws AppError `section.hidden`, `not_found` for another company or its contract, `input.invalid`
 */
export async function listDocuments(db: Db, clock: Clock, actor: Actor, query: DocumentsQuery) {
  const reader = readerOf(actor)
  if (!seesSettlements(reader)) throw new AppError('section.hidden')
  const contractorId = companyOf(reader, query.contractor_id)
  const owned = await selectOwnership(db, contractorId, query.contract_id)
  if (!owned.company || !owned.contract) throw new AppError('not_found')
  const page = pageOf(query)
  const { q, from, to, contract_id: contractId } = query
  const points = reader === 'any' ? null : pointsOf(reader)
  const scope = { contractorId, points, kinds: kindsOf(reader, query.kind), contractId, q, from, to }
  const { places, total } = await selectPlaces(db, scope, page)
  return {
    results: await selectDocuments(db, places, moscowDate(clock.now())),
    pagination: paginationOf(page, total),
  }
}
