import {
  NEW_TARGET,
  ODATA_PRESETS,
  type OdataConnection,
  type OdataObject,
  type OdataSettings,
  type OdataStored,
} from '@artikul/contract/integrations/one-c-odata'
import { ONE_C_DIRECTIONS, type OneCDirection } from '@artikul/contract/integrations/one-c'
import { formatMoney } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { Kysely } from 'kysely'
import { changesBetween, recordEvent, type AuditedField } from '../../../../platform/audit/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { decrypt, encrypt, encryptionKeys, type EncryptionKeys } from '../../../../platform/encryption.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { enqueueJob } from '../../../../platform/jobs.ts'
import { pageOf, paginationOf } from '../../../../platform/paging.ts'
import type { ApplyDeps } from '../apply-documents.ts'
import { lockNode, updateNode } from '../nodes.queries.ts'
import { selectNode } from '../sessions.queries.ts'
import { Waits } from '../waits.ts'
import { applyContractByHand, objectNotFound } from './apply-objects.ts'
import * as queries from './connections.queries.ts'
import { OneCFailed } from './failures.ts'
import * as objects from './objects.queries.ts'
import type { CompanyContent, ContractContent, CorrectionContent } from './read-objects.ts'
import { requireBaseUrl, type AllowsOrigin } from './transport.ts'

/** Builds the keys that encrypt the passwords with which the portal reads bases of 1C. */
export const oneCKeys = (secret: string, previous?: string): EncryptionKeys =>
  encryptionKeys('1c odata password', secret, previous)

export interface ReadingDeps {
  clock: Clock
  keys: EncryptionKeys
  allowsPrivate: AllowsOrigin
}

const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
const yesNo = (is: boolean) => (is ? 'да' : 'нет')

type Audited = Omit<OdataSettings, 'version' | 'password' | 'overrides' | 'preset'> & {
  preset: OdataSettings['preset']
}

const FIELDS: readonly AuditedField<Audited>[] = [
  ['Адрес', ({ url }) => url],
  ['Логин', ({ login }) => login],
  ['Включено', ({ is_on: isOn }) => yesNo(isOn)],
  ['Читать каждые, мин', ({ every_minutes: minutes }) => String(minutes)],
  ['Документы с', ({ reads_from: day }) => day],
  ['План обмена', ({ exchange_plan: plan }) => plan],
  ['Конфигурация', ({ preset }) => (preset ? ODATA_PRESETS[preset] : 'определяется сама')],
]

/**
 * Requires the password again for another server or login, so that nobody can obtain it by naming their own server.
 * @throws AppError `input.invalid`
 */
function sealedPassword(
  { keys }: ReadingDeps,
  before: queries.StoredConnection | undefined,
  { url, login, password }: OdataSettings,
): Buffer {
  if (password !== '') return encrypt(keys, password)
  if (!before) throw refuse('password', 'Введите пароль пользователя 1С')
  if (before.login !== login || new URL(before.url).origin !== new URL(url).origin)
    throw refuse('password', 'Адрес или логин другой: введите пароль снова')
  return before.secret
}

/** Directions that the first connection turns on. */
const READ_DIRECTIONS: readonly OneCDirection[] = ['contracts', 'upd', 'debts']

/**
 * Connects the reading of a base, or changes it; the base is checked before it is read. The first connection turns on
 * contracts, УПД and debts, unless a person has chosen a part of it before.
 * @throws AppError `not_found`, `stale`, `input.invalid`
 */
