import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { OneCBase } from './odata-base.ts'
import { OdataError, optionsOf, queryRows } from './odata-query.ts'
import { DEBTS, SCHEMA } from './odata-schema.data.ts'
import { feedXml, metadataXml } from './odata-xml.ts'

export const ODATA_LOGIN = 'Портал'
export const ODATA_PASSWORD = 'simulator'
const SERVICE = '/ut/odata/standard.odata'

/** How the service fails; each can be changed while it runs. */
export interface OdataFaults {
  /** Objects on which the user has no rights. */
  forbidden: Set<string>
  /** Largest page; a larger one fails for lack of space. */
  pageLimit: number
  /** Next answers that are lost behind a web server: 502. */
  lost: number
  /** Next confirmations of changes that are lost. */
  lostConfirmations: number
  /** Next written objects whose answer is lost. */
  lostWrites: number
  /** Text with which the configuration refuses written objects; empty when it does not. */
  writeRefusal: string
  /** Every request is answered by the page of a web server. */
  isDown: boolean
  delayMs: number
}

interface Reply {
  status: number
  type: string
  body: string
}

const CREATED = 201
const DESCRIPTION_LENGTH = 100
const BOM = '\ufeff'
const json = (body: unknown, status = 200): Reply => ({
  status,
  type: 'application/json;odata=nometadata;charset=utf-8',
  body: BOM + JSON.stringify(body),
})
const xml = (body: string): Reply => ({ status: 200, type: 'application/atom+xml;charset=utf-8', body })
const failure = ({ status, code, message }: OdataError) =>
  json({ 'odata.error': { code, message: { lang: 'ru', value: message } } }, status)

