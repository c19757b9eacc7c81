import { z } from 'zod'
import { Email, Id, IdParams, Moment } from '../core/fields.ts'
import { MailState } from '../platform/mail-states.ts'
import { defineRoutes } from '../core/route.ts'

/** Addresses of one sending. */
export const MOST_INVOICE_ADDRESSES = 5
/** Letters with invoices of one company within an hour: nobody makes the portal write to strangers. */
export const MOST_INVOICE_MAILS = 30
/** The last letters with an invoice that are told. */
export const SHOWN_INVOICE_MAILS = 20

/** One letter with an invoice. */
export const InvoiceMail = z.object({
  id: Id,
  to: z.string(),
  at: Moment,
  /** Who has sent it. */
  by: z.string(),
  /** How the letter stands; null: it was sent so long ago that the letter is not kept any more. */
  state: MailState.nullable(),
})
export type InvoiceMail = z.infer<typeof InvoiceMail>

export const SendInvoice = z.strictObject({
  to: z
    .array(Email)
    .min(1, 'Укажите адрес')
    .max(MOST_INVOICE_ADDRESSES, `Не больше ${MOST_INVOICE_ADDRESSES} адресов`)
    .refine((to) => new Set(to).size === to.length, 'Адрес повторяется'),
})
export type SendInvoice = z.infer<typeof SendInvoice>

const PATH = '/api/v1/invoices/:id/mails'

/** Hidden from whom the company shows no prices (403 `section.hidden`), as the invoice itself. */
export const invoiceMailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Кому отправлен счёт, последние письма; и адреса, по которым его обычно шлют',
    access: 'invoices:read',
    params: IdParams,
    reply: z.object({
      results: z.array(InvoiceMail),
      /** Where it may be meant to go, the likeliest first. */
      suggested: z.array(z.string()),
    }),
  },
  send: {
    method: 'POST',
    path: PATH,
    summary: 'Отправить счёт на почту: PDF во вложении',
    access: 'invoices:send',
    params: IdParams,
    body: SendInvoice,
    example: { to: ['accountant@client.test'] },
    reply: z.object({ sent: z.int() }),
    status: 201,
    idempotent: true,
  },
})
