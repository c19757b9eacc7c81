import sharp from 'sharp'
import type { Db } from '../../../platform/db/index.ts'
import { zipStream } from '../../../platform/files/zip.ts'
import { insertCertificate, type CertificateOwner } from './certificates.queries.ts'
import { photoHashOf, shrinkProductPhoto } from './product-photos.ts'
import * as queries from './photos.queries.ts'

/** Draws a PNG of one colour; another colour is another picture. */
export const pngOfColour = (colour: string, width = 400, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** Gives the product a photo and returns its hash. */
export async function buildPhoto(db: Db, productId: number, colour = '#888'): Promise<string> {
  const bytes = await pngOfColour(colour)
  const hash = photoHashOf(bytes)
  const created_at = new Date()
  await queries.insertPhotoFile(db, { ...(await shrinkProductPhoto(bytes)), hash, created_at })
  const photo = { product_id: productId, hash, source: 'manual', licence: '', created_at } as const
  const { id } = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  await queries.insertPhoto(db, { actorId: id, subjectId: id }, photo, null)
  await queries.updateFirstPhotos(db, [productId])
  return hash
}

/** Gives the product or the brand a certificate and returns its id. */
export async function buildCertificate(
  db: Db,
  owner: CertificateOwner,
  { number = 'ЕАЭС RU С-DE.АБ12.В.00345', valid_until = null }: { number?: string; valid_until?: string | null } = {},
): Promise<number> {
  const user = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const file = { name: `Сертификат соответствия ${number}.pdf`, type: 'application/pdf' as const }
  const added = await insertCertificate(
    db,
    { actorId: user.id, subjectId: user.id },
    {
      ...{ owner, kind: 'conformity', number, valid_until, now: new Date() },
      file: { ...file, bytes: Buffer.from('%PDF-1.7') },
    },
  )
  return added.id
}

/** Builds a ZIP archive of the files. */
export async function zipOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  async function* entries() {
    for (const [path, bytes] of Object.entries(files)) yield { path, bytes }
  }
  const chunks: Buffer[] = []
  for await (const chunk of zipStream(entries(), AbortSignal.timeout(60_000))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
