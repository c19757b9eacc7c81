import type { OdataMapping } from '@artikul/contract/integrations/one-c-odata'
import type { Job } from '../../../../platform/jobs.ts'
import { processEach } from '../../../../platform/process-each.ts'
import type { ApplyDeps } from '../apply-documents.ts'
import { selectNode } from '../sessions.queries.ts'
import { applyObjects } from './apply-objects.ts'
import { checkBase } from './check.ts'
import { type ReadingDeps, oneCPasswordOf } from './connections.ts'
import * as queries from './connections.queries.ts'
import { OneCFailed } from './failures.ts'
import { forgetVersions } from './objects.queries.ts'
import { readBase } from './read-base.ts'
import { createOdataService, type OdataService } from './service.ts'
import { openOneCTransport } from './transport.ts'

const EVERY_MS = 60_000
/** Pause after a refusal that only a person can settle: 1C locks users after wrong passwords. */
const REFUSED_PAUSE_MS = 60 * 60_000
/** What is shown of an error of the portal itself; the log has the rest. */
const UNEXPECTED = { message: 'Ошибка портала при чтении 1С', advice: 'Портал повторит чтение сам' }

export interface OdataDeps extends ApplyDeps, ReadingDeps {
  /** Pause before a failed request is repeated, in milliseconds. */
  repeatPauseMs?: number
}

type Connection = queries.StoredConnection

/** Opens a connection; the caller closes it. */
function openService(deps: OdataDeps, connection: Connection, stopping: AbortSignal): OdataService {
  const password = oneCPasswordOf(deps.keys, connection)
  if (password === null) throw new OneCFailed('Пароль сохранён с другим AUTH_SECRET: введите его снова')
  return createOdataService(
    openOneCTransport({ ...connection, password }, deps.allowsPrivate, stopping),
    deps.repeatPauseMs,
  )
}

interface Base {
  node: NonNullable<Awaited<ReturnType<typeof selectNode>>>
  sellerInn: string
}

/** Forgets the versions of the stored objects when the base publishes other names than before: all are read anew. */
const noteNames = ({ db }: OdataDeps, connection: Connection, mapping: OdataMapping): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const hasOtherNames = await queries.noteReadNames(tx, connection, mapping)
    if (hasOtherNames) await forgetVersions(tx, connection.node_id)
    return hasOtherNames
  })

/** Checks a base if that is wanted, and reads it if its time has come. */
async function tendBase(deps: OdataDeps, service: OdataService, connection: Connection, { node, sellerInn }: Base) {
  const { db, clock } = deps
  let { resolved } = connection
  if (connection.wants_check || !resolved) {
    const checked = await checkBase(service, { ...connection, directions: node.directions })
    await queries.noteCheck(db, connection, checked, clock.now())
    ;({ resolved } = checked)
    if (checked.failure) throw checked.failure
  }
  if (connection.next_read_at > clock.now()) return
  const hasOtherNames = await noteNames(deps, connection, resolved?.mapping ?? {})
  const { failure, isScanned } = await readBase(deps, service, {
    node,
    connection: { ...connection, resolved, ...(hasOtherNames && { scanned_at: null }) },
    sellerInn,
  })
  if (failure) throw failure
  const now = clock.now()
  await queries.noteReading(db, connection, {
    failure: '',
    next_read_at: new Date(now.getTime() + connection.every_minutes * 60_000),
    read_at: now,
    ...(isScanned && { scanned_at: now }),
  })
}

async function readNode(deps: OdataDeps, connection: Connection, stopping: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const node = await selectNode(db, connection.node_id)
  const sellerInn = node && (await queries.selectSellerInn(db, node.seller_id))
  if (!node || sellerInn === undefined) return
  let service: OdataService | undefined
  try {
    service = openService(deps, connection, stopping)
    await tendBase(deps, service, connection, { node, sellerInn })
  } catch (error) {
    const known = error instanceof OneCFailed ? error : null
    const { message, advice } = known ?? UNEXPECTED
    const pause = known?.kind === 'wrong' ? REFUSED_PAUSE_MS : connection.every_minutes * 60_000
    await queries.noteReading(db, connection, {
      failure: [message, advice].filter(Boolean).join('. '),
      next_read_at: new Date(clock.now().getTime() + pause),
      // The names are looked up again before the next read.
      ...(known?.isNameWrong && { resolved: null }),
    })
    if (!known) throw error
  } finally {
    await service?.close()
  }
}

/** Checks and reads the bases whose time has come, and applies objects that have got what they lacked. */
async function work(deps: OdataDeps, stopping: AbortSignal): Promise<void> {
  const due = await queries.selectDueConnections(deps.db, deps.clock.now())
  await processEach(due, (connection) => readNode(deps, connection, stopping), stopping)
  const isRead = new Set(due.map(({ node_id: id }) => id))
  const others = (await queries.selectConnections(deps.db)).filter(
    ({ node_id: id, is_on: isOn }) => isOn && !isRead.has(id),
  )
  const apply = async ({ node_id: id }: Connection) => {
    const node = await selectNode(deps.db, id)
    if (node && !node.is_paused) await applyObjects(deps, node)
  }
  await processEach(others, apply, stopping)
}

export const oneCReadingJob = (deps: OdataDeps): Job => ({
  name: 'one_c_reading',
  everyMs: EVERY_MS,
  work: (stopping) => work(deps, stopping),
})
