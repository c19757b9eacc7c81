import type { AuditItem } from '@artikul/contract/platform/audit'
import {
  BRAND_RULES,
  ADAPTERS,
  type AdapterSettings,
  MAX_ONLINE_SUPPLIERS,
  OnlineSupplierFields,
  SENDINGS,
  type BrandRule,
  type AdapterName,
  type NewOnlineSupplier,
  type OnlineSupplier,
  type OnlineSupplierPatch,
  type Sending,
} from '@artikul/contract/suppliers/online-suppliers'
import { formatMoney, formatPercent, formatQty } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { encrypt, decrypt, type EncryptionKeys } from '../../../platform/encryption.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import type { OnlineSuppliers } from './querying/query.ts'
import type { ReadSuppliers } from './directory.ts'
import { percentileOf } from './querying/health.ts'
import { selectDay } from './querying/health.queries.ts'
import * as queries from './online-suppliers.queries.ts'
import { selectBrandRules, selectSuppliers } from './suppliers.queries.ts'
import { adapterSettingsOf } from './supplier-credentials.ts'
import { requireSafeUrl, SupplierFailed, type AllowsPrivate } from './querying/transport.ts'

export interface DeskDeps {
  clock: Clock
  keys: EncryptionKeys
  allowsPrivate: AllowsPrivate
  readSuppliers: ReadSuppliers
  online: Pick<OnlineSuppliers, 'suppliers'>
}

export const DAY_MS = 24 * 3_600_000
const NO_QUERIES = { asked: 0, answered: 0, by_ms: [] }

const hoursOf = ({ hours_from: from, hours_to: to }: Pick<queries.OnlineSupplierRow, 'hours_from' | 'hours_to'>) =>
  from === null || to === null ? null : { from, to }

export async function listSuppliers(db: Db, { clock, online }: DeskDeps): Promise<OnlineSupplier[]> {
  const since = new Date(clock.now().getTime() - DAY_MS)
  const [suppliers, rules, days, unknown, states] = await Promise.all([
    selectSuppliers(db),
    selectBrandRules(db),
    selectDay(db, since),
    queries.selectUnknownWords(db),
    online.suppliers(),
  ])
  const rulesOf = Map.groupBy(rules, ({ supply_route_id }) => supply_route_id)
  const dayOf = new Map(days.map((day) => [day.supply_route_id, day]))
  const unknownOf = new Map(unknown.map((row) => [row.supply_route_id, row]))
  const stateOf = new Map(states.map(({ id, state }) => [id, state]))
  return suppliers.map((row) => {
    const id = row.supply_route_id
    const { asked, answered, by_ms } = dayOf.get(id) ?? NO_QUERIES
    return {
      ...OnlineSupplierFields.omit({ brand_ids: true })
        .strip()
        .parse({ ...row, hours: hoursOf(row), settings: adapterSettingsOf(row) }),
      id,
      version: row.version,
      name: row.name,
      brands: (rulesOf.get(id) ?? []).map((brand) => ({ id: brand.id, name: brand.name })),
      state: stateOf.get(id) ?? 'paused',
      day: { asked, answered, p95_ms: percentileOf(by_ms, 0.95) },
      unknown_brands: unknownOf.get(id)?.brands ?? 0,
      unknown_statuses: unknownOf.get(id)?.statuses ?? 0,
    }
  })
}

export const refusedField = (path: string, message: string) =>
  new AppError('input.invalid', { errors: [{ path, message }] })

export const onlineSupplierNotFound = () => new AppError('not_found', { detail: 'Онлайн-поставщик не найден' })

function orKnown(error: unknown): never {
  const refused: Record<string, [path: string, message: string]> = {
    supply_routes_name_key: ['name', 'Поставщик с таким названием уже есть'],
    supply_routes_seller_id_fkey: ['seller_id', 'Продавец не найден'],
    online_supplier_brand_rules_brand_id_fkey: ['brand_ids', 'Бренд не найден'],
  }
  const known = refused[brokenConstraint(error) ?? '']
  throw known ? refusedField(...known) : error
}

/** @throws AppError `input.invalid` */
function requireUrl(url: string, allowsPrivate: AllowsPrivate) {
  try {
    requireSafeUrl(url, allowsPrivate)
  } catch (error) {
    if (error instanceof SupplierFailed) throw refusedField('url', error.message)
    throw error
  }
}

/**
 * Requires what the protocol needs. Orders to an API without a way of ordering are placed by hand.
 * @throws AppError `input.invalid`
 */
