import { isEnded } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimState } from '@artikul/contract/fulfilment/claim-states'
import { formatMoney, formatQty, toThousandths } from '@artikul/contract/core/money'
import {
  SUPPLIER_RETURN_STATES,
  type ChangedReturn,
  type DecisionAdvice,
  type ReturnAnswer,
  type ReturnEnd,
  type SupplierReturn,
  type SupplierReturnItem,
  type SupplierReturnState,
} from '@artikul/contract/purchasing/supplier-returns'
import type { Transaction } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { textForClient } from '../purchase-orders/index.ts'
import * as queries from './supplier-returns.queries.ts'

/** Limit of the files in one email, which mail servers of suppliers accept. */
const MAX_ATTACHED_BYTES = 15 * 1024 * 1024

export interface ReturnDeps {
  clock: Clock
  mailer: Pick<Mailer, 'queue'>
}

const claimNotFound = () => new AppError('not_found', { detail: 'Обращение не найдено' })
const notFound = () => new AppError('not_found', { detail: 'Возврат поставщику не найден' })

export const presentReturn = (row: queries.ReturnRow): SupplierReturnItem => ({
  ...row,
  claim: { id: row.claim_id, number: row.claim_number },
  source: { id: row.supply_route_id, name: row.source },
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
})

/** @throws AppError `not_found` */
export async function readReturn(db: Db, id: number): Promise<SupplierReturn> {
  const row = await queries.selectReturn(db, id)
  if (!row) throw notFound()
  const [lines, files] = await Promise.all([
    queries.selectReturnLines(db, [id]),
    queries.selectFilesOfReturn(db, row.claim_id),
  ])
  return {
    ...row,
    ...presentReturn(row),
    answered_at: row.answered_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    lines,
    files,
  }
}

/**
 * Decision that follows from the answers: what suppliers take back is accepted, the rest is refused in their words.
 * @throws AppError `not_found`
 */
export async function readOfClaim(db: Db, claimId: number) {
  if (!(await queries.isClaim(db, claimId))) throw claimNotFound()
  const rows = await queries.selectReturnsOfClaim(db, claimId)
  const answered = new Map(rows.filter(({ answered_at: at }) => at !== null).map((row) => [row.id, row]))
  const lines = await queries.selectReturnLines(db, [...answered.keys()])
  const advice = lines.map((line): DecisionAdvice => {
    const row = answered.get(line.return_id)
    const qty = row?.state === 'refused' ? 0 : (line.accepted_qty ?? 0)
    const isWhole = toThousandths(qty) === toThousandths(line.qty)
    return {
      claim_line_id: line.claim_line_id,
      qty,
      refusal: isWhole ? '' : textForClient(row?.answer ?? '', row?.source ?? ''),
    }
  })
  const rest = await queries.selectGoodsToReturn(db, claimId)
  return { results: rows.map(presentReturn), advice, rest_count: rest.length }
}

const objectOf = (row: Pick<queries.ReturnRow, 'source' | 'number' | 'claim_number'>) =>
  `Поставщик «${row.source}», возврат ${row.number} по обращению ${row.claim_number}`

/**
 * Makes drafts of returns from a claim, one for each supplier of its goods; goods left out before join the draft.
 * @throws AppError `not_found`, `supplier_return.invalid_state` for a claim about a price or one that was declined,
 * `supplier_return.no_supplier`, `supplier_return.exists`
 */
export async function createReturns(
  tx: Transaction<DB>,
  author: Author,
  { claim_id, supply_route_id: chosen }: { claim_id: number; supply_route_id: number | null },
  now: Date,
) {
  const claim = await queries.lockClaimToReturn(tx, claim_id)
  if (!claim) throw claimNotFound()
  const state = claim.state as ClaimState // the column's CHECK allows nothing else
  if (isEnded(state) && state !== 'closed')
    throw new AppError('supplier_return.invalid_state', { detail: 'Обращение отклонено или отозвано' })
  if (claim.kind === 'price')
    throw new AppError('supplier_return.invalid_state', { detail: 'Обращение о цене: возвращать нечего' })
  if (chosen !== null && !(await queries.selectReturnSupplier(tx, chosen)))
    throw new AppError('not_found', { detail: 'Поставщик не найден' })
  const rest = await queries.selectGoodsToReturn(tx, claim_id)
  if (rest.length === 0) throw new AppError('supplier_return.exists')
  const goods = rest.flatMap((line) => {
    const supplier = line.supply_route_id ?? chosen
    return supplier === null ? [] : [{ ...line, supplier }]
  })
  if (goods.length === 0) throw new AppError('supplier_return.no_supplier')
  const results: { id: number; number: string }[] = []
  for (const [supplier, lines] of Map.groupBy(goods, (line) => line.supplier)) {
    const by = { actor_id: author.actorId, subject_id: author.subjectId, created_at: now }
    const made =
      (await queries.insertReturn(tx, { claim_id, supply_route_id: supplier, text: claim.text, ...by })) ??
      (await queries.selectReturnDraft(tx, claim_id, supplier))
    if (!made) continue
    await queries.insertReturnLines(tx, made.id, lines)
    results.push(made)
  }
  if (results.length === 0) throw new AppError('supplier_return.exists')
  for (const { id } of results) {
    const row = await queries.selectReturn(tx, id)
    if (!row) continue
    await recordEvent(tx, author, {
      event: 'supplier_return.created',
      object: objectOf(row),
      changes: [{ field: 'Сумма', before: null, after: formatMoney(row.total_kop) }],
    })
  }
  return { results }
}

