import type { ReactNode } from 'react'

interface Block {
  kind: 'heading' | 'list' | 'paragraph'
  lines: string[]
}

const kindOf = (line: string): Block['kind'] => {
  if (/^#{1,6} /.test(line)) return 'heading'
  return /^[-*] /.test(line) ? 'list' : 'paragraph'
}

/** Lines of one kind that touch each other are one block; a line after an item of a list goes on with the item. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text
    .replaceAll('\r', '')
    .split('\n')
    .map((raw) => raw.trim())) {
    const last = isOpen ? blocks.at(-1) : undefined
    const kind = kindOf(line)
    isOpen = line !== '' && kind !== 'heading'
    if (line === '') continue
    if (last?.kind === 'list' && kind === 'paragraph') last.lines.push(`${last.lines.pop() ?? ''} ${line}`)
    else if (last?.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
  }
  return blocks
}

/** «**важно**» alone: everything else stays the text that it is, so nothing that is written can become markup. */
const inline = (text: string): ReactNode[] =>
  text.split(/\*\*(.+?)\*\*/).map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part))

function BlockView({ kind, lines }: Block) {
  if (kind === 'heading') {
    return <h2 className="mt-3 text-lg font-semibold first:mt-0">{inline(lines.join(' ').replace(/^#+ /, ''))}</h2>
  }
  if (kind === 'list') {
    return (
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {lines.map((line, index) => (
          <li key={index}>{inline(line.replace(/^[-*] /, ''))}</li>
        ))}
      </ul>
    )
  }
  return <p>{inline(lines.join(' '))}</p>
}

/** Headings, paragraphs and lists of a simple Markdown text, drawn as elements and never as HTML. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="flex max-w-prose flex-col gap-2.5 text-base break-words">
    {blocksOf(text).map((block, index) => (
      <BlockView key={index} {...block} />
    ))}
  </div>
)
