import type { Db } from '../../../platform/db/index.ts'
import type { Attachment } from '../../../platform/files/attachment.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

const MAX_SHOWN = 500

const selectCertificates = (db: Db) =>
  db
    .selectFrom('certificates as one')
    .select(['one.id', 'one.kind', 'one.number', 'one.valid_until', 'one.brand_id', 'one.file_name', 'one.size'])
    .orderBy('one.product_id')
    .orderBy('one.id')
    .limit(MAX_SHOWN)

/** Selects the certificates of the product, then those of its brand. */
export const selectOfProduct = (db: Db, productId: number) =>
  selectCertificates(db)
    .where((eb) =>
      eb.or([
        eb('one.product_id', '=', productId),
        eb('one.brand_id', '=', eb.selectFrom('products').select('brand_id').where('id', '=', productId)),
      ]),
    )
    .execute()

export const selectOfBrand = (db: Db, brandId: number) =>
  selectCertificates(db).where('one.brand_id', '=', brandId).execute()

export const selectCertificateFile = (db: Db, id: number) =>
  db
    .selectFrom('certificates')
    .select(['file_name as name', 'type', 'bytes', 'valid_until'])
    .where('id', '=', id)
    .executeTakeFirst()

export const selectBrandId = (db: Db, id: number) =>
  db.selectFrom('brands').select('id').where('id', '=', id).executeTakeFirst()

/** Selects the name of the brand and keeps the brand until the transaction ends. */
export const lockBrandName = (tx: Db, id: number) =>
  tx.selectFrom('brands').select('name').where('id', '=', id).forKeyShare().executeTakeFirst()

export type CertificateOwner = { product_id: number } | { brand_id: number }

interface NewRow {
  owner: CertificateOwner
  kind: string
  number: string
  valid_until: string | null
  file: Attachment
  now: Date
}

export const insertCertificate = (tx: Db, author: Writer, { owner, kind, number, valid_until, file, now }: NewRow) =>
  tx
    .insertInto('certificates')
    .values({
      ...owner,
      ...{ kind, number, valid_until, created_at: now },
      ...{ file_name: file.name, type: file.type, bytes: file.bytes, size: file.bytes.length },
      ...writtenBy(author),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const deleteCertificate = (tx: Db, id: number) =>
  tx
    .deleteFrom('certificates')
    .where('id', '=', id)
    .returning(['product_id', 'brand_id', 'kind', 'number', 'valid_until'])
    .executeTakeFirst()
