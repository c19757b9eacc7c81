import {
  ONE_C_DIRECTIONS,
  ONE_C_MAPPED,
  PURCHASE_PRICE,
  UNUSED_1C,
  type NewOneCNode,
  type OneCAccess,
  type OneCMapped,
  type OneCMappingPatch,
  type OneCMatches,
  type OneCNode,
  type OneCNodePatch,
} from '@artikul/contract/integrations/one-c'
import { counted } from '@artikul/contract/core/plural'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { createLogin, createPassword, type Hasher } from './credentials.ts'
import { setDocumentOutcome, lockDocument } from './documents.queries.ts'
import { mapGroupsByName, noteNewGoods, noteNewOffers } from './goods.queries.ts'
import * as queries from './nodes.queries.ts'
import { resendOrder } from './orders.queries.ts'
import { forgetPhotos } from './pictures.queries.ts'
import { endExchangeSessionsOf } from './sessions.queries.ts'

interface Deps {
  clock: Clock
  hasher: Hasher
}

const NOT_FOUND = { detail: 'База 1С не найдена' }
const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
const nameOf = (name: string) => `1С «${name}»`

export async function requireNode(db: Db, id: number): Promise<void> {
  if (!(await queries.isNode(db, id))) throw new AppError('not_found', NOT_FOUND)
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export async function listNodes(db: Db): Promise<OneCNode[]> {
  const rows = await queries.selectNodes(db)
  return rows.map((row) => ({
    ...row,
    last_exchange_at: iso(row.last_exchange_at),
    unconfirmed_since: iso(row.unconfirmed_since),
  }))
}

/**
 * Connects a base of 1C and returns its access, which is shown once.
 * @throws AppError `input.invalid` for an unknown or closed seller, or a name in use
 */
export function createNode(
  db: Kysely<DB>,
  { clock, hasher }: Deps,
  author: Author,
  input: NewOneCNode,
): Promise<OneCAccess> {
  return db.transaction().execute(async (tx) => {
    const seller = await queries.selectSellerInUse(tx, input.seller_id)
    if (!seller) throw refuse('seller_id', 'Выберите нашу компанию')
    const [login, password] = [createLogin(), createPassword()]
    const node = { ...input, login, password_hash: hasher.hash(password) }
    const made = await queries.insertNode(tx, node, author, clock.now())
    if (!made) throw refuse('name', 'База с таким названием уже есть')
    await recordEvent(tx, author, { event: 'one_c.connected', object: `${nameOf(input.name)}, ${seller.name}` })
    return { id: made.id, login, password }
  })
}

const SIMULATED = 'Имитация 1С'

/**
 * Connects the simulated base of 1C, or gives it a new password. It exchanges documents only: its goods are not those of
 * the warehouse.
 * @throws AppError `input.invalid` for an unknown or closed seller
 */
export async function connectSimulated(
  db: Kysely<DB>,
  deps: Deps,
  author: Author,
  sellerId: number,
): Promise<OneCAccess> {
  const known = await queries.selectNodeNamed(db, SIMULATED)
  if (known) return renewPassword(db, deps, author, known.id)
  const access = await createNode(db, deps, author, { seller_id: sellerId, name: SIMULATED, default_brand: '' })
  await queries.updateNode(db, access.id, {
    directions: ['orders_out', 'orders_in', 'shipments', 'payments'],
    is_trial: false,
  })
  return access
}

const directionTexts = (directions: readonly (keyof typeof ONE_C_DIRECTIONS)[]) =>
  directions.map((one) => ONE_C_DIRECTIONS[one]).join(', ') || 'нет'
const yesNo = (is: boolean) => (is ? 'да' : 'нет')

function changesOf(
  before: NonNullable<Awaited<ReturnType<typeof queries.lockNode>>>,
  input: Omit<OneCNodePatch, 'version'>,
) {
  const fields = [
    ['Название', before.name, input.name],
    ['Производитель без указания', before.default_brand, input.default_brand],
    ['Направления', directionTexts(before.directions as OneCNode['directions']), directionTexts(input.directions)],
    ['Пауза', yesNo(before.is_paused), yesNo(input.is_paused)],
    ['Пробный режим', yesNo(before.is_trial), yesNo(input.is_trial)],
    ['Порог снятия товаров', `${before.loss_percent} %`, `${input.loss_percent} %`],
  ] as const
  return fields.filter(([, was, is]) => was !== is).map(([field, was, is]) => ({ field, before: was, after: is }))
}

const isActive = (node: Pick<OneCNode, 'is_paused' | 'is_trial'>) => !node.is_paused && !node.is_trial

/**
 * Changes the exchange. When the trial ends, everything received is applied.
 * @throws AppError `not_found`, `stale`, `input.invalid` for a name in use
 */
export function changeNode(
  db: Kysely<DB>,
  { clock }: Pick<Deps, 'clock'>,
  author: Author,
  id: number,
  { version, ...input }: OneCNodePatch,
) {
  return db.transaction().execute(async (tx) => {
    const before = await queries.lockNode(tx, id)
    if (!before) throw new AppError('not_found', NOT_FOUND)
    if (before.version !== version) throw new AppError('stale')
    if (await queries.isNameTaken(tx, input.name, id)) throw refuse('name', 'База с таким названием уже есть')
    const changes = changesOf(before, input)
    if (changes.length === 0) return { version }
    const isTrialOver = before.is_trial && !input.is_trial
    const isResumed = isActive(input) && !isActive(before)
    const saved = await queries.updateNode(tx, id, {
      ...input,
      ...(isTrialOver && { has_new_offers: true, has_new_goods: true }),
      ...(isResumed && { active_since: clock.now() }),
    })
    if (isTrialOver) await enqueueJob(tx, 'one_c')
    // What is read and written depends on the directions.
    if (changes.some(({ field }) => field === 'Направления')) {
      if (input.directions.includes('groups')) await mapGroupsByName(tx, id)
      await noteNewGoods(tx, id, true)
      await queries.requestFullReading(tx, id, clock.now())
      await queries.reapplyContracts(tx, id)
      await enqueueJob(tx, 'one_c_reading')
    }
    await recordEvent(tx, author, { event: 'one_c.changed', object: nameOf(input.name), changes })
    return saved
  })
}

/** @throws AppError `not_found` */
export function renewPassword(db: Kysely<DB>, { hasher }: Deps, author: Author, id: number): Promise<OneCAccess> {
  return db.transaction().execute(async (tx) => {
    const node = await queries.lockNode(tx, id)
    if (!node) throw new AppError('not_found', NOT_FOUND)
    const password = createPassword()
    await queries.updateNode(tx, id, { password_hash: hasher.hash(password) })
    await endExchangeSessionsOf(tx, id)
    await recordEvent(tx, author, { event: 'one_c.password_renewed', object: nameOf(node.name) })
    return { id, login: node.login, password }
  })
}

const isId = (target: string) => /^\d/.test(target)
const isPriceMeaning = (target: string) => target === PURCHASE_PRICE || target === UNUSED_1C
const FITS: Record<OneCMapped, (target: string) => boolean> = {
  warehouse: isId,
  group: (target) => isId(target) || target === UNUSED_1C,
  price_type: (target) => isId(target) || isPriceMeaning(target),
  status: (target) => !isId(target) && !isPriceMeaning(target),
}

/** @throws AppError `input.invalid` for a target that does not fit the kind, or is not free */
async function requireTarget(tx: Db, node: { id: number; seller_id: number }, input: OneCMappingPatch): Promise<void> {
  const { kind, external_id: externalId, target } = input
  if (target === null) return
  if (!FITS[kind](target)) throw refuse('target', 'Значение не подходит')
  if (kind === 'warehouse') {
    const own = await queries.selectWarehousesOfNode(tx, node.id)
    if (!own.some(({ id }) => String(id) === target)) throw refuse('target', 'Выберите свой склад этой компании')
  }
  if (kind === 'group' && isId(target) && !(await queries.selectGroupPaths(tx)).some(({ id }) => String(id) === target))
    throw refuse('target', 'Выберите группу номенклатуры')
  if (kind !== 'price_type' || !isId(target)) return
  const columns = await queries.selectPriceColumns(tx)
  if (!columns.some(({ id }) => String(id) === target)) throw refuse('target', 'Выберите колонку цен')
  const other = await queries.selectTypeOfColumn(tx, node, { externalId, target })
  if (other) throw refuse('target', `Эта колонка уже берёт цены типа «${other.name}» (база «${other.node}»)`)
}

/**
 * Maps a warehouse, price type or status of 1C.
 * @throws AppError `not_found`, `input.invalid` for a meaning that does not fit the kind
 */
export function changeMapping(
  db: Kysely<DB>,
  author: Author,
  id: number,
  input: OneCMappingPatch,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const node = await queries.lockNode(tx, id)
    if (!node) throw new AppError('not_found', NOT_FOUND)
    await requireTarget(tx, node, input)
    const mapped = await queries.updateMapping(tx, id, input)
    if (!mapped) throw new AppError('not_found', { detail: 'В базе 1С такого нет' })
    await noteNewOffers(tx, id, true)
    await enqueueJob(tx, 'one_c')
    await recordEvent(tx, author, {
      event: 'one_c.mapped',
      object: `${nameOf(node.name)}, ${ONE_C_MAPPED[input.kind].toLowerCase()}: ${mapped.name}`,
      changes: [{ field: 'Значение', before: null, after: input.target ?? 'нет' }],
    })
    return {}
  })
}

