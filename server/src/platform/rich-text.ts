import { readMarkdown } from '@artikul/contract/markdown'
import type { RichText } from '@artikul/contract/rich-text'
import { LRUCache } from 'lru-cache'

/** A million characters of the texts that were asked for last. */
const known = new LRUCache<string, RichText>({
  maxSize: 1_000_000,
  sizeCalculation: (_parts, text) => text.length + 1,
  memoMethod: (text) => readMarkdown(text),
})

/** A Markdown text ready to be drawn. Published ones are few and anybody may ask, so each is taken apart once. */
export const partsOf = (markdown: string): RichText => known.memo(markdown)
