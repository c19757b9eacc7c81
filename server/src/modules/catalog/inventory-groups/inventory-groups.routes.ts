import { inventoryGroupRoutes as routes } from '@artikul/contract/catalog/inventory-groups'
import type { FastifyInstance } from 'fastify'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { updateInventoryGroup, createInventoryGroup, moveGroup, readTree, deleteInventoryGroup } from './groups.ts'
import { addProduct, listProducts, releaseProduct } from './group-products.ts'
import { selectGroupRules } from './group-rules.queries.ts'
import { updateGroupRule, createGroupRule, moveGroupRule, previewRule, deleteGroupRule } from './group-rules.ts'

export function inventoryGroupsModule(app: FastifyInstance, database: Handles) {
  serve(app, database, routes.tree, ({ db }) => readTree(db))
  serve(app, database, routes.create, async ({ author, body, db }) => ({
    id: await createInventoryGroup(db, author, body),
  }))
  serve(app, database, routes.update, ({ author, params, body, db }) =>
    updateInventoryGroup(db, author, params.id, body),
  )
  serve(app, database, routes.move, async ({ author, params, body, db }) => {
    await moveGroup(db, author, params.id, body)
    return {}
  })
  serve(app, database, routes.remove, async ({ author, params, db }) => {
    await deleteInventoryGroup(db, author, params.id)
    return {}
  })
  serve(app, database, routes.products, ({ db, params, query }) => listProducts(db, params.id, query))
  serve(app, database, routes.addProduct, async ({ author, body, db, params }) => {
    await addProduct(db, author, params.id, body.product_id)
    return {}
  })
  serve(app, database, routes.releaseProduct, async ({ author, db, params }) => {
    await releaseProduct(db, author, params.id, params.product_id)
    return {}
  })
  serve(app, database, routes.rules, async ({ db }) => ({ results: await selectGroupRules(db) }))
  serve(app, database, routes.createRule, async ({ author, body, db }) => ({
    id: await createGroupRule(db, author, body),
  }))
  serve(app, database, routes.updateRule, async ({ author, body, db, params }) => {
    await updateGroupRule(db, author, params.id, body.rule)
    return {}
  })
  serve(app, database, routes.moveRule, async ({ author, body, db, params }) => {
    await moveGroupRule(db, author, params.id, body.before)
    return {}
  })
  serve(app, database, routes.removeRule, async ({ author, db, params }) => {
    await deleteGroupRule(db, author, params.id)
    return {}
  })
  serve(app, database, routes.preview, ({ body, db }) => previewRule(db, body.rule))
}
