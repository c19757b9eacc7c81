/** Check digit of a GTIN: weights 3 and 1 from the right (GS1 General Specifications, 7.9). */
const hasCheckDigit = (gtin: string) =>
  [...gtin].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0

/**
 * Returns the number to look for by the content of a barcode: of a GS1 code («Честный знак»: 01, GTIN, 21, serial number)
 * its GTIN as EAN-13 where it is one, of others the content without control characters.
 */
export function scannedNumber(content: string): string {
  // Scanners put a symbology identifier first (ISO/IEC 15424), and GS1 codes begin with FNC1.
  const text = content.replace(/^\][A-Za-z]\d/, '').replace(/^[\u001d\u00e8]/, '')
  const gtin = /^\(?01\)?(\d{14})(?=\D|21|$)/.exec(text)?.[1]
  if (gtin !== undefined && hasCheckDigit(gtin)) return gtin.replace(/^0/, '')
  // eslint-disable-next-line no-control-regex -- separators of fields inside a code
  return text.replace(/[\u0000-\u001f]/g, ' ').trim()
}