function requireSettings({ adapter, settings }: Pick<OnlineSupplierFields, 'adapter' | 'settings'>) {
  if (adapter === 'armtek' && !settings.armtek)
    throw refusedField('settings.armtek.kunnr_rg', 'Укажите код покупателя в Armtek')
  if (adapter === 'api' && !settings.api) throw refusedField('settings.api.path', 'Опишите запрос и ответ')
}

/** @throws AppError `input.invalid` */
export async function addSupplier(db: Kysely<DB>, deps: DeskDeps, author: Author, input: NewOnlineSupplier) {
  requireUrl(input.url, deps.allowsPrivate)
  requireSettings(input)
  const made = await db.transaction().execute(async (tx) => {
    if ((await queries.countSuppliers(tx)) >= MAX_ONLINE_SUPPLIERS)
      throw new AppError('input.invalid', { detail: `Онлайн-поставщиков не больше ${MAX_ONLINE_SUPPLIERS}` })
    const row = { ...input, secret: encrypt(deps.keys, input.secret) }
    const id = await queries.insertSupplier(tx, row).catch(orKnown)
    await queries.replaceBrandRules(tx, id, input.brand_ids).catch(orKnown)
    const after = { ...input, brands: await queries.selectSupplierBrandNames(tx, id) }
    await recordSupplierEvent(tx, author, input.name, changesBetween<AuditedSupplier>(FIELDS, null, after))
    return { id }
  })
  deps.readSuppliers.invalidate()
  return made
}

/** @throws AppError `not_found`, `stale`, `input.invalid` */
export async function changeSupplier(
  db: Kysely<DB>,
  deps: DeskDeps,
  author: Author,
  { id, input }: { id: number; input: OnlineSupplierPatch },
) {
  const { version, secret: typed, ...fields } = input
  await db.transaction().execute(async (tx) => {
    const before = await queries.lockSupplier(tx, id)
    if (!before) throw onlineSupplierNotFound()
    if (before.version !== version) throw new AppError('stale')
    requireUrl(input.url, deps.allowsPrivate)
    requireSettings(input)
    if (typed === null) requireSameServer(before, input)
    const brands = await queries.selectSupplierBrandNames(tx, id)
    await queries.replaceBrandRules(tx, id, input.brand_ids).catch(orKnown)
    const secret = typed === null ? before.secret : encrypt(deps.keys, typed)
    await queries.updateSupplier(tx, id, { ...fields, secret })
    const after = { ...fields, brands: await queries.selectSupplierBrandNames(tx, id) }
    const passwordChange = typed === null ? [] : [{ field: 'Пароль', before: null, after: 'изменён' }]
    const changes = changesBetween<AuditedSupplier>(FIELDS, { ...auditedOf(before), brands }, after)
    await recordSupplierEvent(tx, author, before.name, [...changes, ...passwordChange])
  })
  deps.readSuppliers.invalidate()
  return { version: version + 1 }
}

/**
 * Requires the same server when the stored password is reused, so that nobody can obtain it by naming their own server.
 * @throws AppError `input.invalid`
 */
export function requireSameServer(
  before: Pick<queries.OnlineSupplierRow, 'url' | 'login' | 'adapter'>,
  input: Pick<OnlineSupplierPatch, 'url' | 'login' | 'adapter'>,
) {
  const isSame = (['url', 'login', 'adapter'] as const).every((field) => before[field] === input[field])
  if (!isSame) throw refusedField('secret', 'Адрес или логин изменён: введите пароль снова')
}

/** @throws AppError `not_found` */
export async function turnSupplier(
  db: Kysely<DB>,
  deps: DeskDeps,
  author: Author,
  { id, isOn }: { id: number; isOn: boolean },
) {
  await db.transaction().execute(async (tx) => {
    const before = await queries.lockSupplier(tx, id)
    if (!before) throw onlineSupplierNotFound()
    if (before.is_on === isOn) return
    await queries.setSupplierEnabled(tx, id, isOn)
    await recordSupplierEvent(tx, author, before.name, [
      { field: 'Включён', before: yesOrNo(before.is_on), after: yesOrNo(isOn) },
    ])
  })
  deps.readSuppliers.invalidate()
  return {}
}

/**
 * Moves a supplier before another one or, without one, to the end; priorities of all are renumbered.
 * @throws AppError `not_found`
 */
