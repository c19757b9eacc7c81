import { MAX_PHOTOS } from '@artikul/contract/catalog/product-content'
import { sql } from 'kysely'
import { json, type Db, type SqlTransaction } from '../../../platform/db/index.ts'

/**
 * Writes the pictures that the goods of a file name, unless a later session has written them, and deletes those that they
 * no longer name. What became of an earlier file of the same place stays until its new file is processed.
 */
export async function mergePictures(tx: SqlTransaction, place: { nodeId: number; sessionId: number }): Promise<void> {
  const { nodeId, sessionId } = place
  await tx`
    insert into one_c_pictures (node_id, external_id, position, path, session_id)
    select distinct on (external_id, position) ${nodeId}::integer, external_id, position, path, ${sessionId}::integer
    from one_c_read_pictures where position <= ${MAX_PHOTOS} order by external_id, position, row desc
    on conflict (node_id, external_id, position) do update set path = excluded.path, session_id = excluded.session_id
      where one_c_pictures.session_id <= excluded.session_id`
  await tx`
    delete from one_c_pictures using one_c_read_goods good
    where node_id = ${nodeId} and one_c_pictures.external_id = good.external_id and not good.is_offered
      and session_id < ${sessionId}`
}

export interface WaitingPicture {
  external_id: string
  position: number
  session_id: number
  photo_hash: string | null
  product_id: number
  file_id: number
  size: number
}

/**
 * Pictures of matched goods whose files are stored and not processed, by product, in the order of 1C. A session counts
 * when it has ended, or 1C has sent nothing since the moment.
 */
export async function selectWaitingPictures(db: Db, nodeId: number, quietSince: Date, most: number) {
  const { rows } = await sql<WaitingPicture>`
    select picture.external_id, picture.position, picture.session_id, picture.photo_hash, good.product_id,
      file.id as file_id, file.size
    from one_c_pictures picture
    join one_c_goods good on good.node_id = picture.node_id and good.external_id = picture.external_id
    join one_c_sessions session on session.id = picture.session_id
    join one_c_files file on file.session_id = picture.session_id and file.name = picture.path
    where picture.node_id = ${nodeId} and picture.processed_session_id is distinct from picture.session_id
      and good.product_id is not null and not good.is_deleted
      and (session.ended_at is not null or session.seen_at < ${quietSince})
      and exists (select from one_c_file_parts where file_id = file.id)
    order by good.product_id, picture.external_id, picture.position limit ${most}`.execute(db)
  return rows
}

export interface PictureOutcome extends WaitingPicture {
  refusal: string
}

/** Writes what became of the pictures and deletes the content of their files that no other picture waits for. */
export async function finishPictures(tx: Db, nodeId: number, outcomes: readonly PictureOutcome[]): Promise<void> {
  await sql`
    update one_c_pictures picture
    set processed_session_id = given.session_id, photo_hash = given.photo_hash, refusal = given.refusal
    from jsonb_to_recordset(${json(outcomes)})
      as given (external_id text, position integer, session_id integer, photo_hash text, refusal text)
    where picture.node_id = ${nodeId} and picture.external_id = given.external_id
      and picture.position = given.position`.execute(tx)
  await sql`
    delete from one_c_file_parts using one_c_files file
    where file.id = file_id and file.id = any(${outcomes.map(({ file_id: id }) => id)}::integer[]) and not exists (
      select from one_c_pictures picture
      where picture.node_id = file.node_id and picture.session_id = file.session_id and picture.path = file.name
        and picture.processed_session_id is distinct from picture.session_id)`.execute(tx)
}

/** Forgets what the pictures of the goods became: another product has none of them. */
export const forgetPhotos = (db: Db, nodeId: number, externalIds: readonly string[]) =>
  db
    .updateTable('one_c_pictures')
    .set({ photo_hash: null })
    .where('node_id', '=', nodeId)
    .where('external_id', '=', sql<string>`any(${[...externalIds]}::text[])`)
    .execute()
