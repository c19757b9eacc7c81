import { passwordRoutes } from '@artikul/contract/identity/auth'
import { call } from '../../../lib/api/call.ts'

export const requestReset = (login: string) => call(passwordRoutes.requestReset, { body: { login } })

export const changePassword = (old_password: string, new_password: string) =>
  call(passwordRoutes.change, { body: { old_password, new_password } })