export function saveConnection(
  db: Kysely<DB>,
  deps: ReadingDeps,
  author: Author,
  nodeId: number,
  input: OdataSettings,
): Promise<{ version: number }> {
  try {
    requireBaseUrl(input.url, deps.allowsPrivate)
  } catch (error) {
    if (error instanceof OneCFailed) throw refuse('url', [error.message, error.advice].filter(Boolean).join('. '))
    throw error
  }
  return db.transaction().execute(async (tx) => {
    const node = await lockNode(tx, nodeId)
    if (!node) throw new AppError('not_found', { detail: 'База 1С не найдена' })
    const before = await queries.lockConnection(tx, nodeId)
    if ((before?.version ?? null) !== input.version) throw new AppError('stale')
    const secret = sealedPassword(deps, before, input)
    const { version: _, password, ...settings } = input
    const saved = await queries.upsertConnection(tx, nodeId, { ...settings, secret }, author, deps.clock.now())
    const directions = node.directions as OneCDirection[] // allowed by a check of the table
    const isChosen = [...READ_DIRECTIONS, 'agreements' as const].some((one) => directions.includes(one))
    const isReadFirst = !before && !isChosen
    if (isReadFirst) await updateNode(tx, nodeId, { directions: [...directions, ...READ_DIRECTIONS] })
    await objects.forgetVersions(tx, nodeId)
    await enqueueJob(tx, 'one_c_reading')
    const changes = changesBetween<Audited>(FIELDS, before ?? null, settings)
    const passwordChange = password === '' ? [] : [{ field: 'Пароль', before: null, after: 'изменён' }]
    const turnedOn = isReadFirst ? READ_DIRECTIONS.map((one) => ONE_C_DIRECTIONS[one]).join(', ') : null
    await recordEvent(tx, author, {
      event: 'one_c.odata_changed',
      object: `1С «${node.name}»`,
      changes: [
        ...changes,
        ...passwordChange,
        ...(turnedOn ? [{ field: 'Направления', before: null, after: turnedOn }] : []),
      ],
    })
    return saved
  })
}

/** Password of a connection; null when it was encrypted with another secret. */
export const oneCPasswordOf = (
  keys: EncryptionKeys,
  { secret }: Pick<queries.StoredConnection, 'secret'>,
): string | null => decrypt(keys, secret)?.text ?? null

/** Encrypts every password with the current key again, so that the previous key can be removed from the settings. */
export async function resealOneCPasswords(db: Db, keys: EncryptionKeys): Promise<void> {
  for (const { node_id: id, secret } of await queries.selectConnections(db)) {
    const known = decrypt(keys, secret)
    if (known?.isOld) await queries.setConnectionSecret(db, id, encrypt(keys, known.text))
  }
}

const NONE_WAITING: OdataConnection['waiting'] = { company: 0, contract: 0, agreement: 0, upd: 0, correction: 0 }

export async function readConnection(
  db: Db,
  { clock }: Pick<ReadingDeps, 'clock'>,
  nodeId: number,
): Promise<OdataConnection | null> {
  const stored = await queries.selectConnection(db, nodeId)
  if (!stored) return null
  const { node_id: _, secret: _secret, scanned_at: _scanned, wants_check: wantsCheck, ...row } = stored
  return {
    ...row,
    checked_at: row.checked_at?.toISOString() ?? null,
    is_busy: row.is_on && (wantsCheck || row.next_read_at <= clock.now()),
    read_at: row.read_at?.toISOString() ?? null,
    next_read_at: row.next_read_at.toISOString(),
    waiting: { ...NONE_WAITING, ...(await objects.countWaitingObjects(db, nodeId)) },
  }
}

/** @throws AppError `not_found` for a base that is not read */
export function requestRound(
  db: Kysely<DB>,
  { clock }: Pick<ReadingDeps, 'clock'>,
  nodeId: number,
  what: 'check' | 'read',
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    if (!(await queries.requestReading(tx, nodeId, what, clock.now())))
      throw new AppError('not_found', { detail: 'Чтение этой базы не включено' })
    await enqueueJob(tx, 'one_c_reading')
    return {}
  })
}

/** «лимит 100 000,00 ₽, отсрочка 14 дней» */
function termsText({ limit_kop: limit, prepayment_percent: ahead, deferment_days: days }: ContractContent): string {
  return [
    limit === null ? '' : `лимит ${formatMoney(limit)} ₽`,
    ahead === null || ahead === 0 ? '' : `предоплата ${ahead} %`,
    days === null || days === 0 ? '' : `отсрочка ${counted(days, 'день', 'дня', 'дней')}`,
  ]
    .filter(Boolean)
    .join(', ')
}

type Listed = Awaited<ReturnType<typeof objects.selectObjects>>[number]

