import type { Db } from '../../../platform/db/index.ts'
import { emailButton, escapeHtml, LINK_STYLE, type Email } from '../../../platform/mail/index.ts'
import { tableHtml, tableText, type EmailTable } from './email-table.ts'

/** Company's debts, with the invoices that pay them. */
export interface DebtsForEmail extends EmailTable {
  invoices: readonly { id: number; text: string; file: NonNullable<Email['files']>[number] }[]
}

/** Reads a company's debts for reminder emails; the invoices only for readers who may see them. */
export type ReadDebts = (
  tx: Db,
  contractorId: number,
  options: { now: Date; withInvoices: boolean },
) => Promise<DebtsForEmail>

/** One item of an email. */
export interface ReportedThing {
  text: string
  aside: string
  /** Link to the item; null for recipients who cannot open a page of the portal. */
  link: string | null
  table?: EmailTable | undefined
  files?: Email['files']
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
      : `<a href="${escapeHtml(link)}" ${LINK_STYLE}>${escapeHtml(text)}</a>`
  const summaryHtml = `<p>${head}<br><small>${escapeHtml(aside)}</small></p>`
  return table ? `${summaryHtml}\n${tableHtml(table)}` : summaryHtml
}

/** Builds the part that names an attached invoice and opens it. */
export const invoicePart = (text: string, link: string, look: 'main' | 'other'): EmailPart => ({
  text: `${text}\nОткрыть счёт: ${link}`,
  html: `<p>${escapeHtml(text)}</p><p style="margin:0 0 16px">${emailButton('Открыть счёт', link, look)}</p>`,
})

/** Composes the bodies of an email: a greeting, the items and the additional parts. */
export const composeEmail = (
  greeting: string,
  things: readonly ReportedThing[],
  parts: readonly EmailPart[],
): Pick<Email, 'text' | 'html'> => ({
  text: [greeting, ...things.map(thingText), ...parts.map(({ text }) => text)].join('\n\n'),
  html: [`<p>${escapeHtml(greeting)}</p>`, ...things.map(thingHtml), ...parts.map(({ html }) => html)].join('\n'),
})
