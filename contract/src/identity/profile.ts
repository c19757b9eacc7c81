import { z } from 'zod'
import { TotpCode } from './auth.ts'
import { AuditItem } from '../platform/audit.ts'
import {
  Email,
  Empty,
  Id,
  IdParams,
  LinkToken,
  listOf,
  Moment,
  pageQuery,
  Password,
  Phone,
  requiredText,
} from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Own data. A new email needs the current password and takes effect when its link is opened. */
export const ProfilePatch = z.strictObject({
  full_name: requiredText(200).optional(),
  phone: Phone.nullable().optional(),
  email: Email.optional(),
  password: Password.optional(),
})
export type ProfilePatch = z.infer<typeof ProfilePatch>

export const SessionItem = z.object({
  id: Id,
  created_at: Moment,
  seen_at: Moment,
  address: z.string(),
  /** «Chrome, Windows», as reported by the browser. */
  device: z.string(),
  is_current: z.boolean(),
})
export type SessionItem = z.infer<typeof SessionItem>

const SavedProfile = z.object({ email_pending: z.string().nullable() })

/** The person's own page, refused to a manager under impersonation. */
/** Own password, required before actions that a stolen token alone must not allow. */
export const PasswordConfirmation = z.strictObject({ password: Password })

export const profileRoutes = defineRoutes({
  update: {
    method: 'PATCH',
    path: '/api/v1/user/',
    summary: 'Свои данные (клиент)',
    access: 'client:self',
    body: ProfilePatch,
    reply: SavedProfile,
  },
  updateManager: {
    method: 'PATCH',
    path: '/api/v1/manager/user/',
    summary: 'Свои данные (менеджер)',
    access: 'staff:self',
    body: ProfilePatch,
    reply: SavedProfile,
  },
  finishTour: {
    method: 'POST',
    path: '/api/v1/user/tour',
    summary: 'Знакомство с порталом показано: само оно больше не начинается',
    access: 'signed-in',
    selfOnly: true,
    reply: Empty,
  },
  confirmEmail: {
    method: 'POST',
    path: '/api/v1/user/confirm_email',
    summary: 'Подтверждение новой почты ссылкой из письма',
    access: 'signed-in',
    selfOnly: true,
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({ email: z.string() }),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/v1/user/accept_invitation',
    summary: 'Согласие работать ещё в одной компании по ссылке из письма',
    access: 'client:self',
    selfOnly: true,
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({ contractor: z.string() }),
  },
  sessions: {
    method: 'GET',
    path: '/api/v1/user/sessions',
    summary: 'Свои сессии',
    access: 'signed-in',
    selfOnly: true,
    reply: z.object({ results: z.array(SessionItem) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/v1/user/sessions/:id',
    summary: 'Конец одной из своих сессий',
    access: 'signed-in',
    selfOnly: true,
    params: IdParams,
    reply: Empty,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/api/v1/user/sessions/end_others',
    summary: 'Конец всех своих сессий, кроме этой',
    access: 'signed-in',
    selfOnly: true,
    reply: z.object({ ended: z.int() }),
  },
  confirmPassword: {
    method: 'POST',
    path: '/api/v1/user/confirm_password',
    summary: 'Подтверждение сессии своим паролем на десять минут, для изменений учётных записей сотрудников',
    access: 'signed-in',
    selfOnly: true,
    body: PasswordConfirmation,
    reply: Empty,
  },
  startSecondFactor: {
    method: 'POST',
    path: '/api/v1/user/second_factor',
    summary: 'Ключ второго фактора для приложения; действует после подтверждения кодом',
    access: 'signed-in',
    selfOnly: true,
    body: z.strictObject({ password: Password }),
    /** `qr`: an SVG path over `qr_size` modules, in the form of the payment QR. */
    reply: z.object({ secret: z.string(), qr: z.string(), qr_size: z.int() }),
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/v1/user/second_factor/confirm',
    summary: 'Включение второго фактора первым кодом',
    access: 'signed-in',
    selfOnly: true,
    body: z.strictObject({ code: TotpCode }),
    reply: Empty,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/v1/user/second_factor/remove',
    summary: 'Отключение второго фактора',
    access: 'signed-in',
    selfOnly: true,
    body: z.strictObject({ password: Password, code: TotpCode }),
    reply: Empty,
  },
  onBehalf: {
    method: 'GET',
    path: '/api/v1/user/on_behalf',
    summary: 'Что сделали менеджеры от имени пользователя',
    access: 'client:self',
    query: z.strictObject(pageQuery),
    reply: listOf(AuditItem),
  },
})
