import { isReadable, readMarkdown } from '@artikul/contract/core/markdown'
import type { RichText } from '@artikul/contract/core/rich-text'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'

/** Cache of recently used texts, up to a million characters. */
const known = new LRUCache<string, RichText>({
  maxSize: 1_000_000,
  sizeCalculation: (_parts, text) => text.length + 1,
  memoMethod: (text) => readMarkdown(text),
})

/** Parses a Markdown text. Published texts are few and public, so each is parsed once. */
export const partsOf = (markdown: string): RichText => known.memo(markdown)

const TOO_DEEP = 'Слишком много списков, цитат или выделений друг в друге: упростите текст'

/**
 * Requires that a text can be parsed before it is stored; otherwise it would be shown as plain source.
 * @throws AppError `input.invalid`
 */
export function requireReadable(body: string) {
  if (!isReadable(body)) throw new AppError('input.invalid', { errors: [{ path: 'body', message: TOO_DEEP }] })
}
