import {
  MAX_TASKS_PER_KIND,
  MAX_TASKS_OF_KIND,
  type WorkItem,
  type WorkQueue,
} from '@artikul/contract/workspace/work-queue'
import { workKindsFor, type WorkKind, type WorkScope } from '@artikul/contract/workspace/work-kinds'
import type { RawBuilder } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { Actor } from '../../../platform/http/index.ts'
import type { CatalogDirectory, ReadDirectory } from '../../catalog/index.ts'
import { nextRun } from '../../pricing/index.ts'
import { answerBy } from '../../ordering/index.ts'
import { ASSIGNMENT_TTL_MS } from './assignments.ts'
import { WORK, type RunOfToday } from './queue.queries.ts'
import { selectCompanies, type TaskFilter, type WorkRow } from './task-filter.queries.ts'

export interface QueueDeps {
  clock: Clock
  readDirectory: ReadDirectory
}

const DAY_MS = 86_400_000
/** Converts a day and time in Moscow, whose offset is constant all year. */
const momentOf = (day: string, time: string) => new Date(`${day}T${time}:00+03:00`)
const endOf = (day: string) => new Date(momentOf(day, '00:00').getTime() + DAY_MS)

/** Finds today's runs, the next one of each zone. */
function runsOfToday(now: Date, directory: CatalogDirectory): RunOfToday[] {
  const today = moscowDate(now)
  return [...directory.zones.keys()].flatMap((zoneId) => {
    const run = nextRun(now, directory, zoneId)
    return run?.day === today ? [{ zoneId, at: momentOf(run.day, run.leavesAt) }] : []
  })
}

/** Returns the deadline; an item without its own has the same time as a quote request created at that moment. */
const dueOf = ({ due, due_day: day, since }: WorkRow, { daysOff }: CatalogDirectory): Date =>
  due ?? (day === null ? answerBy(since, daysOff) : endOf(day))

function present(kind: WorkKind, row: WorkRow, directory: CatalogDirectory): WorkItem {
  const { contractor_id: id, contractor: name, taken_by: taker } = row
  return {
    kind,
    id: row.id,
    label: row.label,
    contractor: id === null || name === null ? null : { id, name },
    what: row.what,
    count: row.count,
    since: row.since.toISOString(),
    due_at: dueOf(row, directory).toISOString(),
    taken: taker === null ? null : { id: taker, full_name: row.taken_name ?? '' },
  }
}

const byDue = (one: WorkItem, other: WorkItem) =>
  one.due_at.localeCompare(other.due_at) || one.kind.localeCompare(other.kind) || one.id - other.id

/**
 * «Мой день»: reads the person's tasks by deadline. The most urgent ones of each kind are shown, so that no kind hides
 * another.
 */
export async function readQueue(
  db: Db,
  { clock, readDirectory }: QueueDeps,
  actor: Actor,
  { scope, kind: only }: { scope: WorkScope; kind?: WorkKind | undefined },
): Promise<WorkQueue> {
  const now = clock.now()
  const today = moscowDate(now)
  const directory = await readDirectory()
  const whose: TaskFilter = {
    companies: scope === 'all' ? null : await selectCompanies(db, scope, actor.userId, today),
    takenBy: scope === 'mine' ? actor.userId : null,
    takenSince: new Date(now.getTime() - ASSIGNMENT_TTL_MS),
  }
  const most = MAX_TASKS_OF_KIND + 1
  const reads: Record<WorkKind, () => RawBuilder<WorkRow>> = {
    unanswered: () => WORK.unanswered(whose, most),
    cancel: () => WORK.cancels(whose, most),
    request: () => WORK.requests(whose, most),
    message: () => WORK.messages(whose, most),
    confirm: () => WORK.confirm(whose, most),
    unblock: () => WORK.creditHoldOverride(whose, most),
    late: () => WORK.late(whose, most, today),
    supplier: () => WORK.suppliers(whose, most),
    ready: () => WORK.ready(whose, runsOfToday(now, directory)),
    claim: () => WORK.claims(whose, scope, most),
    exchange: () => WORK.exchange(most),
  }
  const found = await Promise.all(
    workKindsFor(actor.roles, actor.rights).map(async (kind) => ({
      kind,
      rows: (await reads[kind]().execute(db)).rows,
    })),
  )
  const shown = only === undefined ? MAX_TASKS_PER_KIND : MAX_TASKS_OF_KIND
  const chosen = found.filter(({ kind }) => only === undefined || kind === only)
  const results = chosen.flatMap(({ kind, rows }) =>
    rows
      .map((row) => present(kind, row, directory))
      .toSorted(byDue)
      .slice(0, shown),
  )
  return {
    results: results.toSorted(byDue),
    counts: Object.fromEntries(found.map(({ kind, rows }) => [kind, Math.min(rows.length, MAX_TASKS_OF_KIND)])),
    has_more: chosen.some(({ rows }) => rows.length > shown),
  }
}
