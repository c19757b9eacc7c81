import { readFile } from 'node:fs/promises'
import { certificateRoutes as routes } from '@artikul/contract/catalog/certificates'
import { isStaff } from '@artikul/contract/core/roles'
import type { FastifyInstance } from 'fastify'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import {
  addCertificate,
  listBrandCertificates,
  listProductCertificates,
  readCertificateFile,
  removeCertificate,
} from './certificates.ts'

export function serveCertificates(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  const today = () => moscowDate(deps.clock.now())
  serve(app, database, routes.list, ({ db, actor, params }) =>
    listProductCertificates(db, params.id, { isStaff: isStaff(actor.roles), today: today() }),
  )
  serve(app, database, routes.listOfBrand, ({ db, params }) => listBrandCertificates(db, params.id, today()))
  serve(app, database, routes.add, async ({ db, author, params, query, body }) =>
    addCertificate(db, deps, author, { ...query, owner: { product_id: params.id }, bytes: await readFile(body.path) }),
  )
  serve(app, database, routes.addToBrand, async ({ db, author, params, query, body }) =>
    addCertificate(db, deps, author, { ...query, owner: { brand_id: params.id }, bytes: await readFile(body.path) }),
  )
  serve(app, database, routes.file, ({ db, actor, params }) =>
    readCertificateFile(db, params.id, { isStaff: isStaff(actor.roles), today: today() }),
  )
  serve(app, database, routes.remove, async ({ db, author, params }) => {
    await removeCertificate(db, author, params.id)
    return {}
  })
}
