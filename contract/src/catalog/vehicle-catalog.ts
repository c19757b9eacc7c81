import { z } from 'zod'
import { requiredText, textAsItStands } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Vehicle as the provider knows it: one VIN may belong to several modifications. */
export const CatalogVehicle = z.object({
  catalog: z.string(),
  vehicle_id: z.string(),
  /** Opaque state of the provider, sent back with the next step. */
  ssd: z.string(),
  brand: z.string(),
  name: z.string(),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type CatalogVehicle = z.infer<typeof CatalogVehicle>

export const CatalogGroup = z.object({
  id: z.string(),
  name: z.string(),
  ssd: z.string(),
  /** Group above this one; `null` for a top one. Groups above come first. */
  parent_id: z.string().nullable(),
})
export type CatalogGroup = z.infer<typeof CatalogGroup>

export const CatalogUnit = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  ssd: z.string(),
  /** Path for the route `image`; `null` without a picture. */
  image: z.string().nullable(),
})
export type CatalogUnit = z.infer<typeof CatalogUnit>

/** Rectangle of the picture, in its own pixels, that stands for the parts with this position number. */
export const Hotspot = z.object({
  position: z.string(),
  x1: z.number(),
  y1: z.number(),
  x2: z.number(),
  y2: z.number(),
})
export type Hotspot = z.infer<typeof Hotspot>

export const UnitPart = z.object({
  /** Number on the picture; empty for parts that are not drawn. */
  position: z.string(),
  article: z.string(),
  name: z.string(),
  amount: z.string(),
  note: z.string(),
})
export type UnitPart = z.infer<typeof UnitPart>

export const UnitDiagram = z.object({
  code: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  hotspots: z.array(Hotspot),
  parts: z.array(UnitPart),
})
export type UnitDiagram = z.infer<typeof UnitDiagram>

const code = textAsItStands(100).min(1, 'Заполните поле')
const ssd = textAsItStands(4000)
const vehicle = { catalog: code, vehicle_id: code, ssd }

const PATH = '/api/v1/vehicle-catalog'

/** Parts of a vehicle by its number, from an outside provider. */
export const vehicleCatalogRoutes = defineRoutes({
  status: {
    method: 'GET',
    path: PATH,
    summary: 'Подключён ли каталог деталей по VIN',
    access: 'catalog:read',
    reply: z.object({ is_on: z.boolean() }),
  },
  vehicles: {
    method: 'GET',
    path: `${PATH}/vehicles`,
    summary: 'Машины каталога по VIN, номеру кузова или госномеру',
    access: 'catalog:read',
    query: z.strictObject({ number: requiredText(50) }),
    reply: z.object({ results: z.array(CatalogVehicle) }),
  },
  groups: {
    method: 'GET',
    path: `${PATH}/groups`,
    summary: 'Группы деталей машины',
    access: 'catalog:read',
    query: z.strictObject(vehicle),
    reply: z.object({ results: z.array(CatalogGroup) }),
  },
  units: {
    method: 'GET',
    path: `${PATH}/units`,
    summary: 'Узлы группы с рисунками',
    access: 'catalog:read',
    query: z.strictObject({ ...vehicle, group_id: code }),
    reply: z.object({ results: z.array(CatalogUnit) }),
  },
  unit: {
    method: 'GET',
    path: `${PATH}/unit`,
    summary: 'Узел: рисунок, места деталей на нём и номера деталей',
    access: 'catalog:read',
    query: z.strictObject({ catalog: code, unit_id: code, ssd }),
    reply: UnitDiagram,
  },
  image: {
    method: 'GET',
    path: `${PATH}/image`,
    summary: 'Рисунок узла',
    access: 'catalog:read',
    query: z.strictObject({ path: textAsItStands(500).regex(/^\/[^/\\]/, 'Неверный путь') }),
    reply: FILE,
  },
})
