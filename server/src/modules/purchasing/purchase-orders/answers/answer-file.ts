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
import { readAnswerFile, type FileRow } from './read-answer-file.ts'
import { lockOrder } from '../supplier-orders.queries.ts'

interface SentFile {
  path: string
  name: string
}

/** Ends a transaction of which nothing is to stay. */
class Looked extends Error {
  readonly result: AnswerFileResult

  constructor(result: AnswerFileResult) {
    super('looked at')
    this.result = result
  }
}

/** What the row has done to its line, likeliest to be looked for first. */
function outcomesOf({ line, answer }: FileRow, after: queries.FileLine | undefined): AnswerOutcome[] {
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

function presentRow(row: FileRow, after: queries.FileLine | undefined): AnswerFileRow {
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

/** Takes the file in as far as the transaction goes; one that was taken in before changes nothing. */
async function takeIn(tx: Transaction<DB>, author: Author, id: number, { path, name }: SentFile, now: Date) {
  await lockOrder(tx, id)
  const order = await queries.selectFileOrder(tx, id)
  if (!order) throw notFound()
  if (order.state !== 'sent' && order.state !== 'done') throw new AppError('supplier_order.not_now')
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

export const notFound = () => new AppError('not_found', { detail: 'Заказ поставщику не найден' })

/**
 * What the file would change; nothing is changed.
 * @throws AppError `not_found`, `file.refused`, `supplier_order.not_now`
 */
export async function checkAnswerFile(db: Kysely<DB>, author: Author, id: number, file: SentFile, now: Date) {
  return db
    .transaction()
    .execute(async (tx): Promise<AnswerFileResult> => {
      throw new Looked(await takeIn(tx, author, id, file, now))
    })
    .catch((error: unknown) => {
      if (error instanceof Looked) return error.result
      throw error
    })
}

/**
 * Takes in the file that was looked at.
 * @param seen what was told when it was; the same file again changes nothing, whatever was seen
 * @throws AppError `not_found`, `file.refused`, `supplier_order.not_now`, `stale` when something has changed since
 */
export async function applyAnswerFile(
  db: Kysely<DB>,
  author: Author,
  id: number,
  file: SentFile & { seen: string },
  now: Date,
) {
  return db.transaction().execute(async (tx) => {
    const result = await takeIn(tx, author, id, file, now)
    if (result.was_applied) return result
    if (result.seen !== file.seen) throw new AppError('stale')
    const order = await queries.selectFileOrder(tx, id)
    const object = `Поставщик «${order?.source ?? ''}», заказ ${order?.number ?? ''}, файл «${file.name}»`
    await recordEvent(tx, author, { event: 'supplier_order.answered', object })
    return result
  })
}
