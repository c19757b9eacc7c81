import type { AccountedDebt } from '@artikul/contract/billing/settlements'
import {
  ODATA_KINDS,
  type OdataKind,
  type OdataMapping,
  type OdataStored,
} from '@artikul/contract/integrations/one-c-odata'
import { ONE_C_DIRECTIONS } from '@artikul/contract/integrations/one-c'
import { keysOf } from '@artikul/contract/core/keys'
import { randomBytes } from 'node:crypto'
import { storeAccountedBalances } from '../../../billing/index.ts'
import type { ApplyDeps } from '../apply-documents.ts'
import { insertExchangeSession, type Node } from '../sessions.queries.ts'
import { applyObjects } from './apply-objects.ts'
import { findExchangePoint } from './check.ts'
import { endReading, insertStep, type StoredConnection } from './connections.queries.ts'
import { COMPOSITION, OneCFailed } from './failures.ts'
import { dayAt, dayLiteral, isReference, kopAt, propertyText, type OdataRow } from './literals.ts'
import { entityNames, kindsOf, selectOf } from './mapping.ts'
import * as queries from './objects.queries.ts'
import {
  isOfUnknown,
  isStored,
  readObject,
  STORED_KINDS,
  type InvoiceContent,
  type ReadObject,
} from './read-objects.ts'
import { sendCompanies } from './send-companies.ts'
import { KEYS_AT_ONCE, type OdataService } from './service.ts'

interface Reading {
  deps: ApplyDeps
  node: Node
  service: OdataService
  mapping: OdataMapping
  readsFrom: string
  sessionId: number
  /** Own organisations in 1C; undefined when they are not read. */
  organisations: ReadonlySet<string> | undefined
}

type Counts = Record<string, number>

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** Runs a step and notes it in the session; a refusal of 1C ends only this step. */
async function takeStep(
  { deps, node, sessionId }: Reading,
  name: string,
  work: () => Promise<Counts>,
): Promise<OneCFailed | null> {
  const note = (failure: string, counts: Counts) =>
    insertStep(deps.db, { sessionId, nodeId: node.id, name, failure, counts }, deps.clock.now())
  try {
    await note('', await work())
    return null
  } catch (error) {
    if (!(error instanceof OneCFailed)) throw error
    await note([error.message, error.advice].filter(Boolean).join('. '), {})
    return error
  }
}

/** Adds number and day of the shipments that 1C has not sent by itself, by which the portal may know them. */
async function nameShipments({ deps, node, service, mapping }: Reading, objects: readonly ReadObject[]): Promise<void> {
  const { shipment } = mapping
  if (!shipment) return
  const ids = [...new Set(objects.map((object) => object.belongs_to).filter(isReference))]
  const known = await queries.selectKnownShipments(deps.db, node.id, ids)
  const unknown = ids.filter((id) => !known.has(id))
  const names = new Map<string, { basis_number: string; basis_day: string }>()
  for (const keys of chunksOf(unknown, KEYS_AT_ONCE))
    for (const row of await service.readByKeys(shipment.entity, keys, {
      select: selectOf('shipment', shipment.fields),
    }))
      names.set(propertyText(row, 'Ref_Key'), {
        basis_number: propertyText(row, shipment.fields['number']),
        basis_day: dayAt(row, shipment.fields['day']),
      })
  for (const object of objects) Object.assign(object.content as InvoiceContent, names.get(object.belongs_to))
}

const isDocument = (kind: OdataStored) => kind === 'upd' || kind === 'correction'

/** Stores the rows of a kind whose version is not known yet; new documents since the first day that is read. */
async function storeRows(reading: Reading, kind: OdataStored, rows: readonly OdataRow[]): Promise<number> {
  const { deps, node, mapping, organisations, readsFrom } = reading
  const fields = mapping[kind]?.fields
  if (!fields) return 0
  const valid = new Map(
    rows
      .filter((row) => isReference(propertyText(row, 'Ref_Key')) && !isOfUnknown(kind, fields, row, organisations))
      .map((row) => [propertyText(row, 'Ref_Key'), row]),
  )
  const versions = await queries.selectObjectVersions(deps.db, node.id, kind, [...valid.keys()])
  const isWanted = (key: string, row: OdataRow) =>
    !isDocument(kind) || versions.has(key) || dayAt(row, fields['day']) >= readsFrom
  const objects: ReadObject[] = []
  const alien: string[] = []
  for (const [key, row] of valid) {
    if (versions.get(key) === propertyText(row, 'DataVersion') || !isWanted(key, row)) continue
    const object = readObject(kind, fields, row, organisations)
    if (object) objects.push(object)
    else alien.push(key)
  }
  if (isDocument(kind)) await nameShipments(reading, objects)
  const place = { nodeId: node.id, sessionId: reading.sessionId }
  const stored = objects.length === 0 ? 0 : await queries.storeObjects(deps.db, place, objects)
  return stored + (alien.length === 0 ? 0 : await queries.markDeleted(deps.db, place, kind, alien))
}

