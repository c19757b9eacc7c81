import { z } from 'zod'
import { Email, Id, IdParams, Moment } from '../core/fields.ts'
import { EmailState } from '../platform/email-states.ts'
import { defineRoutes } from '../core/route.ts'

/** Most addresses of one sending. */
export const MAX_INVOICE_ADDRESSES = 5
/** Hourly limit of invoice emails per company, so that the portal cannot be used to send mail to strangers. */
export const MAX_INVOICE_EMAILS = 30
/** Number of latest emails shown with an invoice. */
export const SHOWN_INVOICE_MAILS = 20

/** Email with an invoice attached. */
export const InvoiceEmail = z.object({
  id: Id,
  to: z.string(),
  at: Moment,
  /** Name of the sender. */
  by: z.string(),
  /** State of the email; `null` when it is so old that the email is no longer stored. */
  state: EmailState.nullable(),
})
export type InvoiceEmail = z.infer<typeof InvoiceEmail>

export const SendInvoice = z.strictObject({
  to: z
    .array(Email)
    .min(1, 'Укажите адрес')
    .max(MAX_INVOICE_ADDRESSES, `Не больше ${MAX_INVOICE_ADDRESSES} адресов`)
    .refine((to) => new Set(to).size === to.length, 'Адрес повторяется'),
})
export type SendInvoice = z.infer<typeof SendInvoice>

const PATH = '/api/v1/invoices/:id/mails'

/** Returns 403 `section.hidden` when the company hides prices, as for the invoice itself. */
export const invoiceEmailRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Кому отправлен счёт, последние письма; и адреса, по которым его обычно шлют',
    access: 'invoices:read',
    params: IdParams,
    reply: z.object({
      results: z.array(InvoiceEmail),
      /** Suggested addresses, the most likely first. */
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
