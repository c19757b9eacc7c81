import type { CompanyScope } from '../../../platform/access/index.ts'
import type { NewRequest } from '@artikul/contract/ordering/new-quote-request'
import type { Transaction } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { ReadDirectory } from '../../catalog/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { selectCompanyName, type Mailer } from '../../../platform/mail/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { answerBy } from './answer-time.ts'
import { newRequest } from './quote-request-emails.ts'
import { selectKnownProducts, selectManagersOf, selectOwnLines } from './quote-requests.queries.ts'
import {
  insertQuoteRequestMessage,
  insertQuoteRequest,
  insertRows,
  nextRequestNumber,
} from './write-quote-requests.queries.ts'

export interface RequestDeps {
  clock: Clock
  mailer: Mailer
  readDirectory: ReadDirectory
  pricing: Pricing
}

/** Requires that the order lines to be replaced belong to the company. */
async function requireOwnLines(tx: Transaction<DB>, reader: CompanyScope, rows: NewRequest['rows']) {
  const ids = rows.flatMap((row) => row.order_line_id ?? [])
  if (ids.length === 0) return
  const own = await selectOwnLines(tx, reader, ids)
  if (ids.some((id) => !own.has(id))) throw new AppError('not_found', { detail: 'Строка заказа не найдена' })
}

async function requireKnownProducts(tx: Transaction<DB>, rows: NewRequest['rows']) {
  const known = await selectKnownProducts(
    tx,
    rows.flatMap((row) => row.product_id ?? []),
  )
  const errors = rows.flatMap(({ product_id }, index) =>
    product_id === null || known.has(product_id)
      ? []
      : [{ path: `rows.${index}.product_id`, message: 'Такого товара нет' }],
  )
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
}

/** Translates a reference to a vehicle that the company does not have. */
function rethrowForeignVehicle(error: unknown): never {
  if (brokenConstraint(error) !== 'quote_requests_vehicle_of_contractor') throw error
  throw new AppError('vehicle.gone')
}

/**
 * Creates the request and notifies the company's own manager, or all managers when there is none.
 * @throws AppError `input.invalid` for an unknown product, `not_found` for another company's order line or vehicle
 */
export async function createRequest(
  tx: Transaction<DB>,
  { clock, mailer, readDirectory }: RequestDeps,
  { author, asker }: { author: Author; asker: CompanyScope },
  input: NewRequest,
) {
  const { contractorId } = asker
  await requireKnownProducts(tx, input.rows)
  await requireOwnLines(tx, asker, input.rows)
  const now = clock.now()
  const promised = answerBy(now, (await readDirectory()).daysOff)
  const number = await nextRequestNumber(tx)
  const inserted = insertQuoteRequest(tx, input, {
    number,
    contractor_id: contractorId,
    asker_id: author.subjectId,
    answer_by: promised,
    created_at: now,
  })
  const { id } = await inserted.catch(rethrowForeignVehicle)
  const place = { request_id: id, contractor_id: contractorId }
  if (input.rows.length > 0) await insertRows(tx, place, author, input.rows)
  await insertQuoteRequestMessage(tx, place, author, { kind: 'created', text: '', from_staff: false, created_at: now })
  const event = {
    about: 'quote_request',
    aboutId: id,
    label: number,
    contractorId,
    personId: author.subjectId,
  } as const
  await publishEvents(tx, [{ ...event, kind: 'quote_request.created', author }], now)
  const company = await selectCompanyName(tx, contractorId)
  for (const email of await selectManagersOf(tx, contractorId, now))
    await mailer.queue(
      tx,
      newRequest(mailer, email, { id, number, company, rows: input.rows.length, answerBy: promised }),
    )
  return { id, number, answer_by: promised.toISOString() }
}
