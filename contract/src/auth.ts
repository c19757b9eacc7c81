import { z } from 'zod'
import { requiredText, Empty } from './fields.ts'
import { defineRoutes } from './route.ts'

/** `login` is an e-mail or a login name. The password is taken as typed: neither trimmed nor cut. */
export const Credentials = z.strictObject({
  login: requiredText(320),
  password: z.string('Заполните поле').min(1, 'Заполните поле').max(1024, 'Не больше 1 024 символов'),
})
export type Credentials = z.infer<typeof Credentials>

export const TokenPair = z.object({ access_token: z.string() })
export const ImpersonationToken = z.object({ access_token_impersonate: z.string() })

export const authRoutes = defineRoutes({
  pair: {
    method: 'POST',
    path: '/api/v1/token/pair',
    summary: 'Вход: пара токенов по логину и паролю',
    access: 'public',
    body: Credentials,
    reply: TokenPair,
  },
  refresh: {
    method: 'POST',
    path: '/api/v1/token/refresh',
    summary: 'Новый токен доступа по cookie обновления',
    access: 'public',
    reply: TokenPair,
  },
  verify: {
    method: 'POST',
    path: '/api/v1/token/verify',
    summary: 'Проверка токена доступа',
    access: 'public',
    body: z.strictObject({ token: z.string().min(1).max(8192) }),
    reply: Empty,
  },
  logout: {
    method: 'POST',
    path: '/api/v1/token/logout',
    summary: 'Выход: конец сессии',
    access: 'public',
    reply: Empty,
  },
})
