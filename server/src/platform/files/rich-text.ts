import { isReadable, readMarkdown } from '@artikul/contract/core/markdown'
import type { RichText } from '@artikul/contract/core/rich-text'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'

/** A million characters of the texts that were asked for last. */
const known = new LRUCache<string, RichText>({
  maxSize: 1_000_000,
  sizeCalculation: (_parts, text) => text.length + 1,
  memoMethod: (text) => readMarkdown(text),
})

/** A Markdown text ready to be drawn. Published ones are few and anybody may ask, so each is taken apart once. */
export const partsOf = (markdown: string): RichText => known.memo(markdown)

const TOO_DEEP = 'Слишком много списков, цитат или выделений друг в друге: упростите текст'

/**
 * Asked before a text is kept: one that cannot be taken apart would be shown as it was written.
 * @throws AppError `input.invalid`
 */
export function requireReadable(body: string) {
  if (!isReadable(body)) throw new AppError('input.invalid', { errors: [{ path: 'body', message: TOO_DEEP }] })
}