interface Known {
  id: number
  version: number
}

/** @throws AppError `not_found`, `stale`, `supplier_return.invalid_state` unless it is in one of the states */
async function requireState(tx: Transaction<DB>, { id, version }: Known, states: readonly SupplierReturnState[]) {
  const held = await queries.lockReturn(tx, id)
  if (!held) throw notFound()
  const row = await queries.selectReturn(tx, id)
  if (!row) throw notFound()
  if (!states.includes(row.state)) throw new AppError('supplier_return.invalid_state')
  if (row.version !== version) throw new AppError('stale')
  return row
}

type LineRow = Awaited<ReturnType<typeof queries.selectReturnLines>>[number]

/** Finds each given line in the return. @throws AppError `input.invalid` */
function requireLines<T extends { id: number }>(
  lines: readonly LineRow[],
  given: readonly T[],
  refuse: (line: LineRow, one: T) => [field: string, message: string] | null,
  path: string,
) {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const errors = given.flatMap((one, at) => {
    const line = byId.get(one.id)
    const fault = line ? refuse(line, one) : (['id', 'В этом возврате нет такой строки'] as const)
    return fault ? [{ path: `${path}.${at}.${fault[0]}`, message: fault[1] }] : []
  })
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
  return byId
}

/** @throws AppError as `requireState`, `input.invalid` */
export async function changeReturn(
  tx: Transaction<DB>,
  author: Author,
  { text, lines: given, ...known }: ChangedReturn & Known,
) {
  const row = await requireState(tx, known, ['draft'])
  const lines = await queries.selectReturnLines(tx, [row.id])
  const byId = requireLines(
    lines,
    given,
    ({ claimed_qty: most }, { qty }) =>
      qty > most ? ['qty', `В обращении ${formatQty(most)}: больше не вернуть`] : null,
    'lines',
  )
  const gone = given.filter(({ qty }) => qty === 0).map(({ id }) => id)
  if (new Set(gone).size >= lines.length)
    throw new AppError('input.invalid', { detail: 'В возврате не останется строк: удалите черновик' })
  const kept = given.filter(({ qty }) => qty > 0)
  await queries.updateReturnLines(tx, kept)
  await queries.deleteReturnLines(tx, gone)
  await queries.updateReturn(tx, row.id, { text })
  await recordEvent(tx, author, {
    event: 'supplier_return.changed',
    object: objectOf(row),
    changes: given.flatMap(({ id, qty, purchase_kop: kop }) => {
      const line = byId.get(id)
      const words = (of: { qty: number; purchase_kop: number }) =>
        `${formatQty(of.qty)} по ${formatMoney(of.purchase_kop)}`
      return line
        ? [
            {
              field: `${line.brand} ${line.article}`,
              before: words(line),
              after: qty === 0 ? null : words({ qty, purchase_kop: kop }),
            },
          ]
        : []
    }),
  })
  return { version: row.version + 1 }
}

const recordMove = (
  tx: Transaction<DB>,
  author: Author,
  row: queries.ReturnRow,
  to: SupplierReturnState,
  note: string,
) =>
  recordEvent(tx, author, {
    event: 'supplier_return.moved',
    object: objectOf(row),
    changes: [
      { field: 'Статус', before: SUPPLIER_RETURN_STATES[row.state], after: SUPPLIER_RETURN_STATES[to] },
      ...(note === '' ? [] : [{ field: 'Поставщик', before: null, after: note }]),
    ],
  })