export async function moveSupplier(
  db: Kysely<DB>,
  deps: DeskDeps,
  author: Author,
  { id, before }: { id: number; before: number | null },
) {
  await db.transaction().execute(async (tx) => {
    await queries.lockOrderTerms(tx)
    const all = await selectSuppliers(tx)
    const moved = all.find(({ supply_route_id: one }) => one === id)
    if (!moved) throw onlineSupplierNotFound()
    const others = all.filter((one) => one !== moved)
    const place = others.findIndex(({ supply_route_id: one }) => one === before)
    const order = others.toSpliced(place < 0 ? others.length : place, 0, moved)
    await queries.orderSuppliers(
      tx,
      order.map(({ supply_route_id: one }) => one),
    )
    await recordSupplierEvent(
      tx,
      author,
      moved.name,
      changesBetween([PRIORITY], moved, { priority: order.indexOf(moved) + 1 }),
    )
  })
  deps.readSuppliers.invalidate()
  return {}
}

interface AuditedSupplier extends Omit<OnlineSupplierFields, 'brand_ids'> {
  /** Names of the brands in the supplier's rule. */
  brands: string
}

const auditedOf = (row: queries.OnlineSupplierRow): Omit<AuditedSupplier, 'brands'> => ({
  ...row,
  adapter: row.adapter as AdapterName, // the contract allows no other value
  settings: adapterSettingsOf(row),
  brand_rule: row.brand_rule as BrandRule,
  sending: row.sending as Sending,
  hours: hoursOf(row),
})

/** «VKORG 4000, KUNNR_RG 43000001» or the described request and reply in one line. */
function settingsText({ armtek, api }: AdapterSettings): string {
  if (armtek) return `VKORG ${armtek.vkorg}, KUNNR_RG ${armtek.kunnr_rg}, KUNNR_ZA ${armtek.kunnr_za || '—'}`
  if (!api) return ''
  const headers = api.headers.map(({ name, value }) => `${name}: ${value}`)
  const paths = Object.entries(api.fields).map(([field, path]) => `${field}=${path}`)
  return [
    `${api.method} ${api.path}`,
    ...headers,
    api.body,
    api.body_type,
    api.format,
    `список ${api.list}`,
    ...paths,
    api.price_unit,
    api.term_unit,
  ]
    .filter(Boolean)
    .join('; ')
}

const yesOrNo = (is: boolean) => (is ? 'да' : 'нет')

const PRIORITY: AuditedField<{ priority: number }> = ['Приоритет', ({ priority }) => String(priority)]

const FIELDS: readonly AuditedField<AuditedSupplier>[] = [
  ['Протокол', ({ adapter }) => ADAPTERS[adapter]],
  ['Адрес', ({ url }) => url],
  ['Логин', ({ login }) => login],
  ['Настройки протокола', ({ settings }) => settingsText(settings)],
  ['Включён', ({ is_on: isOn }) => yesOrNo(isOn)],
  PRIORITY,
  ['Ждать ответа, с', ({ budget_ms: budget }) => formatQty(budget / 1000)],
  ['Запросов в секунду', ({ per_second: count }) => String(count)],
  ['Запросов в сутки', ({ per_day: count }) => (count === null ? 'без ограничения' : String(count))],
  ['Часы работы', ({ hours }) => (hours ? `${hours.from}–${hours.to}` : 'круглосуточно')],
  ['Какие бренды', ({ brand_rule: rule }) => BRAND_RULES[rule]],
  ['Бренды', ({ brands }) => brands],
  ['Новые склады разрешены', ({ takes_new_warehouses: takes }) => yesOrNo(takes)],
  ['Отправка заказов', ({ sending }) => SENDINGS[sending]],
  ['Наименьший заказ', ({ min_order_kop: sum }) => formatMoney(sum)],
  ['Допустимый рост закупки', ({ tolerance_hundredths: share }) => formatPercent(share)],
]

export async function recordSupplierEvent(tx: Db, author: Author, name: string, changes: AuditItem['changes']) {
  if (changes.length === 0) return
  await recordEvent(tx, author, { event: 'online_supplier.changed', object: `Онлайн-поставщик «${name}»`, changes })
}

/** Encrypts every password with the current key again, so that the previous key can be removed from the settings. */
export async function resealSecrets(db: Db, keys: EncryptionKeys): Promise<void> {
  for (const { supply_route_id: id, secret } of await selectSuppliers(db)) {
    const known = decrypt(keys, secret)
    if (known?.isOld) await queries.setSecret(db, id, encrypt(keys, known.text))
  }
}
