import { brandRoutes as routes } from '@artikul/contract/catalog/brands'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { cached, type Cached } from '../../../platform/cached.ts'
import type { BrandKeys } from '../products/index.ts'
import { changeBrand } from './change-brand.ts'
import { mergeBrands, type MergeDeps, previewMerge } from './merge-brands.ts'
import { listBrands, getBrand, readLargest } from './read-brands.ts'

interface Deps extends MergeDeps {
  /** Cached spellings of the search, which are refreshed after a change here. */
  readBrands: Cached<BrandKeys>
}

/** Cache lifetime for the public: these data change over months. */
const KNOWN_MS = 600_000

export function brandsModule(app: FastifyInstance, database: Handles, deps: Deps) {
  const { clock, readBrands } = deps
  const readKnown = cached(KNOWN_MS, () => readLargest(database.db))
  serve(app, database, routes.known, readKnown)
  serve(app, database, routes.list, ({ db, query }) => listBrands(db, query))
  serve(app, database, routes.get, ({ db, params }) => getBrand(db, readBrands, params.id))
  serve(app, database, routes.update, async ({ db, author, params, body }) => {
    const saved = await changeBrand(db, author, params.id, body, clock)
    readBrands.invalidate()
    return saved
  })
  serve(app, database, routes.mergePreview, ({ db, params }) => previewMerge(db, params, clock))
  serve(app, database, routes.merge, async ({ db, author, params, body }) => {
    const merged = await mergeBrands(db, author, { ...params, ...body }, deps)
    readBrands.invalidate()
    return merged
  })
}
