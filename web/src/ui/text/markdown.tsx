import { readMarkdown } from '@artikul/contract/core/markdown'
import { useMemo } from 'react'
import { RichTextView } from './rich-text.tsx'

/** Preview of a text being written; published texts arrive parsed from the server. */
export function Markdown({ text }: { text: string }) {
  const parts = useMemo(() => readMarkdown(text), [text])
  return <RichTextView parts={parts} />
}
