import type { AuditItem } from '@artikul/contract/platform/audit'
import type { DeliveryRun, NewZone, ZonePatch } from '@artikul/contract/pricing/delivery'
import type { Kysely } from 'kysely'
import { dayText } from '../../../platform/clock.ts'
import { formatMoney } from '@artikul/contract/core/money'
import { ensureDeliveryProduct } from '../../catalog/index.ts'
import { brokenConstraint } from '../../../platform/db/broken-constraint.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { Author } from '../../../platform/http/index.ts'
import { weekdayNames } from '../../../platform/weekdays.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import * as queries from './delivery.queries.ts'

const zoneNotFound = () => new AppError('not_found', { detail: 'Зона не найдена' })

function rethrowNameUsed(error: unknown): never {
  if (brokenConstraint(error) !== 'delivery_zones_name_key') throw error
  throw new AppError('zone.exists', { errors: [{ path: 'name', message: 'Зона с таким названием уже есть' }] })
}

const deliveryRunsText = (runs: readonly DeliveryRun[]) =>
  runs
    .map(
      ({ name, weekdays, leaves_at, order_before }) =>
        `${name}: ${weekdayNames(weekdays)}, отправление ${leaves_at}, заказать до ${order_before}`,
    )
    .join('; ') || null

const sumText = (kop: number | null) => (kop ? `${formatMoney(kop)} ₽` : null)

const CHARGES = [
  ['Стоимость доставки', 'charge_kop'],
  ['Бесплатно от', 'free_from_kop'],
  ['Минимальная сумма', 'minimum_kop'],
] as const
type Charges = Pick<NewZone, (typeof CHARGES)[number][1]>
const FREE: Charges = { charge_kop: 0, free_from_kop: null, minimum_kop: 0 }

const chargesChanged = (before: Charges, after: Partial<Charges>) =>
  CHARGES.flatMap(([title, field]) =>
    after[field] === undefined ? [] : changed(title, sumText(before[field]), sumText(after[field])),
  )

/** Adds the service product that the charge is ordered as. */
const withProduct = async <Z extends Partial<Charges>>(db: Db, zone: Z) =>
  zone.charge_kop ? { ...zone, charge_product_id: await ensureDeliveryProduct(db) } : zone

const changed = (field: string, before: string | null, after: string | null): AuditItem['changes'] =>
  before === after ? [] : [{ field, before, after }]

/** @throws AppError `zone.exists` */
export async function createZone(db: Kysely<DB>, author: Author, { runs, ...zone }: NewZone): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await queries.insertZone(tx, await withProduct(tx, zone)).catch(rethrowNameUsed)
    await queries.replaceDeliveryRuns(tx, id, runs)
    const changes = [...changed('Рейсы', null, deliveryRunsText(runs)), ...chargesChanged(FREE, zone)]
    await recordEvent(tx, author, { event: 'delivery.changed', object: `Зона ${zone.name}`, changes })
    return id
  })
}

/** @throws AppError `not_found`, `stale`, `zone.exists` */
export async function changeZone(
  db: Kysely<DB>,
  author: Author,
  id: number,
  { version, runs, ...sent }: ZonePatch,
): Promise<{ version: number }> {
  return db.transaction().execute(async (tx) => {
    const zone = await queries.lockZone(tx, id)
    if (!zone) throw zoneNotFound()
    if (zone.version !== version) throw new AppError('stale')
    const patch = omitUndefined(sent)
    const had = (await queries.selectZones(tx)).find((one) => one.id === id)
    const changes = [
      ...changed('Название', zone.name, patch.name ?? zone.name),
      ...changed('Примечание', zone.note || null, (patch.note ?? zone.note) || null),
      ...(runs ? changed('Рейсы', deliveryRunsText(had?.runs ?? []), deliveryRunsText(runs)) : []),
      ...chargesChanged(zone, patch),
    ]
    if (changes.length === 0) return { version }
    if (runs) await queries.replaceDeliveryRuns(tx, id, runs)
    const saved = await queries.updateZone(tx, id, await withProduct(tx, patch)).catch(rethrowNameUsed)
    await recordEvent(tx, author, { event: 'delivery.changed', object: `Зона ${patch.name ?? zone.name}`, changes })
    return { version: saved }
  })
}

/** @throws AppError `not_found`, `zone.in_use` */
export async function removeZone(db: Kysely<DB>, author: Author, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const zone = await queries.lockZone(tx, id)
    if (!zone) throw zoneNotFound()
    if (await queries.isZoneUsed(tx, id)) throw new AppError('zone.in_use')
    await queries.deleteZone(tx, id)
    const changes = [{ field: 'Название', before: zone.name, after: null }]
    await recordEvent(tx, author, { event: 'delivery.changed', object: `Зона ${zone.name}`, changes })
  })
}

export interface CalendarDay {
  day: string
  is_off: boolean
}

/** Updates the calendar, which staff adjust to the government's transfers of days off. */
export async function changeCalendar(db: Kysely<DB>, author: Author, days: readonly CalendarDay[]): Promise<void> {
  const [off, on] = [true, false].map((isOff) => days.filter((one) => one.is_off === isOff).map((one) => one.day))
  await db.transaction().execute(async (tx) => {
    await queries.insertDaysOff(tx, off ?? [])
    await queries.deleteDaysOff(tx, on ?? [])
    const changes = [
      ...changed('Стали нерабочими', null, off?.map(dayText).join(', ') || null),
      ...changed('Стали рабочими', null, on?.map(dayText).join(', ') || null),
    ]
    await recordEvent(tx, author, { event: 'calendar.changed', changes })
  })
}
