import { type ByteSource, readHead } from './workers/byte-source.ts'
import { createDecoding, type TextEncoding } from './text-encoding.ts'

export interface CsvDialect {
  delimiter: string
  lineFeed: string
}

const SAMPLE = 128 * 1024
const SAMPLE_LINES = 200
const DELIMITERS = [';', '\t', ',', '|'] as const

/** Detects the delimiter and line feed of a text file by its first lines. */
export async function detectDialect(source: ByteSource, encoding: TextEncoding): Promise<CsvDialect> {
  const sample = createDecoding(encoding).write(await readHead(source, SAMPLE))
  const lineFeed = sample.includes('\n') || !sample.includes('\r') ? '\n' : '\r'
  const declared = /^\ufeff?sep=(.)\r?\n/.exec(sample)?.[1]
  return { delimiter: declared ?? likeliestDelimiter(sample.split(lineFeed).slice(0, SAMPLE_LINES)), lineFeed }
}

/**
 * Finds the character that splits most lines into the same number of cells; commas of prices and names split them
 * unevenly.
 */
function likeliestDelimiter(lines: readonly string[]): string {
  const bare = lines.map((line) => line.replace(/"[^"]*"/g, '')).filter((line) => line.trim() !== '')
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: evenness(bare.map((line) => line.split(delimiter).length - 1)),
  }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

function evenness(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  return Math.max(0, ...[...times].map(([count, lines]) => lines * Math.min(count, 12) ** 0.5))
}
