import {
  API_KEY_LIMIT,
  type ApiKey,
  type ApiKeyPatch,
  type ApiKeySecret,
  type NewApiKey,
} from '@artikul/contract/integrations/api-keys'
import { KEY_SCOPES } from '@artikul/contract/core/key-scopes'
import { formatMoney } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { CompanyScope } from '../../../platform/access/index.ts'
import type { Author } from '../../../platform/http/index.ts'
import type { Hasher } from '../../../platform/keyed-hash.ts'
import { ownsConsignee } from '../../companies/index.ts'
import * as queries from './api-keys.queries.ts'
import { createKeyLogin, createKeySecret, md5Of, tokenOf } from './key-secrets.ts'

interface Deps {
  clock: Clock
  hasher: Hasher
}

const HOUR_MS = 3_600_000
const NOT_FOUND = { detail: 'Ключ не найден' }
const nameOf = (name: string) => `Ключ «${name}»`

function refusalOf(row: queries.ListedKey, today: string): string {
  if (!row.has_maker) return 'Создавший ключ больше не работает в компании'
  if (row.stopped_reason !== null) return 'Заказы компании остановлены'
  return row.valid_until !== null && row.valid_until < today ? 'Срок ключа закончился' : ''
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

/** Lists the keys of the company that are not revoked, newest first. */
export async function listKeys(db: Db, contractorId: number, now: Date): Promise<ApiKey[]> {
  const today = moscowDate(now)
  const rows = await queries.selectKeys(db, contractorId, today)
  return rows.map((row) => ({
    ...row,
    consignee: row.consignee ?? '',
    created_at: row.created_at.toISOString(),
    last_used_at: iso(row.last_used_at),
    previous_until: row.previous_until !== null && row.previous_until > now ? row.previous_until.toISOString() : null,
    calls_today: row.calls_today ?? 0,
    refused_today: row.refused_today ?? 0,
    refusal: refusalOf(row, today),
  }))
}

async function requirePoint(db: Db, member: CompanyScope, id: number | null) {
  if (id !== null && !(await ownsConsignee(db, member, id)))
    throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
}

/**
 * Makes a key that acts for its author and returns its secret, which is shown once.
 * @throws AppError `not_found` for another company's consignee, `api_key.limit_reached`
 */
export function createKey(
  db: Kysely<DB>,
  { clock, hasher }: Deps,
  { author, member }: { author: Author; member: CompanyScope },
  input: NewApiKey,
): Promise<ApiKeySecret> {
  return db.transaction().execute(async (tx) => {
    await requirePoint(tx, member, input.consignee_id)
    if ((await queries.countKeysLocked(tx, member.contractorId)) >= API_KEY_LIMIT)
      throw new AppError('api_key.limit_reached')
    const [login, secret] = [createKeyLogin(), createKeySecret()]
    const key = { ...input, login, secret_hash: hasher.hash(md5Of(secret)) }
    const { id } = await queries.insertKey(tx, member.contractorId, key, author, clock.now())
    await recordEvent(tx, author, {
      event: 'api_key.created',
      object: nameOf(input.name),
      changes: changesBetween(FIELDS, null, { ...input, consignee: null }),
    })
    return { id, login, secret, token: tokenOf(login, secret) }
  })
}

type Audited = Omit<NewApiKey, 'consignee_id'> & { consignee: string | null }

const FIELDS: readonly AuditedField<Audited>[] = [
  ['Название', ({ name }) => name],
  ['Права', ({ scopes }) => scopes.map((scope) => KEY_SCOPES[scope]).join(', ')],
  ['Точка', ({ consignee }) => consignee],
  ['Только эта точка', ({ is_point_only: isOnly }) => (isOnly ? 'да' : null)],
  ['Адреса', ({ addresses }) => addresses.join(', ')],
  ['Действует по', ({ valid_until: day }) => day],
  ['Вызовов в минуту', (key) => String(key.calls_per_minute)],
  ['Вызовов в сутки', (key) => String(key.calls_per_day)],
  ['Предел заказа', ({ order_limit_kop: kop }) => (kop === null ? null : `${formatMoney(kop)} ₽`)],
]

async function requireKey(tx: Db, contractorId: number, id: number): Promise<queries.LockedKey> {
  const key = await queries.lockKey(tx, contractorId, id)
  if (!key) throw new AppError('not_found', NOT_FOUND)
  return key
}

/** @throws AppError `not_found`, `stale` */
export function changeKey(
  db: Kysely<DB>,
  { author, member }: { author: Author; member: CompanyScope },
  id: number,
  { version, ...input }: ApiKeyPatch,
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await requireKey(tx, member.contractorId, id)
    if (before.version !== version) throw new AppError('stale')
    if (input.consignee_id !== before.consignee_id) await requirePoint(tx, member, input.consignee_id)
    const saved = await queries.updateKey(tx, id, input, author)
    const after = await requireKey(tx, member.contractorId, id)
    const changes = changesBetween(FIELDS, before, after)
    await recordEvent(tx, author, { event: 'api_key.changed', object: nameOf(input.name), changes })
    return saved
  })
}

/**
 * Gives the key a new secret; the previous one is accepted for some hours more.
 * @throws AppError `not_found`
 */
export function rotateKey(
  db: Kysely<DB>,
  { clock, hasher }: Deps,
  { author, contractorId }: { author: Author; contractorId: number },
  { id, overlapHours }: { id: number; overlapHours: number },
): Promise<ApiKeySecret> {
  return db.transaction().execute(async (tx) => {
    const key = await requireKey(tx, contractorId, id)
    const secret = createKeySecret()
    const until = new Date(clock.now().getTime() + overlapHours * HOUR_MS)
    const previous = overlapHours > 0 ? { previous_hash: key.secret_hash, previous_until: until } : NO_PREVIOUS
    await queries.updateKey(tx, id, { secret_hash: hasher.hash(md5Of(secret)), ...previous }, author)
    await recordEvent(tx, author, {
      event: 'api_key.rotated',
      object: nameOf(key.name),
      changes: [{ field: 'Прежний секрет действует, ч', before: null, after: String(overlapHours) }],
    })
    return { id, login: key.login, secret, token: tokenOf(key.login, secret) }
  })
}

const NO_PREVIOUS = { previous_hash: null, previous_until: null }

/** @throws AppError `not_found` */
export function revokeKey(
  db: Kysely<DB>,
  { clock }: Pick<Deps, 'clock'>,
  { author, contractorId }: { author: Author; contractorId: number },
  id: number,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const key = await requireKey(tx, contractorId, id)
    await queries.updateKey(tx, id, { revoked_at: clock.now() }, author)
    await recordEvent(tx, author, { event: 'api_key.revoked', object: nameOf(key.name) })
    return {}
  })
}
