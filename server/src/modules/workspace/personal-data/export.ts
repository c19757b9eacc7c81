import type { Logger } from 'pino'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author, FileReply } from '../../../platform/http/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { xlsxStream, type Row } from '../../../platform/table-file/index.ts'
import { fileName, zipStream, type ZipEntry } from '../../../platform/files/zip.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { pagesOf, SOURCES, type SectionName } from './sections.queries.ts'
import { sectionColumns, exportRow, SECTIONS } from './sections.ts'

/** Maximum number of concurrent exports of one server: each reads whole tables. */
const MAX_CONCURRENT = 2
/** Time without progress after which the receiver counts as gone. */
const LONGEST_MS = 10 * 60_000

async function* rowsOf(db: Db, name: SectionName, userId: number): AsyncGenerator<Row[]> {
  for await (const rows of pagesOf(db, name, userId)) yield rows.map((row) => exportRow(SECTIONS[name], row))
}

async function* tablesOf(db: Db, userId: number): AsyncGenerator<ZipEntry> {
  const names = Object.keys(SOURCES) as SectionName[] // its own keys
  for (const [at, name] of names.entries()) {
    const path = `${String(at + 1).padStart(2, '0')} ${SECTIONS[name].title}.xlsx`
    yield { path, bytes: xlsxStream({ columns: sectionColumns(SECTIONS[name]), pages: rowsOf(db, name, userId) }) }
  }
}

interface ExportInput {
  author: Author
  person: { id: number; full_name: string }
}

/**
 * Creates files of all personal data, reading each table while the previous one is being transferred, so that only one
 * page of rows is in memory. The export is recorded in the journal, visible to the person.
 * @returns the maker, which throws AppError `documents.archive_running` for a user with an export in progress,
 * `unavailable` when the server is at its limit
 */
export function createExports(log: Logger) {
  const running = new Set<number>()
  /** `db` has access to the rows of every company, because the person may have worked for several. */
  return async (db: Db, { author, person }: ExportInput): Promise<FileReply> => {
    const { actorId } = author
    if (running.has(actorId)) throw new AppError('documents.archive_running')
    if (running.size >= MAX_CONCURRENT)
      throw new AppError('unavailable', { detail: 'Сейчас собираются другие архивы, повторите через минуту' })
    running.add(actorId)
    const end = () => running.delete(actorId)
    try {
      await recordEvent(db, author, {
        event: 'personal_data.exported',
        subjectId: person.id,
        object: `Пользователь № ${person.id}`,
      })
      const bytes = zipStream(tablesOf(db, person.id), AbortSignal.timeout(LONGEST_MS))
      bytes.once('close', end)
      bytes.once('error', (error) => log.warn({ err: loggable(error) }, 'personal data export aborted'))
      return { bytes, type: 'application/zip', name: `${fileName(`Персональные данные, ${person.full_name}`)}.zip` }
    } catch (error) {
      end()
      throw error
    }
  }
}