/** @throws AppError `not_found` for unknown goods or products */
export function matchByHand(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { matches }: OneCMatches,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const node = await queries.lockNode(tx, id)
    if (!node) throw new AppError('not_found', NOT_FOUND)
    const products = [...new Set(matches.flatMap(({ product_id: product }) => product ?? []))]
    if ((await queries.countKnownProducts(tx, products)) !== products.length)
      throw new AppError('not_found', { detail: 'Товар не найден' })
    const count = await queries.setMatches(tx, id, matches)
    if (count !== matches.length) throw new AppError('not_found', { detail: 'В базе 1С такого товара нет' })
    const externalIds = matches.map(({ external_id: externalId }) => externalId)
    await forgetPhotos(tx, id, externalIds)
    await noteNewOffers(tx, id, true)
    await enqueueJob(tx, 'one_c')
    await recordEvent(tx, author, {
      event: 'one_c.goods_matched',
      object: `${nameOf(node.name)}: ${counted(count, 'товар', 'товара', 'товаров')}`,
    })
    return {}
  })
}

/** @throws AppError `not_found` for a document that does not wait */
export function refuseDocument(
  db: Kysely<DB>,
  { clock }: Deps,
  author: Author,
  id: number,
): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const document = await lockDocument(tx, id)
    if (document?.state !== 'waiting') throw new AppError('not_found', { detail: 'Документ не ждёт решения' })
    await setDocumentOutcome(tx, id, { state: 'refused', reason: 'Отмечен ненужным' }, clock.now())
    const { number, own_number: own } = document.content
    await recordEvent(tx, author, { event: 'one_c.document_refused', object: `Документ 1С № ${own || number}` })
    return {}
  })
}

/** @throws AppError `not_found` */
export function resend(db: Kysely<DB>, author: Author, id: number, orderId: number): Promise<Record<string, never>> {
  return db.transaction().execute(async (tx) => {
    const node = await queries.lockNode(tx, id)
    if (!node || !(await resendOrder(tx, id, orderId)))
      throw new AppError('not_found', { detail: 'Заказа нет в обмене' })
    await recordEvent(tx, author, { event: 'one_c.order_resent', object: `${nameOf(node.name)}, заказ ${orderId}` })
    return {}
  })
}
