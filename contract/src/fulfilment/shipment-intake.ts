import { IdParams } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

const ONE = '/api/v1/shipments/:id'

/** «Поступление товаров»: the shipment as a document of the contractor's accounts. */
export const shipmentIntakeRoutes = defineRoutes({
  updCopy: {
    method: 'GET',
    path: `${ONE}/upd`,
    summary: 'УПД: копия для ознакомления (PDF)',
    access: 'shipments:read',
    params: IdParams,
    reply: FILE,
  },
  xlsx: {
    method: 'GET',
    path: `${ONE}/intake.xlsx`,
    summary: '«Поступление товаров» для учёта покупателя (XLSX)',
    access: 'shipments:read',
    params: IdParams,
    reply: FILE,
  },
  xml: {
    method: 'GET',
    path: `${ONE}/intake.xml`,
    summary: '«Поступление товаров» для 1С покупателя (CommerceML 2)',
    access: 'shipments:read',
    params: IdParams,
    reply: FILE,
  },
})
