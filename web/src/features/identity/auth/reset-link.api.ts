import { passwordRoutes } from '@artikul/contract/identity/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** Checks whether a link from an email is valid; checked once, because an expired link stays invalid. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call(passwordRoutes.checkLink, { body: { token }, signal }),
    staleTime: Infinity,
  })

export const setPassword = (token: string, password: string) => call(passwordRoutes.set, { body: { token, password } })
