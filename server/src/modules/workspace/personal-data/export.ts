import type { Logger } from 'pino'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author, FileReply } from '../../../platform/http/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { xlsxStream, type Row } from '../../../platform/table-file/index.ts'
import { fileName, zipStream, type ZipEntry } from '../../../platform/files/zip.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { pagesOf, SOURCES, type SectionName } from './sections.queries.ts'
import { columnsOf, sayRow, SECTIONS } from './sections.ts'

/** Files of one server at a time: each reads whole tables. */
const MOST_AT_ONCE = 2
/** Whoever takes nothing for so long has gone. */
const LONGEST_MS = 10 * 60_000

async function* rowsOf(db: Db, name: SectionName, userId: number): AsyncGenerator<Row[]> {
  for await (const rows of pagesOf(db, name, userId)) yield rows.map((row) => sayRow(SECTIONS[name], row))
}

async function* tablesOf(db: Db, userId: number): AsyncGenerator<ZipEntry> {
  const names = Object.keys(SOURCES) as SectionName[] // its own keys
  for (const [at, name] of names.entries()) {
    const path = `${String(at + 1).padStart(2, '0')} ${SECTIONS[name].title}.xlsx`
    yield { path, bytes: xlsxStream({ columns: columnsOf(SECTIONS[name]), pages: rowsOf(db, name, userId) }) }
  }
}

interface Asked {
  author: Author
  person: { id: number; full_name: string }
}

/**
 * Makes files of all that is held about a person, a table after another while the one before it is taken: what is held in
 * memory is a page of rows. That it has left is written down, for the person himself to see too.
 * @returns the maker, which throws AppError `documents.archive_running` for whoever has one under way, `unavailable` while
 * the server makes as many as it can
 */
export function createExports(log: Logger) {
  const running = new Set<number>()
  /** `db` sees the rows of every company: the person may have worked for several. */
  return async (db: Db, { author, person }: Asked): Promise<FileReply> => {
    const { actorId } = author
    if (running.has(actorId)) throw new AppError('documents.archive_running')
    if (running.size >= MOST_AT_ONCE)
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
