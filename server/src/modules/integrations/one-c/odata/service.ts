import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readChanges, type Change } from './changes.ts'
import { OneCFailed } from './failures.ts'
import { encodeQuery, guidLiteral, type OdataRow } from './literals.ts'
import { readMetadata, type Metadata } from './metadata.ts'
import type { OneCRequest, OneCTransport } from './transport.ts'

const MB = 1024 * 1024
const PLAIN = { latestMs: 60_000, bytes: 32 * MB }
/** Virtual tables are computed by 1C at each request. */
const COMPUTED = { latestMs: 180_000, bytes: 64 * MB }
const METADATA = { latestMs: 180_000, bytes: 64 * MB }
const CHANGES = { latestMs: 900_000, bytes: 128 * MB }
/** The format that is smallest; without it 1C answers in Atom. */
const FORMAT = { $format: 'application/json;odata=nometadata' }

const PAGE_SIZE = 500
const SMALLEST_PAGE = 8
/** Keys that fit into one filter. */
export const KEYS_AT_ONCE = 20
const ATTEMPTS = 3

const List = z.object({ value: z.array(z.record(z.string(), z.unknown())) })

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\ufeff/, '')
}

/** @throws OneCFailed for anything but the JSON of a list */
function rowsOf(text: string): OdataRow[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new OneCFailed('По этому адресу отвечает не 1С', {
      advice: 'Проверьте адрес: он тот же, по которому база открывается в браузере',
    })
  }
  const list = List.safeParse(value)
  if (!list.success) throw new OneCFailed('Ответ 1С не похож на список объектов')
  return list.data.value
}

/** @throws OneCFailed that may pass: the object is written, but nobody knows which */
function objectOf(text: string): OdataRow {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw new OneCFailed('Ответ 1С о записи объекта не прочитан', { kind: 'temporary' })
  }
}

export interface ReadRange {
  /** Properties to read; none for all of them. */
  select: readonly string[]
  filter?: string
}

/** Node of an exchange plan and the number of its next message. */
export interface ExchangePoint {
  plan: string
  key: string
  messageNumber: number
}

export interface OdataService {
  /** Names of the published objects. */
  readRoot: () => Promise<string[]>
  readMetadata: (wanted: ReadonlySet<string>) => Promise<Metadata>
  /** Pages of an object in a stable order; a page that is too heavy for 1C is read in smaller ones. */
  readPages: (entity: string, range: ReadRange) => AsyncGenerator<OdataRow[]>
  /** First rows, to see whether they may be read. */
  readSome: (entity: string, range: ReadRange, count?: number) => Promise<OdataRow[]>
  /**
   * Creates an object and returns it as 1C has stored it. It is never repeated: after a failure that may pass the object
   * may exist.
   */
  create: (entity: string, content: OdataRow) => Promise<OdataRow>
  readByKeys: (entity: string, keys: readonly string[], range: ReadRange) => Promise<OdataRow[]>
  /** Rest of an accumulation register now. */
  readBalance: (entity: string) => Promise<OdataRow[]>
  /** Changes since the last confirmed message; repeated until confirmed. */
  selectChanges: (point: ExchangePoint, wanted: ReadonlySet<string>) => Promise<Change[]>
  /** Confirms a message: its changes do not come again. */
  confirmChanges: (point: ExchangePoint) => Promise<void>
  close: () => Promise<void>
}

const fieldsOf = ({ select, filter }: ReadRange) => ({
  ...FORMAT,
  ...(filter !== undefined && { $filter: filter }),
  ...(select.length > 0 && { $select: select.join(',') }),
})

const pathOf = (entity: string, fields: Record<string, string>) =>
  `/${encodeURIComponent(entity)}?${encodeQuery(fields)}`

function pointQuery(transport: OneCTransport, { plan, key, messageNumber }: ExchangePoint) {
  const address = `${transport.address}/${plan}(${guidLiteral(key)})`
  return encodeQuery({ DataExchangePoint: `'${address}'`, MessageNo: String(messageNumber) })
}

