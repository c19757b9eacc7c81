import { z } from 'zod'
import { Id, requiredText } from './fields.ts'

/** Files of one message. */
export const MOST_FILES = 10
export const MOST_FILE_BYTES = 10 * 1024 * 1024

/** A photo or a PDF under a message. */
export const AttachedFile = z.object({ id: Id, name: z.string(), type: z.string() })
export type AttachedFile = z.infer<typeof AttachedFile>

/** Files that were sent before the message which they go with. */
export const fileIds = z.array(Id).max(MOST_FILES, `Не больше ${MOST_FILES} файлов`)
export const FileQuery = z.strictObject({ name: requiredText(200) })
/** A message with its files. */
export const Words = z.strictObject({ text: requiredText(2000), file_ids: fileIds })
export type Words = z.infer<typeof Words>
