import { accessScopeOf, seesPrices } from '../../../platform/access/index.ts'
import type { CompanyDocument, DocumentArchiveQuery } from '@artikul/contract/billing/documents'
import type { Logger } from 'pino'
import { dayText, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, FileReply } from '../../../platform/http/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { fileName, zipStream, type ZipEntry } from '../../../platform/files/zip.ts'
import { drawAct } from '../claims/index.ts'
import { drawInvoiceOf, readForArchive } from '../../billing/index.ts'
import { drawPackingList, drawUpdCopy, intakeFiles } from '../shipments/index.ts'
import { registerFile, type Filed } from './register-file.ts'

/** Maximum number of concurrent archives of one server: each occupies the drawing worker. */
const MAX_CONCURRENT = 2
/** Time after which an archive that is still being received is ended. */
const LONGEST_MS = 30 * 60_000

export interface ArchiveDeps {
  clock: Clock
  drawPdf: DrawPdf
  log: Logger
}

interface Making {
  db: Db
  actor: Actor
  deps: ArchiveDeps
}

type ArchivedFile = FileReply & { bytes: Buffer }

/** Builds the files of a document by folder, as offered by its row of the register, each one once. */
function filesOf({ db, actor, deps }: Making, document: CompanyDocument): [string, () => Promise<ArchivedFile[]>][] {
  const { id } = document
  if (document.kind === 'invoice') return [['Счета', async () => [await drawInvoiceOf(db, deps, actor, id)]]]
  if (document.kind === 'claim') return [['Обращения', async () => [await drawAct(db, deps, actor, id)]]]
  if (document.kind === 'correction') return []
  const list: [string, () => Promise<ArchivedFile[]>] = [
    'Отгрузки',
    async () => [await drawPackingList(db, deps, actor, id)],
  ]
  if (document.state === 'cancelled' || document.sum_kop === 0 || !seesPrices(accessScopeOf(actor))) return [list]
  return [
    ['УПД, копии', async () => [await drawUpdCopy(db, deps, actor, id)]],
    list,
    ['Для 1С', () => intakeFiles(db, deps.clock, actor, id)],
  ]
}

/** A failure after the register was read does not affect the other documents: it is noted next to its document. */
async function filesOrReason(draw: () => Promise<ArchivedFile[]>): Promise<ArchivedFile[] | string> {
  try {
    return await draw()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.message
  }
}

/** Creates unique file names, ignoring case: two sellers may use the same number. */
function createNames() {
  const usedPaths = new Set<string>()
  return (folder: string, name: string): string => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[a-z]+)?$/su.exec(name) ?? []
    for (let turn = 1; ; turn += 1) {
      const path = `${folder}/${fileName(stem)}${turn > 1 ? ` (${turn})` : ''}${ending}`
      if (usedPaths.has(path.toLowerCase())) continue
      usedPaths.add(path.toLowerCase())
      return path
    }
  }
}

async function* entriesOf(making: Making, documents: readonly CompanyDocument[]): AsyncGenerator<ZipEntry> {
  const nameOf = createNames()
  const filed: Filed[] = []
  for (const document of documents) {
    const paths: string[] = []
    let missing = ''
    for (const [folder, draw] of filesOf(making, document)) {
      const papers = await filesOrReason(draw)
      if (typeof papers === 'string') {
        missing = papers
        continue
      }
      for (const { name, bytes } of papers) {
        const path = nameOf(folder, name)
        paths.push(path)
        yield { path, bytes }
      }
    }
    filed.push({ document, paths, missing })
  }
  yield { path: 'Реестр документов.xlsx', bytes: registerFile(accessScopeOf(making.actor), filed) }
}

const periodText = ({ from, to }: DocumentArchiveQuery) =>
  [from && `с ${dayText(from)}`, to && `по ${dayText(to)}`].filter(Boolean).join(' ')

/**
 * Creates archives that draw each document while the previous one is being transferred.
 * @returns the maker, which throws AppError those of `readForArchive`, `documents.archive_running` for a user with an
 * archive in progress, `unavailable` when the server is at its limit
 */
export function createArchives(deps: ArchiveDeps) {
  const running = new Set<number>()
  return async (db: Db, actor: Actor, query: DocumentArchiveQuery): Promise<FileReply> => {
    const { userId } = actor
    if (running.has(userId)) throw new AppError('documents.archive_running')
    if (running.size >= MAX_CONCURRENT)
      throw new AppError('unavailable', { detail: 'Сейчас собираются другие архивы, повторите через минуту' })
    running.add(userId)
    const end = () => running.delete(userId)
    try {
      const { company, documents } = await readForArchive(db, deps.clock, actor, query)
      const bytes = zipStream(entriesOf({ db, actor, deps }, documents), AbortSignal.timeout(LONGEST_MS))
      bytes.once('close', end)
      bytes.once('error', (error) => deps.log.warn({ err: loggable(error) }, 'document archive aborted'))
      const name = ['Документы', company, periodText(query)].filter(Boolean).join(' ')
      return { bytes, type: 'application/zip', name: `${fileName(name)}.zip` }
    } catch (error) {
      end()
      throw error
    }
  }
}
