import type { z } from 'zod'
import {
  Categories,
  Details,
  flattenCategories,
  FoundVehicles,
  ImageMap,
  Refusal,
  UnitInfo,
  Units,
} from './laximo-replies.ts'
import { VehicleCatalogFailed, type VehicleCatalogProvider } from './provider.ts'

export interface LaximoAccess {
  origin: string
  /** Origin of the pictures, which other servers may deliver. */
  imagesOrigin: string
  login: string
  password: string
}

const TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 5 * 1024 * 1024
const MAX_IMAGE_BYTES = 3 * 1024 * 1024
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const LOCALE = 'ru_RU'

const down = (what: string) => new VehicleCatalogFailed('down', what)

/** Reads at most so many bytes. */
async function readBytes(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw down('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    // The message of the library may contain the address with its parameters.
    throw down('no connection')
  }
}

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw down('the answer is no JSON')
  }
}

/** Codes of the provider: a used-up quota of the day or of the contract. */
const QUOTA = /^E_(?:ACCESSLIMITREACHED|TOO_?MANY_?REQUESTS)$/
/** Codes that mean that nothing is known about the number. */
const UNKNOWN = /^E_(?:INVALIDPARAMETER|NOTFOUND|VEHICLENOTFOUND|CATALOGNOTEXISTS)$/

/**
 * Creates the caller of operations: `POST /restApi/v1/{operation}` with JSON bodies. It returns null when the provider
 * knows nothing about the parameters.
 */
function createCaller({ origin, login, password }: LaximoAccess) {
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
  return async <T extends z.ZodType>(operation: string, body: object, schema: T): Promise<z.output<T> | null> => {
    const response = await request(`${origin}/restApi/v1/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization },
      body: JSON.stringify({ locale: LOCALE, ...body }),
    })
    const reply = jsonOf(await readBytes(response, MAX_REPLY_BYTES))
    if (!response.ok) {
      const code = Refusal.safeParse(reply).data?.code ?? ''
      if (QUOTA.test(code)) throw new VehicleCatalogFailed('quota', code)
      if (UNKNOWN.test(code)) return null
      throw down(`status ${response.status} ${code}`)
    }
    const parsed = schema.safeParse(reply)
    if (!parsed.success) throw down(`${operation} answered in another form`)
    return parsed.data
  }
}

/** Converts an address of a picture to a path that the portal serves; null when other servers deliver it. */
function imagePath(address: string, imagesOrigin: string): string | null {
  const whole = address.replace('%size%', 'source')
  if (whole === '' || !URL.canParse(whole, imagesOrigin)) return null
  const { origin, pathname, search } = new URL(whole, imagesOrigin)
  return origin === imagesOrigin ? `${pathname}${search}` : null
}

async function readImage(path: string, imagesOrigin: string) {
  const url = new URL(path, imagesOrigin)
  if (url.origin !== imagesOrigin) throw down('a picture of another server')
  const response = await request(url.href, {})
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  if (!response.ok || !IMAGE_TYPES.includes(type)) throw down(`picture: status ${response.status} ${type}`)
  return { bytes: await readBytes(response, MAX_IMAGE_BYTES), type }
}

/** Creates a client of Laximo's catalogue. Each step sends the state (`ssd`) that the previous one returned. */
export function createLaximo(access: LaximoAccess): VehicleCatalogProvider {
  const call = createCaller(access)
  const imagesOrigin = new URL(access.imagesOrigin).origin
  return {
    async findVehicles({ number }) {
      const found = await call('findVehicle', { identString: number }, FoundVehicles)
      return (found?.vehicles ?? []).map(({ vehicleId, attributes, ...vehicle }) => ({
        ...vehicle,
        vehicle_id: vehicleId,
        attributes: (attributes ?? []).filter(({ value }) => value !== ''),
      }))
    },
    async listGroups({ catalog, vehicle_id: vehicleId, ssd }) {
      const found = await call('listCategories', { catalog, vehicleId, ssd }, Categories)
      return flattenCategories(found?.categories ?? [], { id: null, ssd, depth: 1 })
    },
    async listUnits({ catalog, vehicle_id: vehicleId, ssd }, categoryId) {
      const found = await call('listUnits', { catalog, vehicleId, ssd, categoryId }, Units)
      return (found?.units ?? []).map(({ unitId, imageUrl, ssd: own, ...unit }) => ({
        ...unit,
        id: unitId,
        ssd: own || ssd,
        image: imagePath(imageUrl, imagesOrigin),
      }))
    },
    async readUnit({ catalog, unit_id: unitId, ssd }) {
      const info = await call('getUnitInfo', { catalog, unitId, ssd }, UnitInfo)
      const next = { catalog, unitId, ssd: info?.unit.ssd || ssd }
      const details = await call('listDetailsByUnit', next, Details)
      const map = await call('listImageMapByUnit', next, ImageMap)
      return {
        code: info?.unit.code ?? '',
        name: info?.unit.name ?? '',
        image: imagePath(info?.unit.imageUrl ?? '', imagesOrigin),
        hotspots: (map?.areas ?? []).map(({ code: position, ...area }) => ({ position, ...area })),
        parts: (details?.details ?? []).map(({ codeOnImage: position, oem: article, ...part }) => ({
          position,
          article,
          ...part,
        })),
      }
    },
    readImage: (path) => readImage(path, imagesOrigin),
  }
}
