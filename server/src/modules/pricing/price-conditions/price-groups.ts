import { formatPercent } from '@artikul/contract/core/money'
import type { PriceGroup, PriceGroupFields } from '@artikul/contract/pricing/price-groups'
import type { Kysely } from 'kysely'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import * as queries from './price-groups.queries.ts'

const notFound = () => new AppError('not_found', { detail: 'Ценовая группа не найдена' })

function orKnown(error: unknown): never {
  if (brokenConstraint(error) === 'price_groups_name_key')
    throw new AppError('price_group.exists', { errors: [{ path: 'name', message: 'Такая ценовая группа уже есть' }] })
  throw error
}

const FIELDS: readonly AuditedField<PriceGroupFields>[] = [
  ['Название', ({ name }) => name],
  ['Наценка', ({ markup_hundredths: own }) => formatPercent(own)],
  ['Округление', ({ rounds_to_ruble: rounds }) => (rounds ? 'до рубля вверх' : 'до копейки')],
]

export const listGroups = (db: Db): Promise<PriceGroup[]> => queries.selectPriceGroupRows(db)

/** @throws AppError `price_group.exists` */
export async function createPriceGroup(db: Kysely<DB>, author: Author, fields: PriceGroupFields): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await queries.insertPriceGroup(tx, fields).catch(orKnown)
    const changes = changesBetween(FIELDS, null, fields)
    await recordEvent(tx, author, { event: 'price_group.changed', object: `Ценовая группа «${fields.name}»`, changes })
    return id
  })
}

/** @throws AppError `not_found`, `stale`, `price_group.exists` */
export async function updatePriceGroup(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, ...fields }: PriceGroupFields & { version: number },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const before = await queries.lockPriceGroup(tx, id)
    if (!before) throw notFound()
    if (before.version !== version) throw new AppError('stale')
    const changes = changesBetween(FIELDS, before, fields)
    if (changes.length === 0) return { version }
    const saved = await queries.updatePriceGroupRow(tx, id, fields).catch(orKnown)
    await recordEvent(tx, author, { event: 'price_group.changed', object: `Ценовая группа «${before.name}»`, changes })
    return { version: saved }
  })
}

/** @throws AppError `not_found`, `price_group.in_use` */
export async function deletePriceGroup(db: Kysely<DB>, author: Author, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await queries.lockPriceGroup(tx, id)
    if (!before) throw notFound()
    await queries.deletePriceGroupRow(tx, id).catch((error: unknown) => {
      if (brokenConstraint(error) === null) throw error
      throw new AppError('price_group.in_use')
    })
    const changes = changesBetween(FIELDS, before, null)
    await recordEvent(tx, author, { event: 'price_group.changed', object: `Ценовая группа «${before.name}»`, changes })
  })
}

export const readPriceSettings = (db: Db) => queries.selectSettings(db)

/** @throws AppError `stale` */
export async function updatePriceSettings(
  db: Kysely<DB>,
  author: Author,
  { version, min_markup_hundredths: after }: { version: number; min_markup_hundredths: number },
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const { version: known, min_markup_hundredths: before } = await queries.lockSettings(tx)
    if (known !== version) throw new AppError('stale')
    if (before === after) return { version }
    await queries.updateSettings(tx, after)
    const changes = [{ field: 'Наименьшая наценка', before: formatPercent(before), after: formatPercent(after) }]
    await recordEvent(tx, author, { event: 'price_settings.changed', changes })
    return { version: version + 1 }
  })
}
