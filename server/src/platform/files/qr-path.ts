import { encodeQR } from 'qr'

const QUIET_ZONE = 4

/** QR code (UTF-8 bytes, correction level M) as one SVG path over `size`×`size` modules, including the quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET_ZONE })
  let path = ''
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      let width = 1
      while (row[x + width]) width += 1
      path += `M${x} ${y}h${width}v1h-${width}z`
      x += width
    }
  }
  return { size: modules.length, path }
}
