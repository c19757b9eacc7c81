/** Nothing is told of an invoice yet. */
export const INVOICE_DRAFT = {
  kind: 'advance',
  contract_id: null,
  sum_kop: null,
  purpose: '',
  order_ids: [],
  shipment_ids: [],
  lines: [],
  replaces_id: null,
}
