import { z } from 'zod'
import { Empty, LinkToken, Login, NewPassword, Password, PathId } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Six digits of an authenticator application (TOTP, RFC 6238). */
export const TotpCode = z
  .string('Заполните поле')
  .trim()
  .regex(/^\d{6}$/, 'Шесть цифр из приложения')

/** `login` is an email or a login name; `code` is required only when the account has a second factor. */
export const Credentials = z.strictObject({
  login: Login,
  password: Password,
  code: TotpCode.optional(),
})
export type Credentials = z.infer<typeof Credentials>

export const TokenPair = z.object({ access_token: z.string() })
export const ImpersonationToken = z.object({ access_token_impersonate: z.string() })

/** Token calls carry no bearer header: the refresh cookie or the body identifies the caller. */
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
  impersonate: {
    method: 'POST',
    path: '/api/v1/token/impersonate/:user_id/pair',
    summary: 'Вход менеджера от имени сотрудника клиента',
    access: 'public',
    params: z.strictObject({ user_id: PathId }),
    reply: ImpersonationToken,
  },
  refreshImpersonation: {
    method: 'POST',
    path: '/api/v1/token/impersonate/refresh',
    summary: 'Новый токен работы от имени клиента',
    access: 'public',
    reply: ImpersonationToken,
  },
  endImpersonation: {
    method: 'POST',
    path: '/api/v1/token/impersonate/logout',
    summary: 'Конец работы от имени клиента',
    access: 'public',
    reply: Empty,
    status: 204,
  },
})

/** Purposes of an email link: resetting a password, or setting the first one of an invited employee. */
export const LinkPurpose = z.enum(['reset', 'invite'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** Passwords: forgotten, invited, changed. The API accepts the secret of a link in bodies only, never in an address. */
export const passwordRoutes = defineRoutes({
  requestReset: {
    method: 'POST',
    path: '/api/v1/password/request_reset',
    summary: 'Письмо со ссылкой для нового пароля; ответ один для известных и неизвестных',
    access: 'public',
    body: z.strictObject({ login: Login }),
    reply: Empty,
  },
  checkLink: {
    method: 'POST',
    path: '/api/v1/password/check_link',
    summary: 'Действует ли ссылка из письма',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({ purpose: LinkPurpose }),
  },
  set: {
    method: 'POST',
    path: '/api/v1/password/set',
    summary: 'Новый пароль по ссылке из письма; все сессии заканчиваются',
    access: 'public',
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    reply: Empty,
  },
  change: {
    method: 'POST',
    path: '/api/v1/password/change',
    summary: 'Смена своего пароля; остальные сессии заканчиваются',
    access: 'signed-in',
    selfOnly: true,
    body: z.strictObject({ old_password: Password, new_password: NewPassword }),
    reply: Empty,
  },
})
