import { readFile } from 'node:fs/promises'
import { productContentRoutes as routes } from '@artikul/contract/catalog/product-content'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { contentReport, createContentImport, listContentImports, readContentImport } from './content-imports.ts'
import { serveCertificates } from './certificates.routes.ts'
import { createContentStore } from './content-store.ts'
import { downloadPhoto } from './download-photo.ts'
import { addPhoto, makePhotoFirst, readPhotoFile, removePhoto, requireProduct } from './product-photos.ts'
import { setProperties } from './product-properties.ts'

/** Another picture has another address. */
const PHOTO_CACHE_CONTROL = 'public, max-age=31536000, immutable'

interface Deps {
  config: Pick<Config, 'dataDir' | 'PRIVATE_URLS'>
  clock: Clock
}

export function productContentModule(app: FastifyInstance, database: Handles, { config, clock }: Deps) {
  const deps = { clock, store: createContentStore(config.dataDir) }
  serveCertificates(app, database, deps)
  serve(app, database, routes.photo, async ({ db, params, reply }) => {
    const file = await readPhotoFile(db, params.hash, params.size)
    reply.header('cache-control', PHOTO_CACHE_CONTROL)
    return file
  })
  serve(app, database, routes.addPhoto, async ({ db, author, params, query, body }) =>
    addPhoto(db, deps, author, {
      productId: params.id,
      bytes: await readFile(body.path),
      licence: query.licence ?? '',
    }),
  )
  serve(app, database, routes.addPhotoByUrl, async ({ db, author, params, body: { url, licence } }) => {
    await requireProduct(db, params.id)
    const bytes = await downloadPhoto(url, config.PRIVATE_URLS === 'on')
    return addPhoto(db, deps, author, { productId: params.id, bytes, licence, url })
  })
  serve(app, database, routes.makePhotoFirst, async ({ db, author, params }) => {
    await makePhotoFirst(db, author, { productId: params.id, photoId: params.photo_id })
    return {}
  })
  serve(app, database, routes.removePhoto, async ({ db, author, params }) => {
    await removePhoto(db, author, { productId: params.id, photoId: params.photo_id })
    return {}
  })
  serve(app, database, routes.setProperties, ({ db, author, params, body }) =>
    setProperties(db, author, params.id, body),
  )
  serve(app, database, routes.imports, ({ db, query }) => listContentImports(db, query))
  serve(app, database, routes.upload, ({ db, author, query, body }) =>
    createContentImport(db, deps, author, { ...query, licence: query.licence ?? '', path: body.path }),
  )
  serve(app, database, routes.import, ({ db, params }) => readContentImport(db, params.id))
  serve(app, database, routes.report, ({ db, params }) => contentReport(db, params.id))
}
