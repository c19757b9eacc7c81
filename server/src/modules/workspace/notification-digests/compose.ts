import { escapeHtml, type Email } from '../../../platform/mail/index.ts'
import { tableHtml, tableText, type EmailTable } from './email-table.ts'

/** One item of an email. */
export interface ReportedThing {
  text: string
  aside: string
  /** Link to the item; null for recipients who cannot open a page of the portal. */
  link: string | null
  table?: EmailTable | undefined
}

/** Additional part of an email, as text and as HTML. */
export interface EmailPart {
  text: string
  html: string
}

export const paragraph = (text: string): EmailPart => ({ text, html: `<p>${escapeHtml(text)}</p>` })

const thingText = ({ text, aside, link, table }: ReportedThing) =>
  [text, aside, link, table && tableText(table)].filter(Boolean).join('\n')

function thingHtml({ text, aside, link, table }: ReportedThing) {
  const head =
    link === null
      ? `<strong>${escapeHtml(text)}</strong>`
      : `<a href="${escapeHtml(link)}" style="color:#c80000">${escapeHtml(text)}</a>`
  const summaryHtml = `<p>${head}<br><small>${escapeHtml(aside)}</small></p>`
  return table ? `${summaryHtml}\n${tableHtml(table)}` : summaryHtml
}

/** Composes the bodies of an email: a greeting, the items and the additional parts. */
export const composeEmail = (
  greeting: string,
  things: readonly ReportedThing[],
  parts: readonly EmailPart[],
): Pick<Email, 'text' | 'html'> => ({
  text: [greeting, ...things.map(thingText), ...parts.map(({ text }) => text)].join('\n\n'),
  html: [`<p>${escapeHtml(greeting)}</p>`, ...things.map(thingHtml), ...parts.map(({ html }) => html)].join('\n'),
})
