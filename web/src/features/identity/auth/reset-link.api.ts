import { passwordRoutes } from '@artikul/contract/identity/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** Whether the link of a mail still opens anything; asked once, because nothing revives a dead one. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call(passwordRoutes.checkLink, { body: { token }, signal }),
    staleTime: Infinity,
  })

export const setPassword = (token: string, password: string) => call(passwordRoutes.set, { body: { token, password } })
