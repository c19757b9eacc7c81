import { constants, inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'

/** Extracts the text of a file: every part of a workbook, the words of a PDF, other content unchanged. */
export function textOfFile(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString() === 'PK')
    return Object.values(unzipSync(bytes))
      .map((part) => Buffer.from(part).toString())
      .join('\n')
  return bytes.subarray(0, 5).toString() === '%PDF-' ? textOfPdf(bytes) : bytes.toString()
}

function streamsOf(bytes: Buffer): string[] {
  return [...bytes.toString('latin1').matchAll(/FlateDecode[^]*?stream\r?\n([^]*?)\r?\nendstream/g)].map(([, packed]) =>
    // The line end before `endstream` may also be the last byte of the stream, so its checksum is not verified.
    inflateSync(Buffer.from(packed ?? '', 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1'),
  )
}

const hexOf = (text: string) => [...text.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex]) => hex ?? '')
const columnLettersOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Glyphs of one embedded font by number, from the ranges of its Unicode map. */
function glyphsOf(map: string): Map<number, string> {
  const ranges = [...map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)]
  return new Map(
    ranges.flatMap(([, first, letters]) =>
      hexOf(letters ?? '').map((hex, at): [number, string] => [parseInt(first ?? '', 16) + at, columnLettersOf(hex)]),
    ),
  )
}

/** Each page is decoded with every font: wrong ones result in nonsense, the right one in the text. */
function textOfPdf(bytes: Buffer): string {
  const streams = streamsOf(bytes)
  const fonts = streams.filter((stream) => stream.includes('beginbfrange')).map(glyphsOf)
  const shown = streams.flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, run]) => run ?? ''))
  return fonts
    .flatMap((glyphs) =>
      shown.map((run) =>
        hexOf(run)
          .flatMap((hex) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => glyphs.get(parseInt(glyph, 16)) ?? '')
          .join(''),
      ),
    )
    .join('\n')
}
