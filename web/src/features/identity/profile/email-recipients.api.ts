import {
  emailRecipientRoutes as routes,
  type NewRecipient,
  type RecipientChange,
} from '@artikul/contract/companies/email-recipients'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

export const RECIPIENTS_KEY = 'email-recipients'

export const recipientsQuery = queryOptions({
  queryKey: [RECIPIENTS_KEY],
  queryFn: ({ signal }) => call(routes.list, { signal }),
})

export const addRecipient = (body: NewRecipient) => call(routes.add, { body })
export const changeRecipient = (id: number, body: RecipientChange) =>
  call(routes.change, { params: { id: String(id) }, body })
export const removeRecipient = (id: number) => call(routes.remove, { params: { id: String(id) } })

/** The secret is sent in the body, so that it is not part of an address. */
export const recipientLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['letter-recipient-link', token],
    queryFn: ({ signal }) => call(routes.readLink, { body: { token }, signal }),
    retry: false,
  })

export const sendByLink = (act: 'confirm' | 'stop', token: string) => call(routes[act], { body: { token } })
