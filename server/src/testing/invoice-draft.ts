/** Draft of an invoice without any input. */
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
