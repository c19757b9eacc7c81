import { isGtin } from './gtin.ts'

/**
 * Returns the number to look for by the content of a barcode: of a GS1 code («Честный знак»: 01, GTIN, 21, serial number)
 * its GTIN as EAN-13 where it is one, of others the content without control characters.
 */
export function scannedNumber(content: string): string {
  // Scanners put a symbology identifier first (ISO/IEC 15424), and GS1 codes begin with FNC1.
  const text = content.replace(/^\][A-Za-z]\d/, '').replace(/^[\u001d\u00e8]/, '')
  const gtin = /^\(?01\)?(\d{14})(?=\D|21|$)/.exec(text)?.[1]
  if (gtin !== undefined && isGtin(gtin)) return gtin.replace(/^0/, '')
  return text.replace(/[\u0000-\u001f]/g, ' ').trim()
}
