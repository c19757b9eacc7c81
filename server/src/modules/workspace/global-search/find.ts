import { accessScopeOf, seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import { LEAST_TYPED, MOST_FOUND, type Found } from '@artikul/contract/workspace/find'
import { numberEnd } from '@artikul/contract/core/number-end'
import { can } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import { pipelined, type DB, type Sql } from '../../../platform/db/index.ts'
import type { Actor } from '../../../platform/http/index.ts'
import { scopeOf, selectLinesMarked, selectOrdersNumbered, suggest } from '../../ordering/index.ts'
import * as queries from './find.queries.ts'

/** Among everybody's documents less of the end of a number says nothing. */
const LEAST_DIGITS = 3
const LEAST_OF_PHONE = 4
/** A number without «+7» or «8». */
const WHOLE_PHONE = 10

const NOTHING: Found = { orders: [], products: [], lines: [], shipments: [], invoices: [], companies: [], contacts: [] }

/** The end of a telephone as it is kept; empty: what is typed is none. */
function endOfPhone(typed: string): string {
  if (!/^\+?[\d\s()-]+$/.test(typed)) return ''
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < LEAST_OF_PHONE ? '' : digits.slice(-WHOLE_PHONE)
}

/** The end of a number of a document; null: it is none, or too short to say anything among all. */
function endOfNumber(typed: string, reader: AccessScope) {
  const end = numberEnd(typed)
  return end === null || (reader === 'any' && end.digits.length < LEAST_DIGITS) ? null : end
}

/** What is the company's: all of it in one round trip. */
async function findOwn(db: Kysely<DB>, actor: Actor, typed: string) {
  const reader = accessScopeOf(actor)
  const scope = await scopeOf(db, reader, {})
  if (scope === null) return NOTHING
  const end = endOfNumber(typed, reader)
  const phone = endOfPhone(typed)
  const isManager = can(actor.roles, 'contractors:manage')
  return db.transaction().execute((tx) =>
    pipelined(tx, async (at) => {
      const [orders, lines, shipments, invoices, companies, contacts] = await Promise.all([
        selectOrdersNumbered(at, scope, typed, MOST_FOUND),
        selectLinesMarked(at, scope, typed, MOST_FOUND),
        end ? queries.selectShipmentsNumbered(at, reader, end) : [],
        end && seesPrices(reader) ? queries.selectInvoicesNumbered(at, reader, end) : [],
        isManager ? queries.selectCompaniesNamed(at, typed) : [],
        isManager && phone ? queries.selectContactsCalled(at, phone) : [],
      ])
      return { orders, lines, shipments, invoices, companies, contacts }
    }),
  )
}

/**
 * What a text finds, of each kind a few: whatever the person may open, and nothing else.
 * @throws AppError `contractor.not_chosen`
 */
export async function find(db: Kysely<DB>, driver: Sql, actor: Actor, typed: string): Promise<Found> {
  if (Array.from(typed).length < LEAST_TYPED) {
    accessScopeOf(actor)
    return NOTHING
  }
  const [own, products] = await Promise.all([findOwn(db, actor, typed), suggest(driver, typed)])
  const orders = own.orders.map((order) => ({ ...order, ordered_at: new Date(order.ordered_at).toISOString() }))
  return { ...own, orders, products: products.slice(0, MOST_FOUND) }
}
