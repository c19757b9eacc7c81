import type { NewClaim } from '@artikul/contract/fulfilment/new-claim'
import { createDirectory } from '../../modules/catalog/index.ts'
import { requestClaimDetails, createClaim, decide, storeClaimFile } from '../../modules/fulfilment/index.ts'
import { moscowDate } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { selectShippedLineIds, selectNewest, type DemoShippedLine } from './claims.queries.ts'
import type { DemoParties } from '../parties.ts'
import { drawCrackedPart } from '../picture.ts'

const DAY_MS = 86_400_000
const ANSWERED_AFTER_MS = 5 * 3_600_000
const HAND_OVER_DAYS = 14
const QUESTION = 'Пришлите, пожалуйста, фото этикетки с артикулом и номером партии.'

const authorOf = (userId: number) => ({
  actorId: userId,
  subjectId: userId,
  contractorId: null,
  address: '',
  requestId: '',
})

/** Claims by line, with their outcomes. */
const CLAIMS = [
  { kind: 'shortage', outcome: 'offset', text: 'В коробке не хватает одной детали', becomes: 'submitted' },
  { kind: 'defect', outcome: 'money', text: 'На корпусе трещина, деталь не ставили', becomes: 'question' },
  { kind: 'wrong', outcome: 'offset', text: 'В упаковке другая деталь', becomes: 'approved' },
  { kind: 'price', outcome: 'offset', text: 'Менеджер обещал цену на сто рублей ниже', becomes: 'closed' },
] as const

/** Creates claims of the first company through the regular code, with decisions. */
export async function makeClaims(database: Database, parties: DemoParties, now: Date) {
  const { db } = database
  const contractorId = parties.contractorIds[0] ?? 0
  const [buyer, handler] = [authorOf(parties.buyerIds[0] ?? 0), authorOf(parties.warrantyId)]
  const lines = await selectNewest(db, contractorId, CLAIMS.length)
  for (const [at, line] of lines.entries()) {
    const claim = CLAIMS[at]
    if (!claim) return
    let moment = momentOf(line, now)
    const clock = { now: () => moment }
    // Sends no emails about demo data.
    const mailer = { queue: async () => 0, linkTo: (path: string) => path }
    const deps = { clock, mailer, readDirectory: createDirectory(db, 60_000) }
    const photo = { contractorId, claimId: null, name: 'Деталь.png', bytes: drawCrackedPart() }
    const files = claim.kind === 'price' ? [] : [(await storeClaimFile(db, clock, buyer, photo)).id]
    const member = { contractorId, limits: null }
    const { id } = await db
      .transaction()
      .execute((tx) => createClaim(tx, deps, { author: buyer, member }, bodyOf(line, claim, files)))
    moment = new Date(Math.min(moment.getTime() + ANSWERED_AFTER_MS, now.getTime()))
    const party = { reader: 'any' as const, author: handler }
    if (claim.becomes === 'question')
      await db
        .transaction()
        .execute((tx) => requestClaimDetails(tx, deps, party, { id, version: 1, text: QUESTION, file_ids: [] }))
    if (claim.becomes !== 'approved' && claim.becomes !== 'closed') continue
    const own = await selectShippedLineIds(db, id)
    const decision = {
      id,
      version: 1,
      lines: own.map(({ id: lineId, qty }) => ({ id: lineId, qty, price_kop: line.price_kop - 10_000, refusal: '' })),
      text:
        claim.kind === 'price' ? 'Всё верно, исправили цену.' : 'Привезите деталь: зачтём её стоимость в тот же день.',
      hand_over_until: moscowDate(new Date(clock.now().getTime() + HAND_OVER_DAYS * DAY_MS)),
      hand_over_to: 'Склад, ворота 3, по рабочим дням с 9 до 18',
    }
    await db.transaction().execute((tx) => decide(tx, deps, party, decision))
  }
}

/** Returns the day after the receipt, within every deadline. */
function momentOf({ from }: DemoShippedLine, now: Date): Date {
  const next = new Date(Date.parse(`${from}T09:00:00Z`) + DAY_MS)
  return next < now ? next : now
}

function bodyOf(line: DemoShippedLine, { kind, outcome, text }: (typeof CLAIMS)[number], files: number[]): NewClaim {
  const { shipment_id, shipment_line_id, price_kop: price } = line
  const qty = kind === 'price' ? line.qty : Math.min(1, line.qty)
  const lines = [{ shipment_line_id, qty, asked_kop: kind === 'price' ? price - 10_000 : null }]
  return { shipment_id, kind, outcome, text, lines, file_ids: files }
}
