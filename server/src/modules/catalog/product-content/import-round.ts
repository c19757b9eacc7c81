import type { Kysely, Transaction } from 'kysely'
import type { AuditAuthor } from '../../../platform/audit/index.ts'
import type { DB } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import { insertRefusals, restartContentImport, updateContentImport } from './content-imports.queries.ts'
import type { QueuedImport, Refusal } from './content-imports.queries.ts'

/** The server is shutting down: the import starts again elsewhere. */
export class Interrupted extends Error {}

/** Outcome of one step of an import. */
export interface ImportStep {
  refuse: (refusal: Refusal) => void
  /** Counts what the product had already. */
  know: (count?: number) => void
  /** Counts what the product has got. */
  save: (productId: number) => void
  changed: () => number[]
}

interface StepCounts extends ImportStep {
  refusals: Refusal[]
  known: number
  saved: number
}

function createStep(): StepCounts {
  const products = new Set<number>()
  const counts: StepCounts = {
    refusals: [],
    known: 0,
    saved: 0,
    refuse: (refusal) => void counts.refusals.push(refusal),
    know: (count = 1) => void (counts.known += count),
    save: (productId) => {
      counts.saved += 1
      products.add(productId)
    },
    changed: () => [...products],
  }
  return counts
}

export interface Totals {
  saved: number
  products: number
  known: number
  refused: number
}

/** Course of one import: its steps are counted, and their outcome is stored with them. */
export interface ImportRound {
  db: Kysely<DB>
  row: QueuedImport
  /** Person who sent the file; without one for a price list that came by itself. */
  author: AuditAuthor & Partial<Writer>
  now: Date
  begin: (total: number) => Promise<void>
  step: () => ImportStep
  /** Saves a step with its counts in one transaction. */
  save: (step: ImportStep, processed: number, work: (tx: Transaction<DB>) => Promise<unknown>) => Promise<void>
  totals: () => Totals
}

interface RoundOptions {
  db: Kysely<DB>
  row: QueuedImport
  now: Date
  stopping: AbortSignal
}

export function createRound({ db, row, now, stopping }: RoundOptions): ImportRound {
  // Background work has no request.
  const { actor_id: actorId, subject_id: subjectId } = row
  const author = { ...(actorId !== null && subjectId !== null && { actorId, subjectId }), address: '', requestId: '' }
  const products = new Set<number>()
  let [processed, saved, known, refused] = [0, 0, 0, 0]
  let current = createStep()
  return {
    ...{ db, row, author, now },
    begin: async (total) => {
      await restartContentImport(db, row.id)
      await updateContentImport(db, row.id, { total_count: total })
    },
    step: () => (current = createStep()),
    save: async (step, count, work) => {
      if (stopping.aborted) throw new Interrupted()
      await db.transaction().execute(async (tx) => {
        await work(tx)
        await insertRefusals(tx, row.id, current.refusals)
      })
      for (const id of step.changed()) products.add(id)
      processed += count
      saved += current.saved
      known += current.known
      refused += current.refusals.length
      await updateContentImport(db, row.id, {
        processed_count: processed,
        saved_count: saved,
        products_count: products.size,
        known_count: known,
        refused_count: refused,
      })
    },
    totals: () => ({ saved, products: products.size, known, refused }),
  }
}
