import { ownPriceRoutes } from '@artikul/contract/pricing/own-price'
import { companyScopeOf, seesPrices } from '../../../platform/access/index.ts'
import { priceConditionRoutes as routes } from '@artikul/contract/pricing/price-conditions'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Sql } from '../../../platform/db/index.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import type { ReadBrands, ReadDirectory } from '../../catalog/index.ts'
import type { Pricing, WhatIf } from '../prices/index.ts'
import { changeCondition, changeConditions, createCondition } from './change-conditions.ts'
import { renderConditionsXlsx } from './conditions-file.ts'
import { importConditions, listFile } from './import-conditions.ts'
import { listChanges, listConditions, readConditionsForExport } from './read-conditions.ts'
import { selectTargets } from './targets.queries.ts'
import { listUnderFloor } from './under-floor.ts'
import { undoChange } from './undo-change.ts'
import { explainPrice } from './explain.ts'
import { readOwnPrices } from './own-price.ts'
import { previewCondition } from './preview.ts'
import { priceGroupsModule } from './price-groups.routes.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface PriceConditionsDeps {
  clock: Clock
  driver: Sql
  pricing: Pricing
  whatIf: WhatIf
  readBrands: ReadBrands
  readDirectory: ReadDirectory
}

export function priceConditionsModule(app: FastifyInstance, database: Handles, deps: PriceConditionsDeps) {
  serve(app, database, routes.list, ({ db, query }) => listConditions(db, deps, query))
  serve(app, database, routes.create, ({ author, body, db }) => createCondition(db, author, body))
  serve(app, database, routes.update, ({ author, params, body, db }) =>
    changeCondition(db, author, { ...params, ...body }),
  )
  serve(app, database, routes.changeMany, ({ author, body, db }) => changeConditions(db, deps, author, body))
  serve(app, database, routes.preview, ({ body, db }) => previewCondition(db, deps, body))
  serve(app, database, routes.underFloor, ({ db, query }) => listUnderFloor(db, query))
  serve(app, database, routes.changes, ({ db, query }) => listChanges(db, query))
  serve(app, database, routes.undo, async ({ author, params, db }) => ({
    count: await undoChange(db, author, params.id),
  }))
  serve(app, database, routes.targets, async ({ db, query }) => ({ results: await selectTargets(db, query) }))
  serve(app, database, routes.explain, ({ db, query }) => explainPrice(db, deps, query))
  serve(app, database, ownPriceRoutes.explain, async ({ actor, query }) => {
    const member = companyScopeOf(actor)
    // Without prices, the terms of conditions are hidden too.
    return { results: seesPrices(member) ? await readOwnPrices(deps, member.contractorId, query.product_id) : [] }
  })
  serve(app, database, routes.export, async ({ db, query }) => {
    const { conditions, total } = await readConditionsForExport(db, deps, query)
    return { bytes: await renderConditionsXlsx(conditions, total), type: XLSX, name: 'Ценовые условия.xlsx' }
  })
  serve(app, database, routes.readList, ({ body, db }) => listFile(db, deps, body.path))
  serve(app, database, routes.importList, async ({ author, body, query, db }) => ({
    count: await importConditions(db, deps, author, { path: body.path, digest: query.digest }),
  }))
  priceGroupsModule(app, database)
}
