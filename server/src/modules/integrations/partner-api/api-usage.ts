import { API_USAGE_DAYS, type ApiLimitsPatch, type ApiUsage } from '@artikul/contract/integrations/api-keys'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { moscowDate } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import * as queries from './api-usage.queries.ts'

const DAY_MS = 86_400_000

async function requireCompany(db: Db, id: number): Promise<void> {
  if (!(await queries.isCompany(db, id))) throw new AppError('not_found', { detail: 'Компания не найдена' })
}

/**
 * Reads how a company uses the API: calls, searches and refusals by key, and orders of its programs.
 * @throws AppError `not_found`
 */
export async function readUsage(db: Db, contractorId: number, now: Date): Promise<ApiUsage> {
  await requireCompany(db, contractorId)
  const since = new Date(now.getTime() - API_USAGE_DAYS * DAY_MS)
  const keys = await queries.selectUsedKeys(db, contractorId, moscowDate(since))
  const limits = await queries.selectLimits(db, contractorId)
  return {
    keys: keys.map((key) => ({ ...key, last_used_at: key.last_used_at?.toISOString() ?? null })),
    orders: await queries.countProgramOrders(db, contractorId, since),
    limits: limits ?? { version: 0, calls_per_minute: null, calls_per_day: null },
  }
}

const FIELDS: readonly AuditedField<Omit<ApiLimitsPatch, 'version'>>[] = [
  ['Вызовов в минуту', ({ calls_per_minute: calls }) => (calls === null ? null : String(calls))],
  ['Вызовов в сутки', ({ calls_per_day: calls }) => (calls === null ? null : String(calls))],
]

/**
 * Sets the largest limits of any key of the company.
 * @throws AppError `not_found`, `stale`
 */
export function setLimits(
  db: Kysely<DB>,
  { author, now }: { author: Author; now: Date },
  contractorId: number,
  { version, ...limits }: ApiLimitsPatch,
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    await requireCompany(tx, contractorId)
    const before = await queries.selectLimits(tx, contractorId)
    const saved = await queries.upsertLimits(tx, contractorId, { version, ...limits }, author, now)
    if (!saved) throw new AppError('stale')
    await recordEvent(tx, author, {
      event: 'api_limits.changed',
      contractorId,
      object: 'Все ключи API',
      changes: changesBetween(FIELDS, before ?? null, limits),
    })
    return saved
  })
}
