import { API } from '../../contract/src/api.ts'
import { FILE } from '../../contract/src/core/route.ts'
import type { Page } from 'playwright-core'

/** 12 digits of roubles. */
const MAX_KOP = 99_999_999_999_999
/** Two hundred letters, or the contract's limit for a name of the reply. */
const LENGTHS = [200, 120, 80, 60, 40]
const WORDS =
  'общество с ограниченной ответственностью «Самарский межрайонный авторемонтный завод имени В. А. Константинопольского», обособленное подразделение в посёлке Верхнеднепровский'

/** Fields that are not names: units, document numbers, quantities. */
const SHORT = /^(unit|qty_text|document|vat_label)$|(^|_)number$/

/** Lengthens the words of a name; a code stays unchanged. */
const lengthen = (text: string, length: number) =>
  /[а-яё]{2}/i.test(text) && text.length < length ? `${text} ${WORDS}`.slice(0, length).trim() : text

function stretch(value: unknown, length: number, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => stretch(item, length, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, stretch(item, length, name)]))
  if (typeof value === 'string') return SHORT.test(key) ? value : lengthen(value, length)
  if (typeof value === 'number' && value !== 0 && /(^|_)kop(_|$)/.test(key)) return Math.sign(value) * MAX_KOP
  return value
}

const READS = Object.values(API)
  .flatMap((routes) => Object.values(routes))
  .filter(({ method }) => method === 'GET')
  // Sorts literal addresses before those with a variable part.
  .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}/?$`) }))

/** Replaces the names and sums of replies by the longest and largest that the portal accepts. */
export const stretchReplies = (page: Page) =>
  page.route('**/api/v1/**', async (call) => {
    const { pathname } = new URL(call.request().url())
    const { route } = READS.find(({ pattern }) => pattern.test(pathname)) ?? {}
    if (call.request().method() !== 'GET' || !route || route.stream || route.reply === FILE) return call.fallback()
    const { reply } = route
    const response = await call.fetch()
    if (!response.ok()) return call.fulfill({ response })
    const body: unknown = await response.json()
    const stretched = LENGTHS.map((length) => stretch(body, length)).find((json) => reply.safeParse(json).success)
    return call.fulfill({ response, json: stretched ?? body })
  })
