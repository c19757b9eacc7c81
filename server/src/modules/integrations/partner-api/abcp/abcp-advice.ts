import { searchLogRoutes } from '@artikul/contract/analytics/searches'
import { catalogRoutes } from '@artikul/contract/catalog/catalog'
import { moscowDate, moscowTime } from '../../../../platform/clock.ts'
import { callRoute } from '../../../../platform/http/index.ts'
import { searchArticle } from '../partner-search.ts'
import type { AbcpCall } from './abcp-call.ts'
import { AbcpError } from './abcp-errors.ts'
import { requireField, wholeField } from './abcp-fields.ts'
import { numberFixOf } from './abcp-search.ts'

const ADVICE_LIMIT = 6
const USUAL_ADVICES = 5
const BATCH_LIMIT = 50

interface Named {
  brand: string
  article: string
}

/** What is ordered together with an article, most often first; the portal does not say how often. */
async function advicesOf(call: AbcpCall, { brand, article }: Named, limit: number) {
  const { groups } = await searchArticle(call, call.deps.readBrands, { article, brand, consigneeId: call.pointId })
  const code = groups.find(({ kind }) => kind === 'asked')?.product.code
  if (code === undefined) return []
  const { results } = await callRoute(call, catalogRoutes.together, { params: { code } })
  return results.slice(0, limit).map(({ brand: maker, article: number, name: description }) => ({
    ...{ brand: maker, number, description, total: null },
  }))
}

const limitOf = ({ fields }: AbcpCall) => wholeField(fields, 'limit', { least: 1, most: 100, usual: USUAL_ADVICES })

/** `GET advices`: what is ordered together with an article. */
export async function advices(call: AbcpCall) {
  const [article, brand] = [requireField(call.fields, 'number'), requireField(call.fields, 'brand')]
  return advicesOf(call, { article, brand }, Math.min(limitOf(call), ADVICE_LIMIT))
}

/** `POST advices/batch`: the same of up to fifty articles. */
export async function adviceBatch(call: AbcpCall) {
  const pairs = call.fields.rows('articles')
  if (pairs.length === 0) throw new AbcpError(2, 'Required parameter is missing: articles')
  if (pairs.length > BATCH_LIMIT) throw new AbcpError(4, `Bad parameter: at most ${BATCH_LIMIT} articles`)
  const limit = Math.min(limitOf(call), ADVICE_LIMIT)
  const results = []
  for (const { brand = '', number = '' } of pairs)
    results.push({ brand, number, advices: await advicesOf(call, { brand, article: number }, limit) })
  return results
}

/** Moment in Moscow as `YYYYMMDDHHmmss`. */
const momentOf = (at: Date) =>
  `${moscowDate(at)}${moscowTime(at)}${at.toISOString().slice(17, 19)}`.replaceAll(/[-:]/g, '')

/** `GET search/history`: last searches of the company; the portal keeps what was typed, without a maker. */
export async function history(call: AbcpCall) {
  const { results } = await callRoute(call, searchLogRoutes.recent)
  return results.map(({ typed: number, searched_at: at }) => ({
    ...{ brand: '', number, numberFix: numberFixOf(number), description: '', datetime: momentOf(new Date(at)) },
  }))
}
