import { z } from 'zod'
import { Day, Empty, Id, IdParams, requiredText } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes, FILE } from '../core/route.ts'

export const CERTIFICATE_KINDS = {
  conformity: 'Сертификат соответствия',
  declaration: 'Декларация о соответствии',
  quality: 'Паспорт качества',
} as const
export type CertificateKind = keyof typeof CERTIFICATE_KINDS

export const MAX_CERTIFICATE_BYTES = 10 * 1024 * 1024

const Kind = z.enum(keysOf(CERTIFICATE_KINDS), 'Выберите вид документа')

/** Document of a product or of its brand. */
export const Certificate = z.object({
  id: Id,
  kind: Kind,
  number: z.string(),
  /** Last day of validity; `null` without an end. */
  valid_until: Day.nullable(),
  /** Expired ones are shown to staff only. */
  is_expired: z.boolean(),
  /** Concerns every product of the brand. */
  is_of_brand: z.boolean(),
  file_name: z.string(),
  size: z.int(),
})
export type Certificate = z.infer<typeof Certificate>

const Certificates = z.object({ results: z.array(Certificate) })

/** Fields of a new certificate, sent beside its file. */
export const NewCertificate = z.strictObject({ kind: Kind, number: requiredText(100), valid_until: Day.optional() })
export type NewCertificate = z.infer<typeof NewCertificate>

const OF_PRODUCT = '/api/v1/products/:id/certificates'
const OF_BRAND = '/api/v1/brands/:id/certificates'
const ONE = '/api/v1/certificates/:id'

export const certificateRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: OF_PRODUCT,
    summary: 'Сертификаты товара и его бренда; покупателям — действующие',
    access: 'catalog:read',
    params: IdParams,
    reply: Certificates,
  },
  listOfBrand: {
    method: 'GET',
    path: OF_BRAND,
    summary: 'Сертификаты бренда',
    access: 'catalog:manage',
    params: IdParams,
    reply: Certificates,
  },
  add: {
    method: 'POST',
    path: OF_PRODUCT,
    summary: 'Новый сертификат товара (PDF, JPEG, PNG или WebP)',
    access: 'catalog:manage',
    params: IdParams,
    query: NewCertificate,
    upload: MAX_CERTIFICATE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  addToBrand: {
    method: 'POST',
    path: OF_BRAND,
    summary: 'Новый сертификат бренда (PDF, JPEG, PNG или WebP)',
    access: 'catalog:manage',
    params: IdParams,
    query: NewCertificate,
    upload: MAX_CERTIFICATE_BYTES,
    reply: z.object({ id: Id }),
    status: 201,
  },
  file: {
    method: 'GET',
    path: `${ONE}/file`,
    summary: 'Файл сертификата; покупателям — пока он действует',
    access: 'catalog:read',
    params: IdParams,
    reply: FILE,
  },
  remove: {
    method: 'DELETE',
    path: ONE,
    summary: 'Удаление сертификата',
    access: 'catalog:manage',
    params: IdParams,
    reply: Empty,
  },
})
