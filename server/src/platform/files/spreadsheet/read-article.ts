import type { Cell, DamagedCell } from './types.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import { cellText, isSpreadsheetError, shownText } from './cells.ts'
import type { RefusalReason } from './refusals.data.ts'

type ReadArticle = { article: string; key: string } | { reason: RefusalReason; cell: string }

const LONGEST_ARTICLE = 64
const DAMAGE: Readonly<Record<DamagedCell['damage'], RefusalReason>> = {
  date: 'article_is_date',
  exponent: 'article_is_exponent',
  error: 'article_is_error',
}

/** «1,23E+15» is written by Excel; without the plus, «18E292» is a genuine article. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+\d+$/i
const MONTHS = 'янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const DATES = [
  new RegExp(`^\\d{1,2}[ .-](?:${MONTHS})[.]?(?:[ .-]\\d{2,4})?$`, 'i'),
  new RegExp(`^(?:${MONTHS})[.]?[ .-]\\d{2,4}$`, 'i'),
  /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d(?: \d{1,2}:\d\d(?::\d\d)?)?$/,
  /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[ T]\d{1,2}:\d\d(?::\d\d)?)?$/,
]
const MAY_BE_DAMAGED = /[.#E+:]|^\d\d?[ -]\D|^\D{3}|^(?:19|20)\d\d-/i

/** Reads the article of a row, or the reason why it is unreliable: a damaged article is reported, never guessed. */
export function readArticle(cell: Cell | undefined): ReadArticle {
  if (typeof cell === 'object' && cell !== null) return { reason: DAMAGE[cell.damage], cell: cell.shown }
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return refused('article_digits_lost', cell)
  const article = articleText(cell)
  if (!/[\p{L}\p{N}]/u.test(article)) return refused('no_article', cell)
  const damage = MAY_BE_DAMAGED.test(article) ? textDamage(article) : null
  if (damage !== null) return refused(damage, cell)
  if (article.length > LONGEST_ARTICLE) return refused('article_too_long', cell)
  const key = articleKey(article)
  return key === '' ? refused('article_unreadable', cell) : { article, key }
}

/** A leading apostrophe marks text in spreadsheets; «.0» comes from a float. */
function articleText(cell: Cell | undefined): string {
  const text = shownText(cell)
  const typed = text.startsWith("'") ? text.slice(1) : text
  return typed.endsWith('.0') && /^\d+\.0$/.test(typed) ? typed.slice(0, -2) : typed
}

function textDamage(article: string): RefusalReason | null {
  if (isSpreadsheetError(article)) return 'article_is_error'
  if (EXPONENT.test(article)) return 'article_is_exponent'
  return DATES.some((date) => date.test(article)) ? 'article_is_date' : null
}

function refused(reason: RefusalReason, cell: Cell | undefined): ReadArticle {
  return { reason, cell: cellText(cell).slice(0, 100) }
}
