import { setImmediate } from 'node:timers/promises'
import { PRICE_FILE_DAYS, type PriceFileFailure } from '@artikul/contract/ordering/price-files'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB, Sql } from '../../../platform/db/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { writeCsvFile, writeXlsxFile, type Row } from '../../../platform/table-file/index.ts'
import { selectPoint } from '../../companies/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { tellOf } from '../../../platform/events/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { markFailed, markReady, noteProgress, releaseFile, selectRecipient, type ClaimedFile } from './build.queries.ts'
import { readyLetter } from './price-files.letters.ts'
import type { FileStore } from './price-files.storage.ts'
import { areGroupsGone } from './price-rows.queries.ts'
import { COLUMNS, priceRows } from './price-rows.ts'

export interface BuildDeps {
  /** Sees the files of every company. */
  db: Kysely<DB>
  /** The catalogue, which belongs to nobody. */
  driver: Sql
  clock: Clock
  log: Logger
  mailer: Mailer
  pricing: Pricing
  store: FileStore
}

/** How long a builder that says nothing is believed to live. */
export const LEASE_MS = 60_000
const TELL_EVERY_MS = 1000
/** Rows that are written in one go: some milliseconds. */
const SLICE = 500
/** A file that has taken the server down so many times is not tried again. */
const MOST_ATTEMPTS = 3
const DAY_MS = 86_400_000

/** Another server has taken the file over: this one leaves without a trace. */
class TakenOver extends Error {}
/** A reason that a person is told of. */
class CameToNothing extends Error {
  readonly failure: PriceFileFailure

  constructor(failure: PriceFileFailure) {
    super(failure)
    this.failure = failure
  }
}

const zoneOf = async (db: Db, { contractor_id: contractorId, consignee_id: point }: ClaimedFile) =>
  point === null ? null : ((await selectPoint(db, { contractorId, limits: null }, point))?.zone_id ?? null)

/** Pages in slices that are soon turned into text; between them the server answers whoever asks. */
async function* inSlices(pages: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages)
    for (let at = 0; at < rows.length; at += SLICE) {
      yield rows.slice(at, at + SLICE)
      await setImmediate()
    }
}

/** The same rows; tells how far it has come, and stops when nobody waits for the rest. */
async function* counted(deps: BuildDeps, file: ClaimedFile, slices: AsyncIterable<Row[]>, stopping: AbortSignal) {
  const progress = { rows: 0, toldAt: performance.now() }
  for await (const rows of slices) {
    stopping.throwIfAborted()
    yield rows
    progress.rows += rows.length
    if (performance.now() - progress.toldAt < TELL_EVERY_MS) continue
    progress.toldAt = performance.now()
    const leaseUntil = new Date(deps.clock.now().getTime() + LEASE_MS)
    if (!(await noteProgress(deps.db, file, progress.rows, leaseUntil))) throw new TakenOver()
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

/** The letter leaves if and only if the file is ready. */
async function finish(deps: BuildDeps, file: ClaimedFile, rows: number) {
  const bytes = await deps.store.sizeOf(file)
  await deps.db.transaction().execute(async (tx) => {
    const done = finishOf(deps)
    if (!(await markReady(tx, file, { rows, bytes }, done))) throw new TakenOver()
    const person = await selectRecipient(tx, file)
    if (!person) return
    const { id: aboutId, contractor_id: contractorId, subject_id: personId } = file
    const happening = { kind: 'price_file.ready', about: 'price_file', aboutId, contractorId, personId } as const
    await tellOf(tx, [happening], done.at)
    const groupsGone = await areGroupsGone(tx, file.group_ids)
    const told = { rows, groupsGone, isDaily: file.is_daily, ...done }
    await deps.mailer.queue(tx, readyLetter(deps.mailer, person, told))
  })
}

async function attempt(deps: BuildDeps, file: ClaimedFile, stopping: AbortSignal) {
  if (file.attempts > MOST_ATTEMPTS) throw new CameToNothing('gave_up')
  if (!(await selectRecipient(deps.db, file))) throw new CameToNothing('no_access')
  await finish(deps, file, await writeRows(deps, file, stopping))
}

function failureOf(error: unknown): PriceFileFailure {
  if (error instanceof CameToNothing) return error.failure
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'no_space' : 'fault'
}

/** Builds a file that was claimed, to whatever end; what was written of it stays only when it is ready. */
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
