import { parcelSteps } from '@artikul/contract/ordering/orders/parcel'
import { PART_LINK_DAYS, type PartStatus } from '@artikul/contract/ordering/orders/part-links'
import type { AccessScope } from '../../../../platform/access/index.ts'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { hashOfLink, networkOf, newLinkSecret, recordFailure, requirePatience } from '../../../identity/index.ts'
import { isReadableLine, selectMoves, wayOf } from '../orders.queries.ts'
import * as queries from './part-links.queries.ts'

const since = (now: Date) => new Date(now.getTime() - PART_LINK_DAYS * 86_400_000)

/** @throws AppError `not_found`, also for another company's line */
async function requireLine(db: Db, reader: AccessScope, lineId: number) {
  if (!(await isReadableLine(db, reader, lineId))) throw new AppError('not_found', { detail: 'Строка не найдена' })
}

/** Returns when the working link of a line was created; null without one. */
export async function readLineLink(db: Db, reader: AccessScope, lineId: number, now: Date): Promise<string | null> {
  await requireLine(db, reader, lineId)
  return (await queries.selectLink(db, lineId, since(now)))?.created_at.toISOString() ?? null
}

/** Creates the link of a line and returns its secret, which is stored as a hash only; an earlier link stops working. */
export async function createPartLink(
  db: Db,
  { reader, author, now }: { reader: AccessScope; author: Writer; now: Date },
  lineId: number,
): Promise<string> {
  await requireLine(db, reader, lineId)
  const token = newLinkSecret()
  const { contractor_id } = await queries.selectCompanyOfLine(db, lineId)
  await queries.saveLink(db, author, {
    line_id: lineId,
    contractor_id,
    token_hash: hashOfLink(token),
    created_at: now,
  })
  return token
}

export async function revokePartLink(
  db: Db,
  { reader, author, now }: { reader: AccessScope; author: Writer; now: Date },
  lineId: number,
) {
  await requireLine(db, reader, lineId)
  await queries.revokeLink(db, lineId, author, now)
}

/**
 * Reads the line behind a link; attempts are limited by network address.
 * @throws AppError `part_link.expired`, `auth.too_many_attempts`
 */
export async function readPart(
  db: Db,
  { token, address, now }: { token: string; address: string; now: Date },
): Promise<PartStatus> {
  const attempts = [{ kind: 'part at address', of: networkOf(address) }] as const
  await requirePatience(db, attempts, now)
  const line = await queries.selectLinkedLine(db, hashOfLink(token), since(now))
  if (!line) {
    await recordFailure(db, attempts, now)
    throw new AppError('part_link.expired')
  }
  const { id, states, ...shown } = line
  const history = (await selectMoves(db, [id])).map((move) => ({ at: move.created_at.toISOString(), ...wayOf(move) }))
  const steps = parcelSteps(states, history)
  const hasArrived = steps === null || steps.some(({ stage, at }) => stage === 'arrived' && at !== null)
  return { ...shown, steps, is_late: !hasArrived && line.expected_date < moscowDate(now) }
}
