import { accessScopeOf, seesPrices, type AccessScope } from '../../../platform/access/index.ts'
import { MIN_TYPED, MAX_FOUND, type GlobalSearchResult } from '@artikul/contract/workspace/global-search'
import { numberEnd } from '@artikul/contract/core/number-end'
import { can } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import { pipelined, type DB, type Sql } from '../../../platform/db/index.ts'
import type { Actor } from '../../../platform/http/index.ts'
import { scopeOf, selectLinesMarked, selectOrdersNumbered, suggestWords } from '../../ordering/index.ts'
import * as queries from './global-search.queries.ts'

/** Shortest number end for searches across all companies. */
const MIN_DIGITS = 3
const MIN_PHONE_DIGITS = 4
/** Digits of a telephone number without «+7» or «8». */
const WHOLE_PHONE = 10

const NOTHING: GlobalSearchResult = {
  orders: [],
  products: [],
  lines: [],
  shipments: [],
  invoices: [],
  companies: [],
  contacts: [],
}

/** Extracts the end of a telephone number in its stored form; empty when the text is none. */
function endOfPhone(typed: string): string {
  if (!/^\+?[\d\s()-]+$/.test(typed)) return ''
  const digits = typed.replaceAll(/\D/g, '')
  return digits.length < MIN_PHONE_DIGITS ? '' : digits.slice(-WHOLE_PHONE)
}

/** Extracts the end of a document number; null when it is none, or too short for the reader's scope. */
function endOfNumber(typed: string, reader: AccessScope) {
  const end = numberEnd(typed)
  return end === null || (reader === 'any' && end.digits.length < MIN_DIGITS) ? null : end
}

/** Finds the company's own items in one round trip. */
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
        selectOrdersNumbered(at, scope, typed, MAX_FOUND),
        selectLinesMarked(at, scope, typed, MAX_FOUND),
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
 * Finds a few items of each kind that the person may open.
 * @throws AppError `contractor.not_chosen`
 */
export async function find(db: Kysely<DB>, driver: Sql, actor: Actor, typed: string): Promise<GlobalSearchResult> {
  if (Array.from(typed).length < MIN_TYPED) {
    accessScopeOf(actor)
    return NOTHING
  }
  const [own, products] = await Promise.all([findOwn(db, actor, typed), suggestWords(driver, typed)])
  const orders = own.orders.map((order) => ({ ...order, ordered_at: new Date(order.ordered_at).toISOString() }))
  return { ...own, orders, products: products.slice(0, MAX_FOUND) }
}