type Fields = Record<string, string>
type ListRows = (entity: string, fields: Fields, isFinal?: (failure: OneCFailed) => boolean) => Promise<OdataRow[]>

/** Reads pages of an object; one that is too heavy for 1C is read in smaller ones. */
async function* readPages(list: ListRows, entity: string, range: ReadRange) {
  let size = PAGE_SIZE
  let last: unknown
  for (let at = 0; ;) {
    const fields = { ...fieldsOf(range), $orderby: 'Ref_Key', $top: String(size), $skip: String(at) }
    const isTooHeavy = ({ isServerError }: OneCFailed) => isServerError && size > SMALLEST_PAGE
    let page: OdataRow[]
    try {
      page = await list(entity, fields, isTooHeavy)
    } catch (error) {
      if (!(error instanceof OneCFailed && isTooHeavy(error))) throw error
      size = Math.max(SMALLEST_PAGE, Math.floor(size / 4))
      continue
    }
    const first = page[0]?.['Ref_Key']
    if (at > 0 && first !== undefined && first === last)
      throw new OneCFailed(`1С повторяет одну и ту же страницу объекта «${entity}»`, {
        advice: 'Обновите платформу 1С: она не понимает $skip',
      })
    last = first
    yield page
    at += page.length
    if (page.length < size) return
  }
}

/**
 * Sends and reads to the end, again after a failure that may pass.
 * @param isFinal failures after which another attempt makes no sense
 */
function createAsking(transport: OneCTransport, pauseMs: number) {
  return async <T>(
    request: OneCRequest,
    read: (body: Readable) => Promise<T>,
    isFinal: (failure: OneCFailed) => boolean = () => false,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read(await transport.open(request))
      } catch (error) {
        const mayPass = error instanceof OneCFailed && error.kind === 'temporary' && !isFinal(error)
        if (!mayPass || attempt === ATTEMPTS) throw error
        await delay(pauseMs * attempt)
      }
    }
  }
}

/**
 * Client of the standard OData v3 service of 1C. Reads are repeated after failures that may pass; every method throws
 * OneCFailed with a readable reason.
 * @param pauseMs pause before the first repetition
 */
export function createOdataService(transport: OneCTransport, pauseMs = 2000): OdataService {
  const ask = createAsking(transport, pauseMs)
  const list: ListRows = (entity, fields, isFinal) =>
    ask({ path: pathOf(entity, fields), entity, ...PLAIN }, async (body) => rowsOf(await textOf(body)), isFinal)
  return {
    readRoot: async () => {
      const rows = await list('', FORMAT)
      return rows.map(({ name }) => String(name))
    },
    readMetadata: (wanted) => ask({ path: '/$metadata', ...METADATA }, (body) => readMetadata(body, wanted)),
    readPages: (entity, range) => readPages(list, entity, range),
    readSome: (entity, range, count = 1) => list(entity, { ...fieldsOf(range), $top: String(count) }),
    create: async (entity, content) => {
      const request = { path: `/${encodeURIComponent(entity)}?${encodeQuery(FORMAT)}`, entity, ...PLAIN }
      const body = await transport.open({ ...request, method: 'POST', content: JSON.stringify(content) })
      return objectOf(await textOf(body))
    },
    readByKeys: (entity, keys, range) =>
      list(entity, { ...fieldsOf(range), $filter: keys.map((key) => `Ref_Key eq ${guidLiteral(key)}`).join(' or ') }),
    readBalance: (entity) =>
      ask(
        { path: `/${encodeURIComponent(entity)}/Balance()?${encodeQuery(FORMAT)}`, entity, ...COMPUTED },
        async (body) => rowsOf(await textOf(body)),
      ),
    selectChanges: (point, wanted) =>
      ask(
        { method: 'POST', path: `/SelectChanges?${pointQuery(transport, point)}`, entity: point.plan, ...CHANGES },
        (body) => readChanges(body, wanted),
      ),
    confirmChanges: async (point) => {
      const path = `/NotifyChangesReceived?${pointQuery(transport, point)}`
      await ask({ method: 'POST', path, entity: point.plan, ...PLAIN }, textOf)
    },
    close: transport.close,
  }
}
