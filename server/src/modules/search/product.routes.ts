import { catalogRoutes as routes } from '@artikul/contract/catalog'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import { selectOffersAroundProduct, selectProductByCode, selectSupersession } from '../catalog/index.ts'
import { groupOffers } from '../pricing/index.ts'
import { searcherOf } from './search.routes.ts'
import type { SearchDeps } from './search.service.ts'

/** The product page: the product, its chain of numbers, offers of it and of all that may stand in for it. */
export function productModule(app: FastifyInstance, database: Handles, { driver, pricing, readZone }: SearchDeps) {
  // The catalogue is nobody's: a plain connection sees all of it, without a transaction of its own.
  const { db } = database
  serve(app, database, routes.product, async ({ actor, params, query, db: own }) => {
    const { contractorId, zoneId } = await searcherOf(own, readZone, actor, query.consignee_id)
    const product = await selectProductByCode(db, params.code)
    if (!product) throw new AppError('not_found', { detail: 'Товар не найден' })
    const [quote, rows, supersession] = await Promise.all([
      pricing(contractorId),
      selectOffersAroundProduct(driver, product.id),
      selectSupersession(db, product.id),
    ])
    const groups = groupOffers(rows, quote, zoneId)
    return {
      ...product,
      weight_kg: product.weight_g === null ? null : product.weight_g / 1000,
      offers: groups.find((group) => group.product.id === product.id)?.offers ?? [],
      supersession,
      replacements: groups.filter((group) => group.kind === 'replacement'),
      analogues: groups.filter((group) => group.kind === 'analogue'),
    }
  })
}
