import {
  ConsigneeFields,
  type Collector,
  type ConsigneeItem,
  type ConsigneePatch,
  type Coordinates,
} from '@artikul/contract/companies/consignees'
import { Phone } from '@artikul/contract/core/fields'
import type { z } from 'zod'
import { refusalsOf } from '../../../lib/api/form-errors.ts'
import { phone } from '../../../lib/text/format.ts'
import { WEEKDAYS } from '../../../lib/text/weekdays.ts'

export interface DayDraft {
  weekday: number
  isOpen: boolean
  from: string
  to: string
}

/** Form state of a point: texts as typed. */
export interface ConsigneeDraft {
  name: string
  code: string
  address: string
  lng: string
  lat: string
  contact: string
  phone: string
  days: readonly DayDraft[]
  /** «Он же — компания-покупатель»: the point has no requisites of its own. */
  isCompany: boolean
  legal_name: string
  inn: string
  kpp: string
  isOurDelivery: boolean
  carrier: string
  carrier_payer: ConsigneeItem['carrier_payer']
  carrier_terminal: string
  people: readonly Collector[]
  document_email: string
  is_default: boolean
}

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

export const EMPTY_CONSIGNEE_DRAFT: ConsigneeDraft = {
  name: '',
  code: '',
  address: '',
  lng: '',
  lat: '',
  contact: '',
  phone: '',
  days: daysOf([]),
  isCompany: true,
  legal_name: '',
  inn: '',
  kpp: '',
  isOurDelivery: true,
  carrier: '',
  carrier_payer: 'supplier',
  carrier_terminal: '',
  people: [],
  document_email: '',
  is_default: false,
}

export const consigneeDraftOf = (item: ConsigneeItem): ConsigneeDraft => ({
  name: item.name,
  code: item.code ?? '',
  address: item.address,
  ...placeOf(item.coordinates),
  contact: item.contact,
  phone: phone(item.phone),
  days: daysOf(item.hours),
  isCompany: item.legal_name === null,
  legal_name: item.legal_name ?? '',
  inn: item.inn ?? '',
  kpp: item.kpp ?? '',
  isOurDelivery: item.carrier === '',
  carrier: item.carrier,
  carrier_payer: item.carrier_payer,
  carrier_terminal: item.carrier_terminal,
  people: item.people.map((one) => ({ ...one, phone: phone(one.phone) })),
  document_email: item.document_email,
  is_default: item.is_default,
})

/** Accepts a decimal comma or point; anything that is not a number becomes `NaN`. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.')))

/** Returns the coordinates when both numbers are valid, otherwise null. */
export function coordinatesOf({ lng, lat }: Pick<ConsigneeDraft, 'lng' | 'lat'>): Coordinates | null {
  const [x, y] = [numberOf(lng), numberOf(lat)]
  return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? [x, y] : null
}

const openDays = ({ days }: ConsigneeDraft) => days.filter(({ isOpen }) => isOpen)

/** Index of a weekday in the request, where errors refer to it: closed days are not sent. */
export const sentIndex = (draft: ConsigneeDraft, weekday: number) =>
  openDays(draft).findIndex((day) => day.weekday === weekday)

const legalOf = ({ isCompany, legal_name, inn, kpp }: ConsigneeDraft) =>
  isCompany
    ? { legal_name: null, inn: null, kpp: null }
    : { legal_name, inn: inn.trim() || null, kpp: kpp.trim() || null }

const carrierOf = ({ isOurDelivery, carrier, carrier_payer, carrier_terminal }: ConsigneeDraft) =>
  isOurDelivery
    ? { carrier: '', carrier_payer: 'supplier' as const, carrier_terminal: '' }
    : { carrier, carrier_payer, carrier_terminal }

export const newConsignee = (draft: ConsigneeDraft): Body => ({
  name: draft.name,
  code: draft.code.trim() || null,
  ...legalOf(draft),
  address: draft.address,
  coordinates: coordinatesOf(draft),
  contact: draft.contact,
  phone: draft.phone.trim(),
  hours: openDays(draft).map(({ weekday, from, to }) => ({ weekday, from, to })),
  ...carrierOf(draft),
  people: draft.people.map((one) => ({ ...one, phone: one.phone.trim() })),
  document_email: draft.document_email.trim(),
  is_default: draft.is_default,
})

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

const PLAIN_FIELDS = [
  'name',
  'code',
  'legal_name',
  'inn',
  'kpp',
  'address',
  'coordinates',
  'contact',
  'phone',
  'hours',
  'carrier',
  'carrier_payer',
  'carrier_terminal',
  'people',
  'document_email',
  'is_default',
] as const

/** Paths of the fields that can display an error. */
export const consigneeFieldsOf = (draft: ConsigneeDraft): string[] => [
  ...PLAIN_FIELDS,
  ...openDays(draft).flatMap((_, index) => [`hours.${index}.from`, `hours.${index}.to`]),
  ...draft.people.flatMap((_, index) => ['full_name', 'phone', 'document'].map((field) => `people.${index}.${field}`)),
]

const isPlaced = ({ lng, lat }: ConsigneeDraft) => lng.trim() !== '' || lat.trim() !== ''

/** Returns errors that can be found before sending. */
export function consigneeDraftRefusals(draft: ConsigneeDraft): Record<string, string> {
  const refusals = refusalsOf(ConsigneeFields, newConsignee(draft))
  if (isPlaced(draft) && !coordinatesOf(draft))
    refusals['coordinates'] = 'Долгота — число от −180 до 180, широта — от −90 до 90'
  if (!draft.isCompany && draft.legal_name.trim() === '') refusals['legal_name'] = 'Заполните поле'
  if (!draft.isOurDelivery && draft.carrier.trim() === '') refusals['carrier'] = 'Заполните поле'
  return refusals
}

/** Formats any spelling of a number as «+7 (999) 123-45-67»; returns other text unchanged. */
export function phoneText(typed: string): string {
  const parsed = Phone.safeParse(typed)
  return parsed.success ? phone(parsed.data) : typed
}
