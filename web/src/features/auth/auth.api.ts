import { passwordRoutes } from '@artikul/contract/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const requestReset = (login: string) => call(passwordRoutes.requestReset, { body: { login } })

/** Whether the link of a mail still opens anything; asked once, because nothing revives a dead one. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => call(passwordRoutes.checkLink, { body: { token }, signal }),
    staleTime: Infinity,
  })

export const setPassword = (token: string, password: string) => call(passwordRoutes.set, { body: { token, password } })

export const changePassword = (old_password: string, new_password: string) =>
  call(passwordRoutes.change, { body: { old_password, new_password } })
