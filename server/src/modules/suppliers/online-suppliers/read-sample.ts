import type { ApiReading } from '@artikul/contract/suppliers/adapter-settings'
import type { SampleReading } from '@artikul/contract/suppliers/online-suppliers'
import { readByPaths } from './adapters/api/read-offers.ts'
import { proposeReading } from './adapters/api/propose-reading.ts'
import { readingText, triedOffers } from './reading-words.ts'
import { bodyOf } from './querying/read-reply.ts'
import { SupplierFailed } from './querying/transport.ts'

/** Reads a pasted or fetched answer by the paths, or proposes the paths. */
export function readSample({ sample, api }: { sample: string; api: ApiReading | null }): SampleReading {
  const format = api?.format ?? (sample.trimStart().startsWith('<') ? 'xml' : 'json')
  const refused = (text: string, proposal: ApiReading | null = null): SampleReading => ({
    is_ok: false,
    text,
    offers: [],
    proposal,
  })
  try {
    const body = bodyOf({ status: 200, charset: 'utf-8', body: Buffer.from(sample) }, format)
    const proposal = api ? null : proposeReading(body, format)
    const reading = api ?? proposal
    if (!reading) return refused('Предложений в образце не видно: укажите сами, где список и поля')
    const read = readByPaths(body, reading)
    if (read.items.length === 0)
      return refused(`Предложений не получилось: ${readingText(read)}. Проверьте список и поля`, proposal)
    return { is_ok: true, text: readingText(read), offers: triedOffers(read), proposal }
  } catch (error) {
    if (error instanceof SupplierFailed) return refused(error.message)
    throw error
  }
}
