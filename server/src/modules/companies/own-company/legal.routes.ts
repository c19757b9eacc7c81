import { legalRoutes as routes } from '@artikul/contract/companies/legal'
import { LEGAL_LABELS, type LegalKind } from '@artikul/contract/companies/legal-kinds'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { requireContractor, serve, type Handles } from '../../../platform/http/index.ts'
import type { ReadPortal } from '../../../platform/portal/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { acceptOffer, readOfferToAccept } from './acceptance.ts'
import { listVersions, publishVersion, readDesk, readVersion, withdrawVersion } from './legal.ts'
import type { LegalDocument } from './legal-pdf.ts'

interface Deps {
  clock: Clock
  drawPdf: DrawPdf
  /** The portal, which is the author of the documents. */
  readPortal: ReadPortal
}

const LEGAL_PDF = new URL('legal-pdf.ts', import.meta.url)
/** Number of cached drawings: few versions are requested, and none ever changes. */
const DRAWN_KEPT = 20

export function legalModule(app: FastifyInstance, database: Handles, deps: Deps) {
  const { clock } = deps
  const draw = createDrawing(deps)
  serve(app, database, routes.versions, ({ db, params, query }) =>
    listVersions(db, clock.now(), params.kind, 'standing', query),
  )
  serve(app, database, routes.version, ({ db, params }) =>
    readVersion(db, clock.now(), params.kind, params.version, 'standing'),
  )
  serve(app, database, routes.pdf, ({ db, params }) => draw(db, params.kind, params.version))
  serve(app, database, routes.toAccept, async ({ actor, db }) => ({
    to_accept: await readOfferToAccept(db, requireContractor(actor), clock.now()),
  }))
  serve(app, database, routes.accept, ({ actor, body, db, request }) =>
    acceptOffer(db, actor, {
      version: body.version,
      at: clock.now(),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  )
  serve(app, database, routes.desk, async ({ db }) => ({ results: await readDesk(db, clock.now()) }))
  serve(app, database, routes.publish, ({ author, body, db, params }) =>
    publishVersion(db, deps, author, params.kind, body),
  )
  serve(app, database, routes.allVersions, ({ db, params, query }) =>
    listVersions(db, clock.now(), params.kind, 'all', query),
  )
  serve(app, database, routes.anyVersion, ({ db, params }) =>
    readVersion(db, clock.now(), params.kind, params.version, 'all'),
  )
  serve(app, database, routes.withdraw, ({ author, db, params }) =>
    withdrawVersion(db, deps, author, params.kind, params.version),
  )
}

/** Public route, so each version is drawn once and cached. */
function createDrawing({ clock, drawPdf, readPortal }: Deps) {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: DRAWN_KEPT })
  return async (db: Db, kind: LegalKind, version: number) => {
    const text = await readVersion(db, clock.now(), kind, version, 'standing')
    const { name: author } = await readPortal()
    const key = `${kind} ${version} ${author}`
    let bytes = drawn.get(key)
    if (!bytes) {
      bytes = drawPdf(LEGAL_PDF, { ...text, author } satisfies LegalDocument)
      drawn.set(key, bytes)
      bytes.catch(() => drawn.delete(key))
    }
    return { bytes: await bytes, type: 'application/pdf', name: `${LEGAL_LABELS[kind]}, редакция ${version}.pdf` }
  }
}
