import { accountRoutes as routes } from '@artikul/contract/identity/accounts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { serve, type Actor, type Author, type Handles } from '../../../../platform/http/index.ts'
import { exportAccounts, resetSecondFactor, sendReset } from './account-actions.ts'
import { changeAccount } from './change-account.ts'
import { createAccount } from './create-account.ts'
import type { AccountDeps } from './account-names.ts'
import { listAccounts, readAccount } from './read-accounts.ts'
import { administratorOf } from './account-rules.ts'
import { readPeople } from '../people-file.ts'

const admin = ({ db, actor, author }: { db: Kysely<DB>; actor: Actor; author: Author }) =>
  administratorOf(db, actor, author)

/** Serves the routes of clients and managers, which differ only by the scope of the caller. */
export function serveAccounts(app: FastifyInstance, database: Handles, deps: AccountDeps) {
  for (const route of [routes.employees, routes.users])
    serve(app, database, route, async (call) => listAccounts(call.db, await admin(call), call.query))
  for (const route of [routes.employee, routes.user])
    serve(app, database, route, async (call) => readAccount(call.db, await admin(call), call.params.user_id))
  serve(app, database, routes.readList, async (call) => ({
    results: await readPeople(call.db, await admin(call), call.body.path),
  }))
  serve(app, database, routes.create, async (call) => {
    await createAccount(deps, call.db, await admin(call), call.body)
    return {}
  })
  for (const route of [routes.changeEmployee, routes.changeUser])
    serve(app, database, route, async (call) =>
      changeAccount(deps, call.db, await admin(call), call.params.user_id, call.body),
    )
  for (const route of [routes.resetEmployeePassword, routes.resetUserPassword])
    serve(app, database, route, async (call) => {
      await sendReset(deps, call.db, await admin(call), call.params.user_id)
      return {}
    })
  serve(app, database, routes.removeSecondFactor, async (call) => {
    await resetSecondFactor(deps, call.db, await admin(call), call.params.user_id)
    return {}
  })
  for (const route of [routes.exportEmployees, routes.exportUsers])
    serve(app, database, route, async (call) => exportAccounts(call.db, await admin(call), call.query))
}
