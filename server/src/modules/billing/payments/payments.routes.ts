import { readFile } from 'node:fs/promises'
import { debtRoutes } from '@artikul/contract/billing/debts'
import { paymentRoutes as routes } from '@artikul/contract/billing/payments'
import type { FastifyInstance } from 'fastify'
import { moscowDate } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { selectDebtors } from './debts.queries.ts'
import { loadBankFile } from './load-file.ts'
import { selectPayingBuyers } from './payments.queries.ts'
import { listPayments, readPayableBuyer, readPayment } from './read-payments.ts'
import { createPayment, postPayment, setPaymentAside, undoPayment, type PaymentDeps } from './post.ts'

export function paymentsModule(app: FastifyInstance, database: Handles, deps: PaymentDeps) {
  serve(app, database, routes.list, ({ db, query }) => listPayments(db, query))
  serve(app, database, routes.create, ({ db: tx, author, body }) => createPayment(tx, deps, author, body))
  serve(app, database, routes.load, async ({ db, author, query, body }) =>
    loadBankFile(db, deps, author, { name: query.name, bytes: await readFile(body.path) }),
  )
  serve(app, database, routes.buyers, async ({ db, query }) => ({
    results: await selectPayingBuyers(db, query.q ?? ''),
  }))
  serve(app, database, routes.buyer, ({ db, params }) => readPayableBuyer(db, params.id))
  serve(app, database, routes.get, ({ db, params }) => readPayment(db, params.id))
  serve(app, database, routes.post, ({ db: tx, author, params, body }) =>
    postPayment(tx, deps, author, { ...params, ...body }),
  )
  serve(app, database, routes.undo, ({ db: tx, author, params, body }) =>
    undoPayment(tx, deps, author, { ...params, ...body }),
  )
  serve(app, database, routes.setAside, ({ db: tx, author, params, body }) =>
    setPaymentAside(tx, author, { ...params, ...body }),
  )
  serve(app, database, debtRoutes.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total, debtKop, overdueKop } = await selectDebtors(db, query, moscowDate(deps.clock.now()), page)
    return { results: rows, pagination: paginationOf(page, total), debt_kop: debtKop, overdue_kop: overdueKop }
  })
}
