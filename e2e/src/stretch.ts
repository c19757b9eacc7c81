import type { Page } from 'playwright-core'

/** 12 digits of roubles. */
const MOST_KOP = 99_999_999_999_999
const NAME_LENGTH = 200
const WORDS =
  'Общество с ограниченной ответственностью «Самарский межрайонный авторемонтный завод имени Константинопольского» '
const UNBROKEN = 'Электрогидропневмоавтоматика-спецтехобслуживание'

/** A word of people becomes a name of two hundred letters with a word that nothing breaks; a code stays a code. */
function lengthen(text: string): string {
  const isWords = /[а-яё]{2}/i.test(text) && text.length < NAME_LENGTH
  return isWords ? `${text} ${UNBROKEN} ${WORDS}${WORDS}`.slice(0, NAME_LENGTH) : text
}

function stretch(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => stretch(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, stretch(item, name)]))
  if (typeof value === 'string') return lengthen(value)
  if (typeof value === 'number' && value !== 0 && /(^|_)kop(_|$)/.test(key)) return Math.sign(value) * MOST_KOP
  return value
}

/** The page is told of names as long and of sums as large as the portal takes: whatever it reads is stretched. */
export const stretchReplies = (page: Page) =>
  page.route(/\/api\/v1\/(?!events|search\/online|lists\/)/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    const isJson = reply.headers()['content-type']?.includes('application/json') === true
    if (!isJson || !reply.ok()) return route.fulfill({ response: reply })
    return route.fulfill({ response: reply, json: stretch(await reply.json()) })
  })
