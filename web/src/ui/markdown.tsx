import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, useMemo, type ReactNode } from 'react'

const PROTOCOLS = ['https:', 'http:', 'mailto:', 'tel:']

/** An address that may stand behind a link; null: nothing that a text may lead to. */
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
      className="text-accent underline underline-offset-2"
      // Whoever writes a text vouches for no other site.
      {...(!address.isOwn && { target: '_blank', rel: 'nofollow noopener noreferrer' })}
    >
      {children}
    </a>
  )
}

const inline = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{inlineOf(token)}</Fragment>)

/** Whatever is not known here, HTML above all, stays the text that it is. */
function inlineOf(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens)}</strong>
    case 'em':
      return <em>{inline(token.tokens)}</em>
    case 'del':
      return <del>{inline(token.tokens)}</del>
    case 'codespan':
      return <code className="rounded bg-group px-1 font-mono text-[0.9em]">{textOf(token)}</code>
    case 'br':
      return <br />
    case 'link':
      return <TextLink href={hrefOf(token)}>{inline(token.tokens)}</TextLink>
    case 'text':
    case 'escape':
    case 'image':
      return 'tokens' in token ? inline(token.tokens) : textOf(token)
    default:
      return token.raw
  }
}

const textOf = (token: Token): string => ('text' in token && typeof token.text === 'string' ? token.text : token.raw)
const hrefOf = (token: Token): string => ('href' in token && typeof token.href === 'string' ? token.href : '')

const HEADING = 'mt-3 font-semibold first:mt-0'

function Heading({ token }: { token: Tokens.Heading }) {
  // The page has a heading of its own above.
  return token.depth <= 2 ? (
    <h2 className={`${HEADING} text-lg`}>{inline(token.tokens)}</h2>
  ) : (
    <h3 className={`${HEADING} text-base`}>{inline(token.tokens)}</h3>
  )
}

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, index) => (
    <li key={index} className="[&>p+p]:mt-1.5 [&>ul,&>ol]:mt-1">
      {blocks(item.tokens)}
    </li>
  ))
  if (!token.ordered) return <ul className="flex list-disc flex-col gap-1 pl-5">{items}</ul>
  return (
    <ol start={Number(token.start) || 1} className="flex list-decimal flex-col gap-1 pl-5">
      {items}
    </ol>
  )
}

function Table({ token }: { token: Tokens.Table }) {
  const cell = 'border border-hairline px-2 py-1 text-left align-top'
  // By its columns: a text may have several.
  const name = `Таблица: ${token.header.map(({ text }) => text).join(', ')}`
  return (
    // Whoever has no mouse scrolls a wide one too.
    <div tabIndex={0} role="region" aria-label={name} className="max-w-full overflow-x-auto">
      <table className="border-collapse text-sm">
        <thead className="bg-group">
          <tr>
            {token.header.map((head, index) => (
              <th key={index} className={cell}>
                {inline(head.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>
              {row.map((one, index) => (
                <td key={index} className={cell}>
                  {inline(one.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const blocks = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{blockOf(token)}</Fragment>)

/** The lexer says what a token is by its `type` alone. */
function blockOf(token: Token): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading token={token as Tokens.Heading} />
    case 'list':
      return <List token={token as Tokens.List} />
    case 'table':
      return <Table token={token as Tokens.Table} />
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>
    case 'blockquote':
      return <blockquote className="border-l-[3px] border-hairline pl-3 text-text-2">{blocks(token.tokens)}</blockquote>
    case 'code':
      return <pre className="overflow-x-auto rounded-md bg-group p-3 text-sm whitespace-pre-wrap">{textOf(token)}</pre>
    case 'hr':
      return <hr className="border-hairline" />
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'text':
      return inlineOf(token)
    default:
      return <p>{token.raw.trim()}</p>
  }
}

/** A Markdown text drawn as elements and never as HTML: nothing that is written in it can become markup or be run. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text), [text])
  return <div className="flex max-w-prose flex-col gap-2.5 text-base break-words">{blocks(tokens)}</div>
}