const POINT = /\/(ExchangePlan_[^/(]+)\(guid'([\da-f-]{36})'\)'$/i

interface Call {
  base: OneCBase
  faults: OdataFaults
  address: string
  options: ReadonlyMap<string, string>
  /** Body of the request. */
  content: string
}

/** Message of changes, or its confirmation. */
function exchange({ base, faults, address, options }: Call, operation: string): Reply {
  const [, plan = '', node = ''] = POINT.exec(options.get('DataExchangePoint') ?? '') ?? []
  if (!base.row(plan, node)) throw new OdataError(400, '4', 'Точка обмена не найдена')
  const messageNumber = Number(options.get('MessageNo'))
  if (operation === 'SelectChanges') {
    const changes = base.select(messageNumber).filter(({ set }) => base.isPublished(set))
    return xml(
      feedXml(
        address,
        changes.map(({ set, key }) => ({ set, key, row: base.row(set, key) })),
      ),
    )
  }
  if (faults.lostConfirmations > 0) {
    faults.lostConfirmations -= 1
    throw new OdataError(502, '', '')
  }
  base.confirm(messageNumber)
  return { status: 200, type: 'text/plain', body: '' }
}

/** Writes a new object as 1C does: unknown properties are ignored, long names cut, and nothing is checked. */
function create({ base, faults }: Call, set: string, content: string): Reply {
  if (faults.writeRefusal !== '') throw new OdataError(500, '-1', faults.writeRefusal)
  const { properties = {} } = SCHEMA[set] ?? {}
  const given = Object.entries(JSON.parse(content) as Record<string, unknown>).filter(([name]) => name in properties)
  const name = given.find(([property]) => property === 'Description')?.[1]
  const key = base.write(set, {
    ...Object.fromEntries(given),
    Ref_Key: crypto.randomUUID(),
    ...(typeof name === 'string' && { Description: name.slice(0, DESCRIPTION_LENGTH) }),
  })
  if (faults.lostWrites > 0) {
    faults.lostWrites -= 1
    throw new OdataError(502, '', '')
  }
  return json(base.row(set, key), CREATED)
}

function list({ base, faults, address, options }: Call, set: string): Reply {
  const top = Number(options.get('$top') ?? base.rows(set).length)
  if (top > faults.pageLimit) throw new OdataError(500, '-1', 'На диске временных файлов нет места (no space)')
  const rows = queryRows(set, base.rows(set), options)
  if (options.get('$format')?.startsWith('application/json')) return json({ value: rows })
  return xml(
    feedXml(
      address,
      rows.map((row) => ({ set, key: String(row['Ref_Key']), row })),
    ),
  )
}

/** Answers as the standard OData service of 1C. */
function answer(call: Call, method: string, path: string): Reply {
  const { base, faults } = call
  if (path === '') return json({ value: base.publishedSets().map((name) => ({ name, url: name })) })
  if (path === '$metadata') return { ...xml(metadataXml(base.publishedSets())), type: 'application/xml' }
  if (path === 'SelectChanges' || path === 'NotifyChangesReceived') {
    if (method !== 'POST') throw new OdataError(405, '0', 'Метод не поддерживается')
    return exchange(call, path)
  }
  const [, set = '', key, tail] = /^([^(/]+)(?:\(guid'([\da-f-]{36})'\))?(?:\/(.+))?$/i.exec(path) ?? []
  if (!base.isPublished(set)) throw new OdataError(404, '8', `Сущность "${set}" не найдена`)
  if (faults.forbidden.has(set)) throw new OdataError(401, '20', 'Недостаточно прав доступа')
  if (set === DEBTS) {
    if (tail !== 'Balance()') throw new OdataError(400, '6', `Сегмент пути "${tail ?? ''}" не найден!`)
    return json({ value: base.debts })
  }
  if (tail === '$count')
    return { status: 200, type: 'text/plain', body: `${BOM}${queryRows(set, base.rows(set), call.options).length}` }
  if (key === undefined) return method === 'POST' ? create(call, set, call.content) : list(call, set)
  const row = base.row(set, key)
  if (!row) throw new OdataError(404, '9', 'Экземпляр сущности не найден')
  return json(row)
}

const BAD_GATEWAY = 502
const PAGE: Reply = { status: 503, type: 'text/html', body: '<html><h1>Service Unavailable</h1></html>' }
const NO_LOGIN: Reply = { status: 401, type: 'text/html', body: '<html>401.5</html>' }
const EXPECTED = `Basic ${Buffer.from(`${ODATA_LOGIN}:${ODATA_PASSWORD}`).toString('base64')}`

async function handle(base: OneCBase, faults: OdataFaults, request: IncomingMessage): Promise<Reply> {
  const [pathname = '', query = ''] = (request.url ?? '').split('?')
  await delay(faults.delayMs)
  if (faults.isDown) return PAGE
  if (!pathname.startsWith(SERVICE)) return { status: 404, type: 'text/html', body: '<html>404</html>' }
  if (request.headers.authorization !== EXPECTED) return NO_LOGIN
  if (faults.lost > 0) {
    faults.lost -= 1
    return { ...PAGE, status: 502 }
  }
  const address = `http://${request.headers.host ?? ''}${SERVICE}`
  try {
    const path = decodeURIComponent(pathname.slice(SERVICE.length)).replace(/^\//, '')
    const chunks = await request.toArray()
    const call = {
      base,
      faults,
      address,
      options: optionsOf(query),
      content: Buffer.concat(chunks as Buffer[]).toString(),
    }
    return answer(call, request.method ?? '', path)
  } catch (error) {
    // Behind a web server nothing of an error of the gateway comes from 1C.
    if (error instanceof OdataError)
      return error.status === BAD_GATEWAY ? { ...PAGE, status: BAD_GATEWAY } : failure(error)
    throw error
  }
}

export interface OdataSimulator {
  /** Address of the base, as a person types it on the portal. */
  url: string
  faults: OdataFaults
  /** Requests so far, as `METHOD path?query`, decoded. */
  requests: string[]
  server: Server
}

/** Starts the OData service of a simulated 1C, on this machine only. */
export async function startOdata(base: OneCBase, port = 0): Promise<OdataSimulator> {
  const faults: OdataFaults = {
    ...{ forbidden: new Set(), pageLimit: Infinity, lost: 0, lostConfirmations: 0, lostWrites: 0 },
    ...{ writeRefusal: '', isDown: false, delayMs: 0 },
  }
  const requests: string[] = []
  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${decodeURIComponent((request.url ?? '').replace(SERVICE, ''))}`)
    handle(base, faults, request).then(
      ({ status, type, body }) => reply.writeHead(status, { 'content-type': type }).end(body),
      () => reply.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ut`, faults, requests, server }
}
