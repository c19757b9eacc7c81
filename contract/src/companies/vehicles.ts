import { z } from 'zod'
import { Empty, Id, IdParams, listOf, pageQuery, PathId, requiredText, text, Version } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'
import { parseFrameNumber, parsePlate, parseVin, vinFault } from './vehicle-numbers.ts'

/** Number in any usual spelling, stored in its normal form; empty text means none. */
const vehicleNumber = (parse: (typed: string) => string | null, faultOf: (typed: string) => string) =>
  text(50)
    .transform((typed, context) => {
      if (typed === '') return null
      const number = parse(typed)
      if (number !== null) return number
      context.addIssue({ code: 'custom', message: faultOf(typed) })
      return z.NEVER
    })
    .nullable()

const fields = {
  /** «Газель 2, Иванов»: also the note («Ваша пометка») of goods bought for the vehicle. */
  name: requiredText(100),
  vin: vehicleNumber(parseVin, vinFault),
  frame_number: vehicleNumber(parseFrameNumber, () => 'Номер кузова — модель, дефис и номер: NZE121-3012345'),
  plate: vehicleNumber(parsePlate, () => 'Госномер — буква, три цифры, две буквы и регион: А123ВС77'),
  make: text(60),
  model: text(60),
  year: z.int('Год — четыре цифры').min(1900, 'Год не раньше 1900').max(2100, 'Год не позже 2100').nullable(),
  notes: text(1000),
  /** Usual delivery point. */
  consignee_id: Id.nullable(),
}

const numbered = (
  numbers: {
    vin?: string | null | undefined
    frame_number?: string | null | undefined
    plate?: string | null | undefined
  },
  context: z.RefinementCtx,
) => {
  if (numbers.vin === null && numbers.frame_number === null && numbers.plate === null)
    context.addIssue({ code: 'custom', path: ['vin'], message: 'Укажите VIN, номер кузова или госномер' })
}

/** Numbers after a change, validated together. */
export const VehicleNumbers = z
  .object({ vin: z.string().nullable(), frame_number: z.string().nullable(), plate: z.string().nullable() })
  .superRefine(numbered)

export const VehicleFields = z.strictObject(fields).superRefine(numbered)
export type VehicleFields = z.infer<typeof VehicleFields>

export const VehiclePatch = z
  .strictObject({ version: Version, ...z.object(fields).partial().shape })
  .superRefine(numbered)
export type VehiclePatch = z.infer<typeof VehiclePatch>

export const Vehicle = z.object({
  id: Id,
  name: z.string(),
  vin: z.string().nullable(),
  frame_number: z.string().nullable(),
  plate: z.string().nullable(),
  make: z.string(),
  model: z.string(),
  year: z.int().nullable(),
  notes: z.string(),
  /** Usual delivery point; `null` also when the reader has no access to it. */
  consignee: z.object({ id: Id, name: z.string() }).nullable(),
  is_archived: z.boolean(),
  version: Version,
})
export type Vehicle = z.infer<typeof Vehicle>

export const VehiclesQuery = z.strictObject({
  ...pageQuery,
  /** Part of the name, make, model, notes or of a number, in Cyrillic or Latin look-alikes. */
  q: text(100).optional(),
  archived: z.literal('true').optional(),
})
export type VehiclesQuery = z.infer<typeof VehiclesQuery>

const PATH = '/api/v1/vehicles'
const Saved = z.object({ version: Version })

/** «Гараж»: vehicles of the current company. */
export const vehicleRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Гараж: машины текущего покупателя',
    access: 'vehicles:read',
    query: VehiclesQuery,
    reply: listOf(Vehicle),
  },
  byNumber: {
    method: 'GET',
    path: `${PATH}/by-number`,
    summary: 'Машина по VIN, номеру кузова или госномеру в любом написании',
    access: 'vehicles:read',
    query: z.strictObject({ number: requiredText(50) }),
    /** `null` when the company has no such vehicle, or the text is no number of a vehicle. */
    reply: z.object({ vehicle: Vehicle.nullable() }),
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Машина',
    access: 'vehicles:read',
    params: IdParams,
    reply: Vehicle,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новая машина',
    access: 'vehicles:write',
    body: VehicleFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Изменение машины',
    access: 'vehicles:write',
    params: IdParams,
    body: VehiclePatch,
    example: { version: 1, name: 'Чужая' },
    reply: Saved,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Удаление: машина, для которой заказывали, уходит в архив',
    access: 'vehicles:write',
    params: IdParams,
    /** Version displayed to the user: a vehicle changed since then is not removed. */
    query: z.strictObject({ version: PathId }),
    reply: z.object({ archived: z.boolean(), version: Version }),
  },
  restore: {
    method: 'POST',
    path: `${PATH}/:id/restore`,
    summary: 'Возврат машины из архива; удалённой — 10 секунд и только тому, кто её удалил',
    access: 'vehicles:write',
    params: IdParams,
    body: z.strictObject({ version: Version }),
    example: { version: 1 },
    reply: Empty,
  },
})
