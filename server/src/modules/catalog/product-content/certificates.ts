import {
  CERTIFICATE_KINDS,
  type Certificate,
  type CertificateKind,
  type NewCertificate,
} from '@artikul/contract/catalog/certificates'
import type { Kysely } from 'kysely'
import { recordEvent } from '../../../platform/audit/index.ts'
import { dayText, moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { attachmentOf } from '../../../platform/files/attachment.ts'
import type { Author } from '../../../platform/http/index.ts'
import * as queries from './certificates.queries.ts'
import type { CertificateOwner } from './certificates.queries.ts'
import { lockProduct, requireProduct } from './product-photos.ts'

const certificateNotFound = () => new AppError('not_found', { detail: 'Сертификат не найден' })

const brandNotFound = () => new AppError('not_found', { detail: 'Бренд не найден' })

const isExpired = (validUntil: string | null, today: string) => validUntil !== null && validUntil < today

/** The column's CHECK allows no other kinds. */
const kindOf = ({ kind }: { kind: string }) => kind as CertificateKind

type Row = Awaited<ReturnType<typeof queries.selectOfBrand>>[number]

const toCertificate =
  (today: string) =>
  ({ brand_id, ...row }: Row): Certificate => ({
    ...row,
    kind: kindOf(row),
    is_expired: isExpired(row.valid_until, today),
    is_of_brand: brand_id !== null,
  })

interface Reader {
  /** Expired certificates are read by staff only. */
  isStaff: boolean
  today: string
}

/**
 * Lists the certificates of a product and of its brand.
 * @throws AppError `not_found`
 */
export async function listProductCertificates(db: Db, productId: number, { isStaff, today }: Reader) {
  await requireProduct(db, productId)
  const all = (await queries.selectOfProduct(db, productId)).map(toCertificate(today))
  return { results: isStaff ? all : all.filter((one) => !one.is_expired) }
}

/** @throws AppError `not_found` */
export async function listBrandCertificates(db: Db, brandId: number, today: string) {
  if (!(await queries.selectBrandId(db, brandId))) throw brandNotFound()
  return { results: (await queries.selectOfBrand(db, brandId)).map(toCertificate(today)) }
}

/** @throws AppError `not_found`, to buyers also for an expired certificate */
export async function readCertificateFile(db: Db, id: number, { isStaff, today }: Reader) {
  const file = await queries.selectCertificateFile(db, id)
  if (!file || (!isStaff && isExpired(file.valid_until, today))) throw certificateNotFound()
  return { name: file.name, type: file.type, bytes: file.bytes }
}

/**
 * Locks the owner until the transaction ends.
 * @returns its name in the audit log
 * @throws AppError `not_found`
 */
async function lockOwner(tx: Db, owner: CertificateOwner): Promise<string> {
  if ('product_id' in owner) return lockProduct(tx, owner.product_id)
  const brand = await queries.lockBrandName(tx, owner.brand_id)
  if (!brand) throw brandNotFound()
  return `Бренд ${brand.name}`
}

type Named = Pick<Certificate, 'kind' | 'number' | 'valid_until'>

const textOf = ({ kind, number, valid_until }: Named) =>
  `${CERTIFICATE_KINDS[kind]} № ${number}${valid_until === null ? '' : ` до ${dayText(valid_until)}`}`

const record = (tx: Db, author: Author, object: string, [before, after]: readonly [string | null, string | null]) =>
  recordEvent(tx, author, { event: 'certificates.changed', object, changes: [{ field: 'Сертификат', before, after }] })

interface Sent extends NewCertificate {
  owner: CertificateOwner
  bytes: Buffer
}

/**
 * Adds a certificate; its file is named after its kind and number.
 * @throws AppError `not_found`, `file.refused`, `input.invalid` for one that has expired
 */
export async function addCertificate(db: Kysely<DB>, { clock }: { clock: Clock }, author: Author, sent: Sent) {
  const now = clock.now()
  const { owner, kind, number, valid_until = null, bytes } = sent
  if (isExpired(valid_until, moscowDate(now)))
    throw new AppError('input.invalid', { errors: [{ path: 'valid_until', message: 'Этот срок уже прошёл' }] })
  const file = await attachmentOf({ name: `${CERTIFICATE_KINDS[kind]} ${number}.pdf`, bytes })
  return db.transaction().execute(async (tx) => {
    const object = await lockOwner(tx, owner)
    const added = await queries.insertCertificate(tx, author, { owner, kind, number, valid_until, file, now })
    await record(tx, author, object, [null, textOf({ kind, number, valid_until })])
    return added
  })
}

/** @throws AppError `not_found` */
export async function removeCertificate(db: Kysely<DB>, author: Author, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await queries.deleteCertificate(tx, id)
    if (!gone) throw certificateNotFound()
    const { product_id, brand_id } = gone
    const object = await lockOwner(tx, product_id === null ? { brand_id: brand_id ?? 0 } : { product_id })
    await record(tx, author, object, [textOf({ ...gone, kind: kindOf(gone) }), null])
  })
}
