import { catalogRoutes as routes, type Product } from '@artikul/contract/catalog/catalog'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { allowStaleRead, serve, type Handles } from '../../../platform/http/index.ts'
import type { Db } from '../../../platform/db/index.ts'
import {
  readProductContent,
  selectGroupFacts,
  selectOffersAroundProduct,
  selectProductByCode,
  selectSupersession,
} from '../../catalog/index.ts'
import { groupOffers } from '../../pricing/index.ts'
import { clientOf, withInside } from './view-as-client.ts'
import { searcherOf } from './search.routes.ts'
import { selectTogether } from './together.queries.ts'
import type { SearchDeps, SearchRouteDeps, Searcher } from './search.ts'

const notFound = () => new AppError('not_found', { detail: 'Товар не найден' })

const markingOf = (group: Awaited<ReturnType<typeof selectGroupFacts>> | null): Product['marking'] =>
  group === null || group.marking === null || group.marking === 'none'
    ? null
    : { required_from: group.marking === 'required' ? group.marking_from : null }

/**
 * Reads the product, its chain of numbers, its offers and those of all replacements.
 * @throws AppError `not_found`
 */
async function readProduct(
  db: Db,
  { driver, pricing }: SearchDeps,
  { contractorId, zoneId }: Searcher,
  code: string,
): Promise<Product> {
  const product = await selectProductByCode(db, code)
  if (!product) throw notFound()
  const [quote, rows, supersession, group, content] = await Promise.all([
    pricing(contractorId),
    selectOffersAroundProduct(driver, product.id),
    selectSupersession(db, product.id),
    product.group_id === null ? null : selectGroupFacts(db, product.group_id),
    readProductContent(db, product.id),
  ])
  const groups = groupOffers(rows, quote, zoneId)
  return {
    ...product,
    ...content,
    ...(content.photos[0] && { photo: content.photos[0].hash }),
    inventory_group: group?.name ?? null,
    marking: markingOf(group),
    weight_kg: product.weight_g === null ? null : product.weight_g / 1000,
    offers: groups.find((group) => group.product.id === product.id)?.offers ?? [],
    supersession,
    replacements: groups.filter((group) => group.kind === 'replacement'),
    analogues: groups.filter((group) => group.kind === 'analogue'),
  }
}

export function productModule(app: FastifyInstance, database: Handles, deps: SearchRouteDeps) {
  // The catalogue belongs to no company: a plain connection without a transaction reads all of it.
  const { db } = database
  serve(app, database, routes.product, async ({ actor, params, query, db: own, request }) => {
    const searcher = await searcherOf(own, deps.readZone, actor, query.consignee_id)
    return deps.read(allowStaleRead(request), (driver) => readProduct(db, { ...deps, driver }, searcher, params.code))
  })
  serve(app, database, routes.together, async ({ params }) => {
    const product = await selectProductByCode(db, params.code)
    if (!product) throw notFound()
    return { results: await selectTogether(database.forTenant('any'), product.id) }
  })
  serve(app, database, routes.productAsClient, async ({ params, query, db: own, request }) => {
    const client = await clientOf(own, deps.readZone, query)
    return deps.read(allowStaleRead(request), (driver) =>
      withInside({ ...deps, driver }, (watched) => readProduct(db, watched, client, params.code)),
    )
  })
}
