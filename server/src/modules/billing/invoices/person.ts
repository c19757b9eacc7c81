import { accessScopeOf, seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'

/** Whoever makes an invoice. */
export interface Person {
  reader: AccessScope
  author: Author
  /** May sell below the lowest margin. */
  sellsBelow: boolean
}

/**
 * An invoice is prices from top to bottom.
 * @throws AppError `section.hidden`
 */
export function personOf(actor: Actor, author: Author): Person {
  const reader = accessScopeOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  return { reader, author, sellsBelow: actor.rights.includes('min_margin') }
}

/**
 * Staff name a company; a client has his own, whatever he names is another's.
 * @throws AppError `not_found`, `input.invalid`
 */
export function companyOf(reader: AccessScope, named: number | undefined): number {
  if (reader !== 'any') {
    if (named !== undefined && named !== reader.contractorId) throw new AppError('not_found')
    return reader.contractorId
  }
  if (named === undefined)
    throw new AppError('input.invalid', { errors: [{ path: 'contractor_id', message: 'Выберите компанию' }] })
  return named
}
