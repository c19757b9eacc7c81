import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { loginAs, send, type TestApp } from './test-app.ts'

export interface Headers {
  authorization: string
  [name: string]: string
}
export type Lines = OrderPreview['lines']

export interface Reply {
  status: number
  body: string
  headers: NodeJS.Dict<string | string[]>
}

export interface Attempt {
  headers: Headers
  key: string
  lines: Lines
  /** «Ваш номер заказа». */
  clientNumber?: string
  /** Drops the socket before the answer arrives. */
  cut?: boolean
  /** Port of a server in a separate process; by default the test's own. */
  port?: number
}

export const ordersOf = ({ body }: Reply): PlacedOrder[] => (JSON.parse(body) as { orders: PlacedOrder[] }).orders

/** Creates a warehouse with goods and companies that buy them over real sockets. */
export async function buildTrade(test_: TestApp) {
  const { db } = test_.database
  const sellerId = (await buildSeller(db)).id
  const warehouse = await db
    .selectFrom('warehouses')
    .select(['id', 'name'])
    .where('id', '=', (await buildWarehouse(db, sellerId)).id)
    .executeTakeFirstOrThrow()
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  const { port: own } = test_.app.server.address() as AddressInfo

  return {
    sellerId,
    warehouse,
    /** Creates an employee of a new company. */
    newBuyer: async (prepayment = 0): Promise<Headers> => {
      const company = await buildContractor(db, { sellerIds: [sellerId], contract: { prepayment_percent: prepayment } })
      await buildConsignee(db, company.id, { is_default: true })
      return loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [company.id] }))
    },
    newOffer: async (on_hand: number): Promise<number> =>
      (await buildOffer(db, (await buildProduct(db)).id, warehouse.id, { on_hand })).id,
    /** Fills the cart and returns its lines as shown before the order. */
    fillCart: async (headers: Headers, offerIds: number[], qty = 1): Promise<Lines> => {
      for (const offer_id of offerIds)
        await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload: { offer_id, qty } })
      return (await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers })).json.lines
    },
    /** Attempts one order; null when no answer was read. */
    attempt: ({ headers, key, lines, clientNumber = '', cut = false, port = own }: Attempt): Promise<Reply | null> =>
      new Promise((resolve) => {
        const call = httpRequest(
          {
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: '/api/v1/orders',
            headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          },
          (reply) => {
            let body = ''
            reply.on('data', (chunk: Buffer) => (body += chunk.toString()))
            reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body, headers: reply.headers }))
            reply.on('error', () => resolve(null))
          },
        )
        call.on('error', () => resolve(null))
        call.end(JSON.stringify({ lines, client_number: clientNumber }), () => {
          if (cut) call.destroy()
        })
      }),
  }
}
export type Trade = Awaited<ReturnType<typeof buildTrade>>
