import { z } from 'zod'
import { Email, Id, IdParams, Moment } from '../core/fields.ts'
import { EmailState } from '../platform/email-states.ts'
import { defineRoutes } from '../core/route.ts'

/** Addresses of one sending. */
export const MAX_INVOICE_ADDRESSES = 5
/** Letters with invoices of one company within an hour: nobody makes the portal write to strangers. */
export const MAX_INVOICE_EMAILS = 30
/** The last letters with an invoice that are told. */
export const SHOWN_INVOICE_MAILS = 20

/** One letter with an invoice. */
export const InvoiceEmail = z.object({
  id: Id,
  to: z.string(),
  at: Moment,
  /** Name of the sender. */
  by: z.string(),
  /** How the letter stands; null: it was sent so long ago that the letter is not kept any more. */
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

/** Hidden from whom the company shows no prices (403 `section.hidden`), as the invoice itself. */
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
