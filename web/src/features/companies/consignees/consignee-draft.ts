import {
  ConsigneeFields,
  EMPTY_CONSIGNEE,
  type ConsigneeItem,
  type ConsigneePatch,
  type Coordinates,
} from '@artikul/contract/companies/consignees'
import { Phone } from '@artikul/contract/core/fields'
import type { z } from 'zod'
import { REQUIRED, refusalsOf } from '../../../lib/api/form-errors.ts'
import { phone } from '../../../lib/text/format.ts'
import { WEEKDAYS } from '../../../lib/text/weekdays.ts'

export interface DayDraft {
  weekday: number
  isOpen: boolean
  from: string
  to: string
}

/** Form state of a point: texts as typed. */
export interface ConsigneeDraft extends Omit<ConsigneeFields, 'coordinates' | 'hours' | OptionalText> {
  code: string
  lng: string
  lat: string
  days: readonly DayDraft[]
  /** «Он же — компания-покупатель»: the point has no requisites of its own. */
  isCompany: boolean
  legal_name: string
  inn: string
  kpp: string
  isOurDelivery: boolean
}
type OptionalText = 'code' | 'legal_name' | 'inn' | 'kpp'

/** Request body before the contract trims and folds it. */
type Body = z.input<typeof ConsigneeFields>

const USUAL_DAY = { from: '09:00', to: '18:00' }
const DECIMALS = 6

const coordinateText = (value: number) => String(Number(value.toFixed(DECIMALS)))

export const placeOf = (coordinates: Coordinates | null) =>
  coordinates ? { lng: coordinateText(coordinates[0]), lat: coordinateText(coordinates[1]) } : { lng: '', lat: '' }

const daysOf = (hours: ConsigneeItem['hours']): DayDraft[] =>
  WEEKDAYS.map(({ weekday }) => {
    const known = hours.find((one) => one.weekday === weekday)
    return { weekday, isOpen: known !== undefined, ...USUAL_DAY, ...known }
  })

const FIELDS = Object.keys(EMPTY_CONSIGNEE) as (keyof ConsigneeFields)[]

/** Fields without what only a stored point has, such as its version. */
const fieldsOf = (item: ConsigneeFields) =>
  Object.fromEntries(FIELDS.map((field) => [field, item[field]])) as unknown as ConsigneeFields

export function consigneeDraftOf(item: ConsigneeFields): ConsigneeDraft {
  const { coordinates, hours, ...fields } = fieldsOf(item)
  return {
    ...fields,
    code: item.code ?? '',
    ...placeOf(coordinates),
    phone: phone(item.phone),
    days: daysOf(hours),
    isCompany: item.legal_name === null,
    legal_name: item.legal_name ?? '',
    inn: item.inn ?? '',
    kpp: item.kpp ?? '',
    isOurDelivery: item.carrier === '',
    people: item.people.map((one) => ({ ...one, phone: phone(one.phone) })),
  }
}

export const EMPTY_CONSIGNEE_DRAFT = consigneeDraftOf(EMPTY_CONSIGNEE)

/** Accepts a decimal comma or point; anything that is not a number becomes `NaN`. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')))

/** Returns the coordinates when both numbers are valid, otherwise null. */
export function coordinatesOf({ lng, lat }: Pick<ConsigneeDraft, 'lng' | 'lat'>): Coordinates | null {
  const [x, y] = [numberOf(lng), numberOf(lat)]
  return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? [x, y] : null
}

const openDays = ({ days }: Pick<ConsigneeDraft, 'days'>) => days.filter(({ isOpen }) => isOpen)

/** Index of a weekday in the request, where errors refer to it: closed days are not sent. */
export const sentIndex = (draft: ConsigneeDraft, weekday: number) =>
  openDays(draft).findIndex((day) => day.weekday === weekday)

const OWN_LEGAL = { legal_name: null, inn: null, kpp: null }
const OWN_DELIVERY = { carrier: '', carrier_payer: 'supplier', carrier_terminal: '' } as const

export function newConsignee({ lng, lat, days, isCompany, isOurDelivery, ...fields }: ConsigneeDraft): Body {
  return {
    ...fields,
    code: fields.code.trim() || null,
    ...(isCompany ? OWN_LEGAL : { inn: fields.inn.trim() || null, kpp: fields.kpp.trim() || null }),
    coordinates: coordinatesOf({ lng, lat }),
    phone: fields.phone.trim(),
    hours: openDays({ days }).map(({ weekday, from, to }) => ({ weekday, from, to })),
    ...(isOurDelivery && OWN_DELIVERY),
    people: fields.people.map((one) => ({ ...one, phone: one.phone.trim() })),
    document_email: fields.document_email.trim(),
  }
}

/** Returns only the changed fields, so that another user's changes to the rest survive. */
export function consigneePatch(item: ConsigneeItem, draft: ConsigneeDraft): z.input<typeof ConsigneePatch> {
  const was = newConsignee(consigneeDraftOf(item))
  const is = newConsignee(draft)
  const changed = Object.entries(is).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field as keyof Body]),
  )
  // The fields keep their types; only unchanged ones are left out.
  return { ...(Object.fromEntries(changed) as Partial<Body>), version: item.version }
}

export const isConsigneeChanged = (item: ConsigneeItem, draft: ConsigneeDraft) =>
  Object.keys(consigneePatch(item, draft)).length > 1

/** Paths of the fields that can display an error. */
export const consigneeFieldsOf = (draft: ConsigneeDraft): string[] => [
  ...FIELDS,
  ...openDays(draft).flatMap((_, index) => [`hours.${index}.from`, `hours.${index}.to`]),
  ...draft.people.flatMap((_, index) => ['full_name', 'phone', 'document'].map((field) => `people.${index}.${field}`)),
]

const isPlaced = ({ lng, lat }: ConsigneeDraft) => lng.trim() !== '' || lat.trim() !== ''

/** Returns errors that can be found before sending. */
export function consigneeDraftRefusals(draft: ConsigneeDraft): Record<string, string> {
  const refusals = refusalsOf(ConsigneeFields, newConsignee(draft))
  if (isPlaced(draft) && !coordinatesOf(draft))
    refusals['coordinates'] = 'Долгота — число от −180 до 180, широта — от −90 до 90'
  if (!draft.isCompany && draft.legal_name.trim() === '') refusals['legal_name'] = REQUIRED
  if (!draft.isOurDelivery && draft.carrier.trim() === '') refusals['carrier'] = REQUIRED
  return refusals
}

/** Formats any spelling of a number as «+7 (999) 123-45-67»; returns other text unchanged. */
export function phoneText(typed: string): string {
  const parsed = Phone.safeParse(typed)
  return parsed.success ? phone(parsed.data) : typed
}