/** Reads all objects of a kind; documents since the first day that is read. */
async function scan(reading: Reading, kind: OdataStored): Promise<Counts> {
  const { service, mapping, readsFrom } = reading
  const found = mapping[kind]
  const counts = { read: 0, changed: 0 }
  if (!found) return counts
  const range = {
    select: selectOf(kind, found.fields),
    ...(isDocument(kind) && { filter: `Date ge ${dayLiteral(readsFrom)}` }),
  }
  for await (const page of service.readPages(found.entity, range)) {
    counts.read += page.length
    counts.changed += await storeRows(reading, kind, page)
  }
  return counts
}

/** Reads the changes of the exchange plan, and confirms them once they are stored. */
async function readChanges(reading: Reading, plan: string): Promise<Counts> {
  const { deps, node, service, mapping, sessionId } = reading
  const found = await findExchangePoint(service, plan)
  if ('refusal' in found) throw new OneCFailed(found.refusal, { isNameWrong: true })
  const kindOf = new Map(
    STORED_KINDS.flatMap((kind) => {
      const entity = mapping[kind]?.entity
      return entity === undefined ? [] : [[entity, kind] as const]
    }),
  )
  const changes = await service.selectChanges(found.point, new Set(kindOf.keys()))
  const counts = { read: changes.length, changed: 0 }
  for (const [entity, kind] of kindOf) {
    const own = changes.filter((change) => change.entity === entity)
    counts.changed += await storeRows(
      reading,
      kind,
      own.map(({ row }) => row).filter((row) => row !== null),
    )
    const gone = own.filter(({ row }) => row === null).map(({ key }) => key)
    if (gone.length > 0)
      counts.changed += await queries.markDeleted(deps.db, { nodeId: node.id, sessionId }, kind, gone)
  }
  await service.confirmChanges(found.point)
  return counts
}

/** Texts of objects by their keys. */
async function readTexts({ service, mapping }: Reading, kind: OdataKind, field: string, keys: readonly string[]) {
  const found = mapping[kind]
  const texts = new Map<string, string>()
  for (const chunk of found ? chunksOf([...new Set(keys)].filter(isReference), KEYS_AT_ONCE) : [])
    for (const row of await service.readByKeys(found?.entity ?? '', chunk, {
      select: selectOf(kind, found?.fields ?? {}),
    }))
      texts.set(propertyText(row, 'Ref_Key'), propertyText(row, found?.fields[field]))
  return texts
}

/**
 * Sum of a debt in kopecks; 0 for one that is not read.
 * @throws OneCFailed
 */
function debtAt(row: OdataRow, path: string | undefined): number {
  if (path === undefined || path === '') return 0
  const kop = kopAt(row, path)
  if (kop === null) throw new OneCFailed(`Долги не прочитаны: в «${path}» не число`)
  return kop
}

/** Debts of the register that concern contracts of the portal, with the number of the others. */
async function matchDebts(reading: Reading, rows: readonly OdataRow[]) {
  const { deps, node, mapping } = reading
  const fields = mapping.debt?.fields ?? {}
  const targets = await queries.selectContractTargets(deps.db, node.id)
  const parties = rows.map((row) => propertyText(row, fields['party']))
  const contractOf = mapping.debt_party
    ? await readTexts(reading, 'debt_party', 'contract', parties)
    : new Map(parties.map((party) => [party, party]))
  const owed = rows.flatMap((row) => {
    const kop = debtAt(row, fields['sum']) - debtAt(row, fields['advance'])
    const target = targets.get(contractOf.get(propertyText(row, fields['party'])) ?? '') ?? null
    return kop === 0 ? [] : [{ row, kop, target }]
  })
  const matched = owed.filter((one) => one.target !== null)
  return { contractIds: [...targets.values()], matched, unmatched: owed.length - matched.length }
}

/**
 * Reads what is owed now, and states it for the contracts that are matched.
 * @param partyNames names of the objects by which debts name their contracts; empty when they name them themselves
 */
