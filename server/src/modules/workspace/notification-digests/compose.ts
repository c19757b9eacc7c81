import type { Letter } from '../../../platform/mail/index.ts'
import { escaped, tableHtml, tableText, type LetterTable } from './letter-table.ts'

/** One thing that a letter tells. */
export interface ToldThing {
  text: string
  aside: string
  /** Null: for whom a page of the portal does not open. */
  link: string | null
  table?: LetterTable | undefined
}

/** What stands under what is told, for whoever reads text and for whoever reads pages. */
export interface LetterPart {
  text: string
  html: string
}

export const paragraph = (text: string): LetterPart => ({ text, html: `<p>${escaped(text)}</p>` })

const thingText = ({ text, aside, link, table }: ToldThing) =>
  [text, aside, link, table && tableText(table)].filter(Boolean).join('\n')

function thingHtml({ text, aside, link, table }: ToldThing) {
  const head = link === null ? `<strong>${escaped(text)}</strong>` : `<a href="${escaped(link)}">${escaped(text)}</a>`
  const told = `<p>${head}<br><small>${escaped(aside)}</small></p>`
  return table ? `${told}\n${tableHtml(table)}` : told
}

/** The bodies of a letter: a greeting, what has happened, and the rest. */
export const composeLetter = (
  greeting: string,
  things: readonly ToldThing[],
  parts: readonly LetterPart[],
): Pick<Letter, 'text' | 'html'> => ({
  text: [greeting, ...things.map(thingText), ...parts.map(({ text }) => text)].join('\n\n'),
  html: [`<p>${escaped(greeting)}</p>`, ...things.map(thingHtml), ...parts.map(({ html }) => html)].join('\n'),
})