function detailsOf({ kind, content, company, price_type: priceType }: Listed): string {
  // The kind decides which content was stored.
  const stored: unknown = content
  if (kind === 'company') {
    const { inn, kpp } = stored as CompanyContent
    return [inn && `ИНН ${inn}`, kpp && `КПП ${kpp}`].filter(Boolean).join(', ')
  }
  if (kind === 'contract') return [company ?? '', termsText(stored as ContractContent)].filter(Boolean).join(': ')
  if (kind === 'agreement') return [company ?? '', priceType && `вид цен «${priceType}»`].filter(Boolean).join(': ')
  const { basis_number: basis, sum_kop: kop } = stored as Partial<CorrectionContent>
  return [basis && `отгрузка № ${basis}`, typeof kop === 'number' && `${formatMoney(kop)} ₽`].filter(Boolean).join(', ')
}

const presentObject = (row: Listed): OdataObject => ({
  kind: row.kind,
  external_id: row.external_id,
  name: row.name,
  details: detailsOf(row),
  state: row.state === 'new' ? 'waiting' : row.state,
  reason: row.reason,
  is_matched_by_hand: row.is_matched_by_hand,
  target: row.target,
  proposals: row.state === 'gone' ? [] : row.proposals,
})

interface ListQuery {
  kind: OdataStored
  q?: string | undefined
  state?: OdataObject['state'] | undefined
  page?: number | undefined
  page_size?: number | undefined
}

export async function listObjects(db: Db, nodeId: number, query: ListQuery) {
  const page = pageOf(query)
  const rows = await objects.selectObjects(db, nodeId, query, page)
  return { results: rows.map(presentObject), pagination: paginationOf(page, rows[0]?.total ?? 0) }
}

interface Match {
  kind: 'company' | 'contract'
  external_id: string
  target: number | typeof NEW_TARGET | null
}

const targetNotFound = () => new AppError('not_found', { detail: 'Такого покупателя или договора на портале нет' })

async function matchCompany(tx: Db, nodeId: number, { external_id: id, target }: Match): Promise<void> {
  if (target === NEW_TARGET) throw refuse('target', 'Покупатель регистрируется на портале сам или его заводит менеджер')
  if (target !== null && !(await objects.isActiveCompany(tx, target))) throw targetNotFound()
  const settled = {
    state: target === null ? 'idle' : 'applied',
    reason: target === null ? 'Снято вручную' : '',
  } as const
  await objects.settleObject(
    tx,
    nodeId,
    { kind: 'company', external_id: id },
    { ...settled, target_id: target, is_matched_by_hand: true },
  )
  await objects.reopenContracts(tx, nodeId, id)
}

/**
 * Matches an object of 1C by hand, detaches it, or creates the contract; rules leave it alone afterwards.
 * @throws AppError `not_found`, `input.invalid`
 */
export function matchObject(
  db: Kysely<DB>,
  deps: ApplyDeps,
  author: Author,
  nodeId: number,
  match: Match,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const node = await selectNode(tx, nodeId)
    const row = node && (await objects.lockObject<ContractContent>(tx, nodeId, match.kind, match.external_id))
    if (!row) throw objectNotFound()
    if (match.kind === 'company') await matchCompany(tx, nodeId, match)
    else if (match.target === null) {
      const settled = { state: 'idle', reason: 'Снято вручную', target_id: null, is_matched_by_hand: true } as const
      await objects.settleObject(tx, nodeId, row, settled)
    } else {
      if (node.is_trial) throw refuse('target', 'Идёт пробный режим: включите обмен')
      const target = match.target === NEW_TARGET ? null : match.target
      if (target !== null && !(await objects.isContractOf(tx, node, row.belongs_to, target))) throw targetNotFound()
      const work = { tx, deps, node }
      const settled = await applyContractByHand(work, { ...row, target_id: target }).catch((error: unknown) => {
        throw error instanceof Waits ? refuse('target', error.message) : error
      })
      const made = { target_id: target, ...settled, is_matched_by_hand: true }
      await objects.settleObject(tx, nodeId, row, made)
    }
    await recordEvent(tx, author, { event: 'one_c.object_matched', object: `1С «${node.name}»: ${row.name}` })
    await enqueueJob(tx, 'one_c_reading')
    return {}
  })
}
