import type { BegunElement, RichText as Parts, TextElement } from '@artikul/contract/core/rich-text'
import type { ReactNode } from 'react'

const PROTOCOLS = ['https:', 'http:', 'mailto:', 'tel:']

/** Returns the permitted address of a link; null for a forbidden one. */
function addressOf(href: string): { href: string; isOwn: boolean } | null {
  try {
    const url = new URL(href, location.origin)
    if (!PROTOCOLS.includes(url.protocol)) return null
    return { href: url.href, isOwn: url.origin === location.origin || !/^https?:$/.test(url.protocol) }
  } catch {
    return null
  }
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const address = addressOf(href)
  if (!address) return <>{children}</>
  return (
    <a
      href={address.href}
      className="text-brand underline underline-offset-2"
      // External links are not endorsed.
      {...(!address.isOwn && { target: '_blank', rel: 'nofollow noopener noreferrer' })}
    >
      {children}
    </a>
  )
}

const Table = ({ name, children }: { name: string; children: ReactNode }) => (
  // Focusable, so that keyboard users can scroll a wide table too.
  <div tabIndex={0} role="region" aria-label={`Таблица: ${name}`} className="max-w-full overflow-x-auto">
    <table className="border-collapse text-sm">{children}</table>
  </div>
)

const HEADING = 'mt-3 font-semibold first:mt-0'
const CELL = 'border border-hairline px-2 py-1 text-left align-top'
const CLASSES: Partial<Record<TextElement, string>> = {
  h2: `${HEADING} text-lg`,
  h3: `${HEADING} text-base`,
  ul: 'flex list-disc flex-col gap-1 pl-5',
  ol: 'flex list-decimal flex-col gap-1 pl-5',
  li: '[&>p+p]:mt-1.5 [&>ul,&>ol]:mt-1',
  blockquote: 'border-l-[3px] border-hairline pl-3 text-text-2',
  pre: 'overflow-x-auto rounded-md bg-group p-3 text-sm whitespace-pre-wrap',
  hr: 'border-hairline',
  thead: 'bg-group',
  th: CELL,
  td: CELL,
  code: 'rounded bg-group px-1 font-mono text-[0.9em]',
}

function Drawn({ element: Tag, href = '', name = '', start, children }: BegunElement & { children: ReactNode }) {
  if (Tag === 'a') return <TextLink href={href}>{children}</TextLink>
  if (Tag === 'table') return <Table name={name}>{children}</Table>
  if (Tag === 'ol')
    return (
      <ol start={start} className={CLASSES.ol}>
        {children}
      </ol>
    )
  return <Tag className={CLASSES[Tag]}>{children}</Tag>
}

/** Returns the content up to the end of the enclosing element. */
function inside(parts: Iterator<Parts[number], undefined>): ReactNode[] | undefined {
  const drawn: ReactNode[] = []
  for (let { value } = parts.next(); value !== null && value !== undefined; { value } = parts.next())
    drawn.push(
      typeof value === 'string' ? (
        value
      ) : (
        <Drawn key={drawn.length} {...value}>
          {inside(parts)}
        </Drawn>
      ),
    )
  return drawn.length > 0 ? drawn : undefined
}

/** Renders a text as elements and never as HTML, so that nothing in it can become markup or a script. */
export const RichTextView = ({ parts }: { parts: Parts }) => (
  <div className="rich-text flex max-w-prose flex-col gap-2.5 text-base break-words">{inside(parts.values())}</div>
)
