import type {
  LegalDesk,
  LegalDeskVersion,
  LegalState,
  LegalText,
  LegalVersionText,
  NewLegalText,
} from '@artikul/contract/companies/legal'
import { AgreedKind, LEGAL_LABELS, LegalKind as Kind, type LegalKind } from '@artikul/contract/companies/legal-kinds'
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { dayText, moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { partsOf, requireReadable } from '../../../platform/files/rich-text.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import * as queries from './legal.queries.ts'

interface Row {
  version: number
  title: string
  hash: string
  published_at: Date
  in_force_from: string
  note: string
  withdrawn_at: Date | null
  by: string | null
}
type RowWithBody = Row & { body: string }

function stateOf({ withdrawn_at, in_force_from, version }: Row, current: number, today: string): LegalState {
  if (withdrawn_at) return 'withdrawn'
  if (in_force_from > today) return 'future'
  return version === current ? 'current' : 'former'
}

const present = (row: Row, state: LegalState): LegalDeskVersion => ({
  version: row.version,
  hash: row.hash,
  published_at: row.published_at.toISOString(),
  in_force_from: row.in_force_from,
  note: row.note,
  by: row.by,
  state,
})

const presentText = (kind: LegalKind, row: RowWithBody): LegalText => ({
  kind,
  version: row.version,
  title: row.title,
  body: row.body,
  parts: partsOf(row.body),
  hash: row.hash,
  published_at: row.published_at.toISOString(),
  in_force_from: row.in_force_from,
})

/** Reads the text in force. */
export const readTextInForce = async (db: Db, kind: LegalKind, now: Date): Promise<LegalText> =>
  presentText(kind, await queries.selectTextInForce(db, kind, moscowDate(now)))

type Which = 'all' | 'standing'

/** @param which withdrawn versions are not shown to visitors */
export async function listVersions(
  db: Db,
  now: Date,
  kind: LegalKind,
  which: Which,
  query: Parameters<typeof pageOf>[0],
) {
  const page = pageOf(query)
  const today = moscowDate(now)
  const [{ rows, total }, current] = await Promise.all([
    queries.selectVersions(db, kind, which, page),
    queries.selectTextInForce(db, kind, today),
  ])
  return {
    results: rows.map((row) => present(row, stateOf(row, current.version, today))),
    pagination: paginationOf(page, total),
  }
}

/** @throws AppError `not_found` */
export async function readVersion(
  db: Db,
  now: Date,
  kind: LegalKind,
  version: number,
  which: Which,
): Promise<LegalVersionText> {
  const today = moscowDate(now)
  const [row, current] = await Promise.all([
    queries.selectVersion(db, kind, version, which),
    queries.selectTextInForce(db, kind, today),
  ])
  if (!row) throw new AppError('not_found', { detail: 'Такой редакции нет' })
  return { ...presentText(kind, row), note: row.note, state: stateOf(row, current.version, today) }
}

/**
 * Reads every kind of text with the version in force, its number of consents where applicable, and the next version.
 */
export async function readDesk(db: Db, now: Date): Promise<LegalDesk[]> {
  const today = moscowDate(now)
  return Promise.all(
    Kind.options.map(async (kind) => {
      const agreedKind = AgreedKind.safeParse(kind)
      const current = await queries.selectTextInForce(db, kind, today)
      const [agreed, waiting, last_version] = await Promise.all([
        agreedKind.success ? queries.countAgreed(db, agreedKind.data, current.version) : null,
        queries.selectWaitingText(db, kind, today),
        queries.selectLastVersion(db, kind),
      ])
      return {
        kind,
        current: { ...present(current, 'current'), agreed },
        waiting: waiting ? present(waiting, 'future') : null,
        last_version,
      }
    }),
  )
}

interface Deps {
  clock: Clock
}

const refusal = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
const nameOf = (kind: LegalKind, version: number) => `${LEGAL_LABELS[kind]}, редакция ${version}`

/**
 * Publishes the next version, which is immutable from then on.
 * @throws AppError `stale` when a newer version exists than the one shown, `legal.already_scheduled`, `input.invalid`
 */
export async function publishVersion(
  db: Kysely<DB>,
  { clock }: Deps,
  author: Author,
  kind: LegalKind,
  { version, body, in_force_from, note }: NewLegalText,
): Promise<{ version: number }> {
  const now = clock.now()
  const today = moscowDate(now)
  if (in_force_from < today) throw refusal('in_force_from', 'Сегодня или позже')
  requireReadable(body)
  return db.transaction().execute(async (tx) => {
    const current = await queries.selectTextInForce(tx, kind, today)
    if ((await queries.selectLastVersion(tx, kind)) !== version) throw new AppError('stale')
    if (await queries.selectWaitingText(tx, kind, today)) throw new AppError('legal.already_scheduled')
    if (current.body === body) throw refusal('body', 'Текст тот же, что в действующей редакции')
    const hash = createHash('sha256').update(body, 'utf8').digest('hex')
    const next = { kind, version: version + 1, title: current.title, body, hash, in_force_from, note }
    // The key of versions admits only one of two concurrent publications.
    const saved = await queries.insertVersion(tx, author, { ...next, published_at: now })
    if (saved === undefined) throw new AppError('stale')
    const changes = [
      { field: 'Действует с', before: dayText(current.in_force_from), after: dayText(in_force_from) },
      ...(note ? [{ field: 'Что изменилось', before: null, after: note }] : []),
      { field: 'Текст', before: current.body, after: body },
    ]
    await recordEvent(tx, author, { event: 'legal.published', object: nameOf(kind, saved), changes })
    return { version: saved }
  })
}

/**
 * Withdraws a version that is not in force yet; its number is not reused.
 * @throws AppError `not_found`, `legal.in_force`, `stale` when it was already withdrawn
 */
export async function withdrawVersion(
  db: Kysely<DB>,
  { clock }: Deps,
  author: Author,
  kind: LegalKind,
  version: number,
): Promise<Record<string, never>> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const row = await queries.selectVersion(tx, kind, version, 'all')
    if (!row) throw new AppError('not_found', { detail: 'Такой редакции нет' })
    if (row.withdrawn_at) throw new AppError('stale')
    if (row.in_force_from <= moscowDate(now)) throw new AppError('legal.in_force')
    if (!(await queries.insertWithdrawal(tx, author, row.id, now))) throw new AppError('stale')
    const changes = [{ field: 'Действует с', before: dayText(row.in_force_from), after: null }]
    await recordEvent(tx, author, { event: 'legal.withdrawn', object: nameOf(kind, version), changes })
    return {}
  })
}
