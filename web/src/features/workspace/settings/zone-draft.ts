import { NewZone, type DeliveryRun, type Zone, type ZonePatch } from '@artikul/contract/pricing/delivery'
import { refusalsOf } from '../../../lib/api/form-errors.ts'
import { weekdaysText } from '../../../lib/text/weekdays.ts'

/** A run in the form; identified by its key, because its name may be empty or duplicate. */
export interface DeliveryRunDraft extends DeliveryRun {
  key: string
}

export interface ZoneDraft {
  name: string
  note: string
  runs: readonly DeliveryRunDraft[]
  charge_kop: number | null
  free_from_kop: number | null
  minimum_kop: number | null
}

const WORKDAYS = [1, 2, 3, 4, 5]
export const MAX_DELIVERY_RUNS = 20

export const EMPTY_ZONE: ZoneDraft = {
  name: '',
  note: '',
  runs: [],
  charge_kop: null,
  free_from_kop: null,
  minimum_kop: null,
}

export const draftOfZone = ({ name, note, runs, charge_kop, free_from_kop, minimum_kop }: Zone): ZoneDraft => ({
  name,
  note,
  charge_kop: charge_kop || null,
  free_from_kop,
  minimum_kop: minimum_kop || null,
  runs: runs.map((run, index) => ({ ...run, key: String(index) })),
})

let lastKey = 0
export const emptyDeliveryRun = (): DeliveryRunDraft => ({
  key: `new ${++lastKey}`,
  name: '',
  weekdays: WORKDAYS,
  leaves_at: '',
  order_before: '',
})

export const zoneOf = ({ name, note, runs, charge_kop, free_from_kop, minimum_kop }: ZoneDraft): NewZone => ({
  charge_kop: charge_kop ?? 0,
  free_from_kop: charge_kop === null ? null : free_from_kop,
  minimum_kop: minimum_kop ?? 0,
  name: name.trim(),
  note: note.trim(),
  runs: runs.map(({ key: _key, ...run }) => ({ ...run, name: run.name.trim() })),
})

/** Returns only the changed fields, so that another user's newer note survives. */
export function zonePatch(zone: Zone, draft: ZoneDraft): Omit<ZonePatch, 'version'> {
  const is = zoneOf(draft)
  return {
    ...(is.name !== zone.name && { name: is.name }),
    ...(is.note !== zone.note && { note: is.note }),
    ...(is.charge_kop !== zone.charge_kop && { charge_kop: is.charge_kop }),
    ...(is.free_from_kop !== zone.free_from_kop && { free_from_kop: is.free_from_kop }),
    ...(is.minimum_kop !== zone.minimum_kop && { minimum_kop: is.minimum_kop }),
    ...(JSON.stringify(is.runs) !== JSON.stringify(zoneOf(draftOfZone(zone)).runs) && { runs: is.runs }),
  }
}

export const zoneFields = ({ runs }: ZoneDraft): string[] => [
  'name',
  'note',
  'charge_kop',
  'free_from_kop',
  'minimum_kop',
  'runs',
  ...runs.flatMap((_, index) =>
    ['name', 'weekdays', 'leaves_at', 'order_before'].map((field) => `runs.${index}.${field}`),
  ),
]

/** Returns errors of the contract, and duplicate names beside the run. */
export function zoneRefusals(draft: ZoneDraft): Record<string, string> {
  const zone = zoneOf(draft)
  const names = zone.runs.map(({ name }) => name)
  const refusals = refusalsOf(NewZone, zone)
  const second = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index)
  if (second === -1) return refusals
  const { runs: _saidBeside, ...rest } = refusals
  return { ...rest, [`runs.${second}.name`]: 'Рейс с таким названием уже есть' }
}

const wayOf = (time: string) => `Рейс ${time}`

/** Sets the departure time; the name follows it until the user changes the name. */
export const withLeaving = (run: DeliveryRunDraft, leaves_at: string): DeliveryRunDraft => ({
  ...run,
  leaves_at,
  ...(/^\d\d:\d\d$/.test(leaves_at) &&
    (run.name === '' || run.name === wayOf(run.leaves_at)) && { name: wayOf(leaves_at) }),
})

/** «Рейс 10:00: пн–пт, заказать до 09:00»; the departure time is added unless the name contains it. */
export function deliveryRunText({ name, weekdays, leaves_at, order_before }: DeliveryRun): string {
  const leaves = name.includes(leaves_at) ? '' : `отправление в ${leaves_at}, `
  return `${name}: ${weekdaysText(weekdays)}, ${leaves}заказать до ${order_before}`
}
