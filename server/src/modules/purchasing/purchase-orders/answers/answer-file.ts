import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AnswerFileResult, AnswerFileRow, AnswerOutcome } from '@artikul/contract/purchasing/supplier-order-files'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import { applyAnswers } from './answers.ts'
import * as queries from './files.queries.ts'
import { readAnswerFile, type ParsedAnswerRow } from './read-answer-file.ts'
import { lockSupplierOrder } from '../supplier-orders.queries.ts'

interface SentFile {
  path: string
  name: string
}

/** Rolls a transaction back and carries its result. */
class Looked extends Error {
  readonly result: AnswerFileResult

  constructor(result: AnswerFileResult) {
    super('looked at')
    this.result = result
  }
}

/** Lists the effects of the row on its line, most relevant first. */
function outcomesOf({ line, answer }: ParsedAnswerRow, after: queries.OrderFileLine | undefined): AnswerOutcome[] {
  if (!line || !after) return ['not_found']
  if (!answer) return ['silent']
  const confirmed = answer.confirmedQty ?? 0
  const outcomes: [AnswerOutcome, boolean][] = [
    ['not_applied', after.not_applied !== ''],
    ['refused', confirmed === 0],
    ['partly', confirmed > 0 && confirmed < line.qty],
    ['confirmed', confirmed === line.qty],
    ['asked', after.line_state === 'needs_confirm' && line.line_state !== 'needs_confirm'],
    ['dearer', confirmed > 0 && (answer.priceKop ?? 0) > (line.confirmed_kop ?? line.purchase_kop)],
    ['new_number', confirmed > 0 && Boolean(answer.newArticle)],
  ]
  return outcomes.flatMap(([outcome, is]) => (is ? [outcome] : []))
}

const NO_LINE = { id: null, qty: null, purchase_kop: null }
const NO_ANSWER = { confirmedQty: null, priceKop: null, newArticle: '', reason: '' }

function presentRow(row: ParsedAnswerRow, after: queries.OrderFileLine | undefined): AnswerFileRow {
  const line = { ...NO_LINE, brand: row.brand, article: row.article, ...row.line }
  const answer = { ...NO_ANSWER, ...row.answer }
  return {
    row_number: row.number,
    line_id: line.id,
    brand: line.brand,
    article: line.article,
    qty: line.qty,
    confirmed_qty: answer.confirmedQty,
    price_before_kop: line.purchase_kop,
    price_kop: answer.priceKop,
    new_article: answer.newArticle,
    outcomes: outcomesOf(row, after),
    text: [answer.reason, after?.not_applied].filter(Boolean).join('. '),
  }
}

function countsOf(rows: readonly AnswerFileRow[]): AnswerFileResult['counts'] {
  const counts: AnswerFileResult['counts'] = {}
  for (const outcome of rows.flatMap((row) => row.outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Applies the file within the transaction; a file that was already applied changes nothing. */
async function applyFile(tx: Transaction<DB>, author: Author, id: number, { path, name }: SentFile, now: Date) {
  await lockSupplierOrder(tx, id)
  const order = await queries.selectFileOrder(tx, id)
  if (!order) throw supplierOrderNotFound()
  if (order.state !== 'sent' && order.state !== 'done') throw new AppError('supplier_order.invalid_state')
  const digest = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  const lines = await queries.selectFileLines(tx, id)
  const rows = await readAnswerFile(path, lines)
  const versions = lines.map((line) => `${line.id}:${line.version}`).join()
  const seen = createHash('sha256').update(`${digest} ${versions}`).digest('hex')
  const wasApplied = (await queries.selectApplied(tx, id, digest)) !== undefined
  if (!wasApplied) {
    await applyAnswers(
      tx,
      author,
      rows.flatMap(({ answer }) => answer ?? []),
      now,
    )
    const file = { supplier_order_id: id, digest, name, actor_id: author.actorId, applied_at: now }
    await queries.insertApplied(tx, file)
  }
  const after = new Map((await queries.selectFileLines(tx, id)).map((line) => [line.id, line]))
  const shown = rows.map((row) => presentRow(row, after.get(row.line?.id ?? 0)))
  return { seen, was_applied: wasApplied, counts: countsOf(shown), rows: shown } satisfies AnswerFileResult
}

export const supplierOrderNotFound = () => new AppError('not_found', { detail: 'Заказ поставщику не найден' })

/**
 * Previews the changes of the file without applying them.
 * @throws AppError `not_found`, `file.refused`, `supplier_order.invalid_state`
 */
export async function checkAnswerFile(db: Kysely<DB>, author: Author, id: number, file: SentFile, now: Date) {
  return db
    .transaction()
    .execute(async (tx): Promise<AnswerFileResult> => {
      throw new Looked(await applyFile(tx, author, id, file, now))
    })
    .catch((error: unknown) => {
      if (error instanceof Looked) return error.result
      throw error
    })
}

/**
 * Applies the previewed file.
 * @param seen digest of the preview; a file that was already applied changes nothing, regardless of it
 * @throws AppError `not_found`, `file.refused`, `supplier_order.invalid_state`, `stale` when the preview is outdated
 */
export async function applyAnswerFile(
  db: Kysely<DB>,
  author: Author,
  id: number,
  file: SentFile & { seen: string },
  now: Date,
) {
  return db.transaction().execute(async (tx) => {
    const result = await applyFile(tx, author, id, file, now)
    if (result.was_applied) return result
    if (result.seen !== file.seen) throw new AppError('stale')
    const order = await queries.selectFileOrder(tx, id)
    const object = `Поставщик «${order?.source ?? ''}», заказ ${order?.number ?? ''}, файл «${file.name}»`
    await recordEvent(tx, author, { event: 'supplier_order.answered', object })
    return result
  })
}
