import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { FAULTS, type Fault } from './faults.ts'
import { areasOf, CATEGORIES, UNITS, VEHICLES } from './laximo-goods.ts'
import { drawUnit } from './laximo-picture.ts'

export const LAXIMO_LOGIN = 'portal'
export const LAXIMO_PASSWORD = 'simulator'
const AUTHORIZATION = `Basic ${Buffer.from(`${LAXIMO_LOGIN}:${LAXIMO_PASSWORD}`).toString('base64')}`

export interface LaximoSimulator {
  origin: string
  server: Server
  /** Operations in the order of their calls. */
  calls: string[]
}

type Body = Record<string, string | undefined>

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const invalid = () => new Refused(400, 'E_INVALIDPARAMETER')

/** Each step accepts only the state that the previous one returned. */
function requireSsd({ ssd }: Body, ...accepted: string[]) {
  if (ssd === undefined || !accepted.includes(ssd)) throw invalid()
}

const unitOf = ({ unitId }: Body) => {
  const unit = UNITS.find((one) => one.unitId === unitId)
  if (!unit) throw invalid()
  return unit
}

const unitReply = (unit: (typeof UNITS)[number], ssd: string) => ({
  unitId: Number(unit.unitId),
  code: unit.code,
  name: unit.name,
  ssd,
  imageUrl: `/images/%size%/${unit.unitId}.png`,
})

type Category = (typeof CATEGORIES)[number]

const categoryTree = (ids: readonly string[], vehicleId: string): object[] =>
  ids
    .map((id) => CATEGORIES.find((one) => one.categoryId === id))
    .filter((one): one is Category => one !== undefined)
    .map(({ categoryId, name, children }) => ({
      categoryId,
      name,
      ssd: `category-${vehicleId}-${categoryId}`,
      children: categoryTree(children, vehicleId),
    }))
const TOP = CATEGORIES.filter(
  ({ categoryId }) => !CATEGORIES.some(({ children }) => (children as readonly string[]).includes(categoryId)),
).map(({ categoryId }) => categoryId)

const OPERATIONS: Record<string, (body: Body) => object> = {
  findVehicle: ({ identString = '' }) => ({
    vehicles: VEHICLES.filter(({ numbers }) => (numbers as readonly string[]).includes(identString)).map(
      ({ numbers: _, engine, year, ...vehicle }) => ({
        ...vehicle,
        ssd: `vehicle-${vehicle.vehicleId}`,
        attributes: [
          { key: 'engine', name: 'Двигатель', value: engine },
          { key: 'year', name: 'Год выпуска', value: year },
        ],
      }),
    ),
  }),
  listCategories: (body) => {
    const { vehicleId = '' } = body
    requireSsd(body, `vehicle-${vehicleId}`)
    return { categories: categoryTree(TOP, vehicleId) }
  },
  listUnits: (body) => {
    requireSsd(body, `category-${body['vehicleId']}-${body['categoryId']}`)
    const units = UNITS.filter(({ categoryId }) => categoryId === body['categoryId'])
    return { units: units.map((unit) => unitReply(unit, `unit-${unit.unitId}`)) }
  },
  getUnitInfo: (body) => {
    const unit = unitOf(body)
    requireSsd(body, `unit-${unit.unitId}`)
    return { unit: unitReply(unit, `info-${unit.unitId}`) }
  },
  listDetailsByUnit: (body) => {
    const unit = unitOf(body)
    requireSsd(body, `info-${unit.unitId}`)
    return { details: unit.details }
  },
  listImageMapByUnit: (body) => {
    const unit = unitOf(body)
    requireSsd(body, `info-${unit.unitId}`)
    return { areas: areasOf(unit) }
  },
}

interface Mode {
  fault: Fault | null
  /** Calls left of the quota. */
  left: number
}

/** Handles `POST /control?fault=error&left=0`, which sets the further behaviour. */
function control(mode: Mode, query: URLSearchParams) {
  const fault = query.get('fault') ?? ''
  mode.fault = fault in FAULTS ? (fault as Fault) : null
  mode.left = Number(query.get('left') ?? Infinity)
}

const sendJson = (reply: ServerResponse, status: number, body: object) =>
  reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

async function answer(mode: Mode, calls: string[], request: IncomingMessage, reply: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
  if (pathname === '/control') {
    control(mode, searchParams)
    return sendJson(reply, 200, mode)
  }
  if (mode.fault) return FAULTS[mode.fault](reply)
  const drawn = UNITS.find(({ unitId }) => pathname === `/images/source/${unitId}.png`)
  if (drawn) return reply.writeHead(200, { 'content-type': 'image/png' }).end(drawUnit(drawn))
  const name = /^\/restApi\/v1\/(\w+)$/.exec(pathname)?.[1] ?? ''
  const operation = request.method === 'POST' ? OPERATIONS[name] : undefined
  calls.push(name)
  try {
    if (request.headers.authorization !== AUTHORIZATION) throw new Refused(401, 'E_ACCESSDENIED')
    if (!operation) throw new Refused(404, 'E_UNKNOWNCOMMAND')
    if (mode.left <= 0) throw new Refused(403, 'E_ACCESSLIMITREACHED')
    mode.left -= 1
    return sendJson(reply, 200, operation(JSON.parse(await text(request)) as Body))
  } catch (error) {
    if (!(error instanceof Refused)) return sendJson(reply, 500, { code: 'E_UNEXPECTED' })
    return sendJson(reply, error.status, { code: error.code, message: error.code })
  }
}

/** Starts a catalogue of vehicles and their parts that speaks the protocol of Laximo, on this machine only. */
export async function startLaximo(port = 0): Promise<LaximoSimulator> {
  const mode: Mode = { fault: null, left: Infinity }
  const calls: string[] = []
  const server = createServer((request, reply) => void answer(mode, calls, request, reply))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, calls }
}
