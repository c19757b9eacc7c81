import { readMarkdown } from '@artikul/contract/core/markdown'
import { useMemo } from 'react'
import { RichTextView } from './rich-text.tsx'

/** How a text will look that is being written: whatever is published comes from the server taken apart. */
export function Markdown({ text }: { text: string }) {
  const parts = useMemo(() => readMarkdown(text), [text])
  return <RichTextView parts={parts} />
}
