import { setImmediate } from 'node:timers/promises'
import { PRICE_FILE_DAYS, type PriceExportFailure } from '@artikul/contract/ordering/price-exports'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB, Sql } from '../../../platform/db/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { writeCsvFile, writeXlsxFile, type Row } from '../../../platform/table-file/index.ts'
import { selectPoint } from '../../companies/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import {
  markFailed,
  markReady,
  saveExportProgress,
  releaseFile,
  selectRecipient,
  type ClaimedFile,
} from './build-export.queries.ts'
import { priceExportReadyEmail } from './export-emails.ts'
import type { FileStore } from './export-storage.ts'
import { areGroupsGone } from './price-rows.queries.ts'
import { COLUMNS, priceRows } from './price-rows.ts'

export interface BuildDeps {
  /** Database handle with access to the files of every company. */
  db: Kysely<DB>
  /** Connection for the catalogue, which no company owns. */
  driver: Sql
  clock: Clock
  log: Logger
  mailer: Mailer
  pricing: Pricing
  store: FileStore
}

/** Time after which a builder without a sign of life counts as crashed. */
export const LEASE_MS = 60_000
const TELL_EVERY_MS = 1000
/** Rows written at once; a slice takes some milliseconds. */
const SLICE = 500
/** Number of server crashes caused by a file after which it is not tried again. */
const MAX_ATTEMPTS = 3
const DAY_MS = 86_400_000

/** Signals that another server has claimed the file: this one stops without writing anything. */
class TakenOver extends Error {}
/** Failure with a reason for the user. */
class CameToNothing extends Error {
  readonly failure: PriceExportFailure

  constructor(failure: PriceExportFailure) {
    super(failure)
    this.failure = failure
  }
}

const zoneOf = async (db: Db, { contractor_id: contractorId, consignee_id: point }: ClaimedFile) =>
  point === null ? null : ((await selectPoint(db, { contractorId, limits: null }, point))?.zone_id ?? null)

/** Splits pages into slices that are quickly converted to text; between slices the server answers other requests. */
async function* inSlices(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages)
    for (let at = 0; at < rows.length; at += SLICE) {
      yield rows.slice(at, at + SLICE)
      await setImmediate()
    }
}

/** Passes the rows through, recording the progress, and stops when the file is no longer wanted. */
async function* counted(deps: BuildDeps, file: ClaimedFile, slices: AsyncIterable<Row[]>, stopping: AbortSignal) {
  const progress = { rows: 0, toldAt: performance.now() }
  for await (const rows of slices) {
    stopping.throwIfAborted()
    yield rows
    progress.rows += rows.length
    if (performance.now() - progress.toldAt < TELL_EVERY_MS) continue
    progress.toldAt = performance.now()
    const leaseUntil = new Date(deps.clock.now().getTime() + LEASE_MS)
    if (!(await saveExportProgress(deps.db, file, progress.rows, leaseUntil))) throw new TakenOver()
  }
  return progress.rows
}

async function writeRows(deps: BuildDeps, file: ClaimedFile, stopping: AbortSignal): Promise<number> {
  const [quote, zoneId, path] = await Promise.all([
    deps.pricing(file.contractor_id),
    zoneOf(deps.db, file),
    deps.store.pathOf(file),
  ])
  let rows = 0
  const source = counted(deps, file, inSlices(priceRows({ ...deps, quote, zoneId }, file)), stopping)
  const pages = (async function* () {
    rows = yield* source
  })()
  if (file.format === 'csv') await writeCsvFile(path, COLUMNS, pages)
  else await writeXlsxFile(path, { columns: COLUMNS, pages })
  return rows
}

const finishOf = ({ clock }: BuildDeps) => {
  const at = clock.now()
  return { at, keepUntil: new Date(at.getTime() + PRICE_FILE_DAYS * DAY_MS) }
}

/** Completes the file and queues its email in one transaction. */
async function finish(deps: BuildDeps, file: ClaimedFile, rows: number) {
  const bytes = await deps.store.sizeOf(file)
  await deps.db.transaction().execute(async (tx) => {
    const done = finishOf(deps)
    if (!(await markReady(tx, file, { rows, bytes }, done))) throw new TakenOver()
    const person = await selectRecipient(tx, file)
    if (!person) return
    const { id: aboutId, contractor_id: contractorId, subject_id: personId } = file
    const event = { kind: 'price_export.ready', about: 'price_export', aboutId, contractorId, personId } as const
    await publishEvents(tx, [event], done.at)
    const groupsGone = await areGroupsGone(tx, file.group_ids)
    const readyFile = { rows, groupsGone, isDaily: file.is_daily, ...done }
    await deps.mailer.queue(tx, priceExportReadyEmail(deps.mailer, person, readyFile))
  })
}

async function attempt(deps: BuildDeps, file: ClaimedFile, stopping: AbortSignal) {
  if (file.attempts > MAX_ATTEMPTS) throw new CameToNothing('gave_up')
  if (!(await selectRecipient(deps.db, file))) throw new CameToNothing('no_access')
  await finish(deps, file, await writeRows(deps, file, stopping))
}

function failureOf(error: unknown): PriceExportFailure {
  if (error instanceof CameToNothing) return error.failure
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'no_space' : 'fault'
}

/** Builds a claimed file until success or failure; the written data is stored only when the file is complete. */
export async function buildFile(deps: BuildDeps, file: ClaimedFile, stopping: AbortSignal): Promise<void> {
  try {
    await attempt(deps, file, stopping)
  } catch (error) {
    await deps.store.remove([file])
    if (error instanceof TakenOver) return
    if (stopping.aborted) await releaseFile(deps.db, file)
    else {
      if (!(error instanceof CameToNothing))
        deps.log.error({ err: loggable(error), file: file.id }, 'price export not built')
      await markFailed(deps.db, file, failureOf(error), finishOf(deps))
    }
  }
}
