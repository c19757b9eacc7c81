import { z } from 'zod'
import { Id, requiredText } from './fields.ts'

/** Files of one message. */
export const MAX_FILES = 10
export const MAX_FILE_BYTES = 10 * 1024 * 1024
/** All files of one order or one claim. */
export const MAX_MB_PER_CONVERSATION = 100
/** Daily limit of one company for orders, and as much for claims. */
export const MAX_MB_PER_DAY = 300

/** A photo or a PDF under a message. */
export const AttachedFile = z.object({ id: Id, name: z.string(), type: z.string() })
export type AttachedFile = z.infer<typeof AttachedFile>

/** Files that were sent before the message which they go with. */
export const fileIds = z.array(Id).max(MAX_FILES, `Не больше ${MAX_FILES} файлов`)
export const FileQuery = z.strictObject({ name: requiredText(200) })
/** A message with its files. */
export const MessageBody = z.strictObject({ text: requiredText(2000), file_ids: fileIds })
export type MessageBody = z.infer<typeof MessageBody>
