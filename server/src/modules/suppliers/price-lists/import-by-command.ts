import { basename } from 'node:path'
import { PRICE_LIST_QUESTIONS, type PriceListQuestion } from '@artikul/contract/suppliers/price-list'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, SqlTransaction } from '../../../platform/db/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  importPriceList,
  type ImportRequest,
  type ImportResult,
  type ResolvedLayout,
} from '../price-list-import/index.ts'
import * as queries from './price-imports.queries.ts'
import { questionsAbout } from './layouts.ts'
import { createNotes, figuresOf, importedEvent, noteFailure, NOWHERE, queuePhotos } from './run-import.ts'

/** A command leaves questions about its file open. */
export class UnansweredQuestions extends Error {
  readonly questions: readonly PriceListQuestion[]
  readonly layout: ResolvedLayout

  constructor(questions: readonly PriceListQuestion[], layout: ResolvedLayout) {
    super(questions.map((question) => PRICE_LIST_QUESTIONS[question]).join('. '))
    this.questions = questions
    this.layout = layout
  }
}

export interface CommandRequest extends ImportRequest {
  /** The lower of two prices without a header is the purchase price. */
  isPriceConfirmed?: boolean
}

/**
 * Imports a file by an operator's command: all changes are intended, and the import appears in the history.
 * @throws UnansweredQuestions before anything is recorded
 */
export async function importByCommand(
  database: Database,
  { isPriceConfirmed, ...request }: CommandRequest,
  clock: Clock,
): Promise<ImportResult> {
  const { db, sql } = database
  const looked = await questionsAbout(request.path, request.reading ?? {})
  const questions = looked?.questions.filter((question) => !(question === 'purchase' && isPriceConfirmed)) ?? []
  if (looked && questions.length > 0) throw new UnansweredQuestions(questions, looked.layout)
  const command = {
    id: await queries.nextImportId(sql),
    warehouseName: request.warehouse,
    fileName: basename(request.path),
  }
  const notes = createNotes(db, command.id)
  try {
    return await importPriceList(database, {
      ...request,
      importId: command.id,
      onBegin: async (tx) => {
        await queries.lockImport(tx, command.id)
        await queries.insertCommand(db, { ...command, at: clock.now() })
      },
      onEnd: (tx, done) => applied(tx, { ...command, at: clock.now() }, done),
      onProgress: (progress) => {
        request.onProgress?.(progress)
        notes.note(progress)
      },
    })
  } catch (error) {
    await notes.written()
    await noteFailure(db, command.id, error, clock.now())
    throw error
  }
}

async function applied(tx: SqlTransaction, { id, fileName, warehouseName, at }: queries.Command, done: ImportResult) {
  const figures = figuresOf(done)
  const source = { file_name: fileName, actor_id: null, subject_id: null }
  const photosCount = await queuePhotos(tx, source, done, at)
  const settled = { ...done, figures, difference: null, doubts: [], hasReport: false, photosCount, at }
  await queries.settleApplied(tx.db, id, settled)
  await recordEvent(tx.db, NOWHERE, importedEvent(fileName, warehouseName, figures))
}