const letterOf = (row: queries.ReturnRow, lines: readonly LineRow[], hasFiles: boolean) => `Здравствуйте.

Просим принять возврат ${row.number}. ${row.text}

${lines.map((line) => `${line.brand} ${line.article} ${line.name}: ${formatQty(line.qty)} по ${formatMoney(line.purchase_kop)} ₽`).join('\n')}

На сумму ${formatMoney(row.total_kop)} ₽.${hasFiles ? ' Фото во вложении.' : ''} Назовите в ответе номер возврата ${row.number}.`

/** Sends the return by email with the photos of the claim; without an address a person passes it on. */
export async function sendReturn(tx: Transaction<DB>, { clock, mailer }: ReturnDeps, author: Author, known: Known) {
  const row = await requireState(tx, known, ['draft'])
  if (row.email !== '') {
    const lines = await queries.selectReturnLines(tx, [row.id])
    const files = await queries.selectAttachments(tx, row.claim_id, MAX_ATTACHED_BYTES)
    await mailer.queue(tx, {
      to: row.email,
      subject: `Возврат ${row.number}`,
      text: letterOf(row, lines, files.length > 0),
      files,
    })
  }
  await queries.updateReturn(tx, row.id, { state: 'sent', sent_at: clock.now() })
  await recordMove(tx, author, row, 'sent', row.email)
  return { version: row.version + 1 }
}

/**
 * Records the supplier's decision by line; nothing accepted is a refusal, which ends the return.
 * @throws AppError as `requireState`, `input.invalid` unless every line of the return is answered within its quantity
 */
export async function answerReturn(
  tx: Transaction<DB>,
  { clock }: ReturnDeps,
  author: Author,
  { answer: given, ...known }: Known & { answer: ReturnAnswer },
) {
  const row = await requireState(tx, known, ['sent'])
  const lines = await queries.selectReturnLines(tx, [row.id])
  const tooMuch = (line: LineRow, { accepted_qty: qty }: { accepted_qty: number }): [string, string] | null =>
    qty > line.qty ? ['accepted_qty', `Возвращаем ${formatQty(line.qty)}`] : null
  requireLines(lines, given.lines, tooMuch, 'answer.lines')
  if (new Set(given.lines.map(({ id }) => id)).size < lines.length)
    throw new AppError('input.invalid', { detail: 'Ответьте по каждой строке' })
  const state = given.lines.some(({ accepted_qty: qty }) => qty > 0) ? 'accepted' : 'refused'
  const now = clock.now()
  await queries.setAcceptedQuantities(tx, given.lines)
  const { answer, document_number } = given
  const ended = state === 'refused' ? { ended_at: now } : {}
  await queries.updateReturn(tx, row.id, { state, answer, document_number, answered_at: now, ...ended })
  await recordMove(tx, author, row, state, [answer, document_number].filter(Boolean).join(', '))
  return { version: row.version + 1 }
}

export async function markGoodsSent(tx: Transaction<DB>, author: Author, known: Known) {
  const row = await requireState(tx, known, ['accepted'])
  await queries.updateReturn(tx, row.id, { state: 'goods_sent' })
  await recordMove(tx, author, row, 'goods_sent', '')
  return { version: row.version + 1 }
}

/** Ends an accepted return by money, by other goods, or by a refusal after inspection. */
export async function finishReturn(
  tx: Transaction<DB>,
  { clock }: ReturnDeps,
  author: Author,
  { end, ...known }: Known & { end: ReturnEnd },
) {
  const row = await requireState(tx, known, ['accepted', 'goods_sent'])
  if (end.credited_kop !== null && end.credited_kop > row.total_kop)
    throw new AppError('input.invalid', {
      errors: [{ path: 'end.credited_kop', message: `Возвращено на ${formatMoney(row.total_kop)} ₽` }],
    })
  await queries.updateReturn(tx, row.id, {
    state: end.outcome,
    credited_kop: end.credited_kop,
    document_number: end.document_number || row.document_number,
    answer: end.answer || row.answer,
    ended_at: clock.now(),
  })
  const sum = end.credited_kop === null ? '' : `${formatMoney(end.credited_kop)} ₽`
  await recordMove(tx, author, row, end.outcome, [sum, end.answer, end.document_number].filter(Boolean).join(', '))
  return { version: row.version + 1 }
}

export async function discardReturn(tx: Transaction<DB>, author: Author, known: Known) {
  const row = await requireState(tx, known, ['draft'])
  await queries.deleteReturn(tx, row.id)
  await recordEvent(tx, author, { event: 'supplier_return.deleted', object: objectOf(row) })
}
