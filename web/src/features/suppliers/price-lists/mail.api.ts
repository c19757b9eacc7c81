import {
  mailboxRoutes as routes,
  type Mailbox,
  type MailboxPatch,
  type MailboxTrial,
  type MailRuleFields,
} from '@artikul/contract/suppliers/mailboxes'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { toast } from '../../../ui/hints/toast.ts'

const ALL = ['price-lists', 'mail'] as const
const REFUSAL_MS = 8000
/** Polling interval: mailboxes are read in the background. */
const ASK_EVERY_MS = 3000

const paramsOf = (id: number) => ({ id: String(id) })

export const mailboxesQuery = queryOptions({
  queryKey: [...ALL, 'boxes'],
  queryFn: async ({ signal }) => (await call(routes.list, { signal })).results,
  refetchInterval: ASK_EVERY_MS,
})

export const mailRulesQuery = queryOptions({
  queryKey: [...ALL, 'rules'],
  queryFn: async ({ signal }) => (await call(routes.rules, { signal })).results,
})

interface Leafing {
  page?: number | undefined
  page_size?: PageSize | undefined
}

export const unmatchedEmailsQuery = ({ page = 1, page_size = savedPageSize() }: Leafing) => {
  const query = { page: String(page), page_size: `${page_size}` as const }
  return queryOptions({
    queryKey: [...ALL, 'letters', query],
    queryFn: ({ signal }) => call(routes.letters, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ASK_EVERY_MS,
  })
}

export type MailboxFields = Omit<MailboxPatch, 'version'>

/** Creates a mailbox or updates an existing one. */
export const saveMailbox = (known: Mailbox | null, { password, ...fields }: MailboxFields): Promise<unknown> =>
  known
    ? call(routes.update, { params: paramsOf(known.id), body: { version: known.version, ...fields, password } })
    : call(routes.create, { body: { ...fields, password: password ?? '' } })

export const removeMailbox = (id: number) => call(routes.remove, { params: paramsOf(id) })
export const checkMailbox = (body: MailboxTrial) => call(routes.check, { body })
export const checkMailboxNow = (id: number) => call(routes.checkNow, { params: paramsOf(id), body: {} })

/** Rule to save: an existing one, or a new one, optionally for an email. */
export interface RuleTarget {
  id: number | null
  letterId: number | null
}

export const saveMailRule = ({ id, letterId }: RuleTarget, rule: MailRuleFields): Promise<unknown> =>
  id === null
    ? call(routes.createRule, { body: { rule, letter_id: letterId } })
    : call(routes.updateRule, { params: paramsOf(id), body: { rule } })

export const moveMailRule = ({ id, before }: { id: number; before: number | null }) =>
  call(routes.moveRule, { params: paramsOf(id), body: { before } })

export const removeMailRule = (id: number) => call(routes.removeRule, { params: paramsOf(id) })

/**
 * Refreshes all mail queries after success and failure.
 * @param refused title of the toast for an error that no form displays: «Правило не удалено»
 */
export function useMailChange<T, R>(change: (input: T) => Promise<R>, refused?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onError: (refusal) => {
      if (refused !== undefined)
        toast({ severity: 'error', summary: refused, detail: messageOf(refusal), life: REFUSAL_MS })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ALL }),
  })
}
