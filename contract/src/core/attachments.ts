import { z } from 'zod'
import { Id, requiredText } from './fields.ts'

/** Most files of one message. */
export const MAX_FILES = 10
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** Size limit in megabytes of all files of one order or claim. */
export const MAX_MB_PER_CONVERSATION = 100
/** Daily size limit in megabytes of one company for orders, and the same for claims. */
export const MAX_MB_PER_DAY = 300

/** Photo or PDF attached to a message. */
export const AttachedFile = z.object({ id: Id, name: z.string(), type: z.string() })
export type AttachedFile = z.infer<typeof AttachedFile>

/** Files uploaded before the message that refers to them. */
export const fileIds = z.array(Id).max(MAX_FILES, `Не больше ${MAX_FILES} файлов`)
export const FileQuery = z.strictObject({ name: requiredText(200) })
/** A message with its files. */
export const MessageBody = z.strictObject({ text: requiredText(2000), file_ids: fileIds })
export type MessageBody = z.infer<typeof MessageBody>
