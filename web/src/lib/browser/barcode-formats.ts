/** Barcodes of goods, of «Честный знак» (Data Matrix) and of the portal's own labels (QR). */
export const BARCODE_FORMATS = [
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'code_128',
  'code_39',
  'data_matrix',
  'qr_code',
] as const
