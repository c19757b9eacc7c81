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
  waves: readonly DeliveryRunDraft[]
}

const WORKDAYS = [1, 2, 3, 4, 5]
export const MAX_DELIVERY_RUNS = 20

export const EMPTY_ZONE: ZoneDraft = { name: '', note: '', waves: [] }

export const draftOfZone = ({ name, note, waves }: Zone): ZoneDraft => ({
  name,
  note,
  waves: waves.map((wave, index) => ({ ...wave, key: String(index) })),
})

let lastKey = 0
export const emptyDeliveryRun = (): DeliveryRunDraft => ({
  key: `new ${++lastKey}`,
  name: '',
  weekdays: WORKDAYS,
  leaves_at: '',
  order_before: '',
})

export const zoneOf = ({ name, note, waves }: ZoneDraft): NewZone => ({
  name: name.trim(),
  note: note.trim(),
  waves: waves.map(({ key: _key, ...wave }) => ({ ...wave, name: wave.name.trim() })),
})

/** Returns only the changed fields, so that another user's newer note survives. */
export function zonePatch(zone: Zone, draft: ZoneDraft): Omit<ZonePatch, 'version'> {
  const is = zoneOf(draft)
  return {
    ...(is.name !== zone.name && { name: is.name }),
    ...(is.note !== zone.note && { note: is.note }),
    ...(JSON.stringify(is.waves) !== JSON.stringify(zoneOf(draftOfZone(zone)).waves) && { waves: is.waves }),
  }
}

export const zoneFields = ({ waves }: ZoneDraft): string[] => [
  'name',
  'note',
  'waves',
  ...waves.flatMap((_, index) =>
    ['name', 'weekdays', 'leaves_at', 'order_before'].map((field) => `waves.${index}.${field}`),
  ),
]

/** Returns errors of the contract, and duplicate names beside the run. */
export function zoneRefusals(draft: ZoneDraft): Record<string, string> {
  const zone = zoneOf(draft)
  const names = zone.waves.map(({ name }) => name)
  const refusals = refusalsOf(NewZone, zone)
  const second = names.findIndex((name, index) => name !== '' && names.indexOf(name) < index)
  if (second === -1) return refusals
  const { waves: _saidBeside, ...rest } = refusals
  return { ...rest, [`waves.${second}.name`]: 'Рейс с таким названием уже есть' }
}

const wayOf = (time: string) => `Рейс ${time}`

/** Sets the departure time; the name follows it until the user changes the name. */
export const withLeaving = (wave: DeliveryRunDraft, leaves_at: string): DeliveryRunDraft => ({
  ...wave,
  leaves_at,
  ...(/^\d\d:\d\d$/.test(leaves_at) &&
    (wave.name === '' || wave.name === wayOf(wave.leaves_at)) && { name: wayOf(leaves_at) }),
})

/** «Рейс 10:00: пн–пт, заказать до 09:00»; the departure time is added unless the name contains it. */
export function deliveryRunText({ name, weekdays, leaves_at, order_before }: DeliveryRun): string {
  const leaves = name.includes(leaves_at) ? '' : `отправление в ${leaves_at}, `
  return `${name}: ${weekdaysText(weekdays)}, ${leaves}заказать до ${order_before}`
}
