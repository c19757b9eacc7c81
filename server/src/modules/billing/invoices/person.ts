import { accessScopeOf, seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'

/** Author of an invoice. */
export interface Person {
  reader: AccessScope
  author: Author
  /** Permission to sell below the lowest margin. */
  sellsBelow: boolean
}

/**
 * Returns the author of an invoice; requires access to prices, because an invoice consists of them.
 * @throws AppError `section.hidden`
 */
export function personOf(actor: Actor, author: Author): Person {
  const reader = accessScopeOf(actor)
  if (!seesPrices(reader)) throw new AppError('section.hidden')
  return { reader, author, sellsBelow: actor.rights.includes('min_margin') }
}

/**
 * Resolves the company: staff name one, a client has their own only.
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