async function readDebts(reading: Reading, partyNames: string): Promise<Counts> {
  const { deps, node, service, mapping } = reading
  const { debt } = mapping
  if (!debt) return {}
  if (partyNames !== '' && !mapping.debt_party)
    throw new OneCFailed('Долги не прочитаны: неизвестно, к каким договорам они относятся', {
      advice: `${COMPOSITION}: отметьте «${partyNames}»`,
      isNameWrong: true,
    })
  const asOf = deps.clock.now()
  const rows = await service.readBalance(debt.entity)
  const { contractIds, matched, unmatched } = await matchDebts(reading, rows)
  const documentOf = (row: OdataRow) => propertyText(row, debt.fields['document'])
  const documents = matched.map(({ row }) => documentOf(row))
  const nameOf = await readTexts(reading, 'debt_document', 'name', documents)
  const balances = new Map<number | null, AccountedDebt[]>(contractIds.map((id) => [id, []]))
  for (const { row, kop, target } of matched)
    balances.get(target)?.push({
      document: nameOf.get(documentOf(row)) ?? '',
      due_on: dayAt(row, debt.fields['due']) || null,
      sum_kop: kop,
    })
  const stated = [...balances].flatMap(([contractId, debts]) => (contractId === null ? [] : [{ contractId, debts }]))
  if (!node.is_trial) await storeAccountedBalances(deps.db, stated, asOf)
  return { read: rows.length, unmatched }
}

/** Ids of the organisations with the seller's ИНН; undefined when 1C does not publish them. */
async function readOrganisations(service: OdataService, mapping: OdataMapping, inn: string) {
  const found = mapping.organisation
  if (!found) return undefined
  const own = new Set<string>()
  for await (const page of service.readPages(found.entity, { select: selectOf('organisation', found.fields) }))
    for (const row of page) if (propertyText(row, found.fields['inn']) === inn) own.add(propertyText(row, 'Ref_Key'))
  if (own.size === 0)
    throw new OneCFailed(`В 1С нет организации с ИНН ${inn}`, {
      advice: 'Проверьте ИНН нашей компании на портале и организации в 1С',
    })
  return own
}

/** Reads everything once a day, and in between too when there is no plan that names the changes. */
const SCAN_EVERY_MS = 24 * 3_600_000

export interface ReadResult {
  failure: OneCFailed | null
  /** All objects were read, besides changes. */
  isScanned: boolean
}

interface Base {
  node: Node
  connection: StoredConnection
  sellerInn: string
}

/** Takes the steps of a session. */
async function readSteps(
  deps: ApplyDeps,
  service: OdataService,
  { node, connection, sellerInn }: Base,
  sessionId: number,
): Promise<ReadResult> {
  const now = deps.clock.now()
  const { resolved, overrides, exchange_plan: plan, scanned_at: scannedAt } = connection
  const kinds = kindsOf(node.directions)
  const mapping = Object.fromEntries(
    Object.entries(resolved?.mapping ?? {}).filter(([kind]) => kinds.has(kind as OdataKind)),
  ) as OdataMapping
  const base = { deps, node, service, mapping, readsFrom: connection.reads_from, sessionId }
  const failures: (OneCFailed | null)[] = []
  let organisations: ReadonlySet<string> | undefined
  failures.push(
    await takeStep({ ...base, organisations }, ODATA_KINDS.organisation.name, async () => {
      organisations = await readOrganisations(service, mapping, sellerInn)
      return { read: organisations?.size ?? 0 }
    }),
  )
  // Contracts of other organisations must not be taken for own ones.
  if (failures[0]) return { failure: failures[0], isScanned: false }
  const reading: Reading = { ...base, organisations }
  const isScanned = plan === '' || !scannedAt || now.getTime() - scannedAt.getTime() >= SCAN_EVERY_MS
  if (isScanned)
    for (const kind of keysOf(ODATA_KINDS))
      if (isStored(kind) && mapping[kind])
        failures.push(await takeStep(reading, ODATA_KINDS[kind].name, () => scan(reading, kind)))
  if (plan !== '') failures.push(await takeStep(reading, `Изменения: ${plan}`, () => readChanges(reading, plan)))
  await applyObjects(deps, node)
  if (node.directions.includes('companies_out') && mapping.company) {
    const sending = {
      ...reading,
      company: mapping.company,
      store: (rows: OdataRow[]) => storeRows(reading, 'company', rows),
    }
    failures.push(await takeStep(reading, ONE_C_DIRECTIONS.companies_out, () => sendCompanies(sending)))
  }
  if (resolved && mapping.debt) {
    const partyNames = entityNames('debt_party', { preset: resolved.preset, overrides })
    failures.push(await takeStep(reading, ODATA_KINDS.debt.name, () => readDebts(reading, partyNames)))
  }
  const failure = failures.find((one) => one !== null) ?? null
  return { failure, isScanned: isScanned && !failure }
}

/**
 * Reads a base in one session and applies what has changed. A step that 1C refuses does not stop the others; the first
 * refusal is returned.
 */
export async function readBase(deps: ApplyDeps, service: OdataService, base: Base): Promise<ReadResult> {
  const { db, clock } = deps
  const tokenHash = `odata ${randomBytes(16).toString('hex')}`
  const session = { nodeId: base.node.id, kind: 'odata' as const, tokenHash }
  const { id } = await insertExchangeSession(db, session, clock.now())
  try {
    return await readSteps(deps, service, base, id)
  } finally {
    await endReading(db, id, clock.now())
  }
}
