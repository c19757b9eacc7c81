import type { Membership } from '@artikul/contract/identity/accounts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { createLink, hasReachedEmailLimit } from '../../auth/index.ts'

export interface AccountEmailDeps {
  mailer: Mailer
  clock: Clock
}

interface Recipient {
  id: number
  email: string
}

export const emailLimitReached = () =>
  new AppError('auth.too_many_attempts', {
    detail: 'Писем этому человеку уже достаточно, повторите через час',
    retryAfter: 3600,
  })

/** @throws AppError `auth.too_many_attempts` when the hourly limit of such emails is reached */
export async function requireEmailAllowance(
  tx: Db,
  { clock }: AccountEmailDeps,
  userId: number,
  purpose: 'reset' | 'invite' | 'email',
) {
  if (await hasReachedEmailLimit(tx, userId, purpose, clock.now())) throw emailLimitReached()
}

/** Emails an invitation. It contains no text typed by strangers, because it is sent in the name of the portal. */
export async function sendInvitation(
  tx: Db,
  { mailer, clock }: AccountEmailDeps,
  user: Recipient,
  companies: string[],
) {
  const token = await createLink(tx, { purpose: 'invite', userId: user.id }, clock.now())
  const whose = companies.length > 0 ? ` Компания: ${companies.join(', ')}.` : ''
  await mailer.queue(tx, {
    to: user.email,
    subject: 'Приглашение на портал',
    text: `Здравствуйте!

Для вас создана учётная запись.${whose}
Логин: ${user.email}

Задайте пароль по ссылке, она действует трое суток:
${mailer.linkTo(`/reset-password/${token}`)}`,
    isSecret: true,
  })
}

export async function sendPasswordLink(tx: Db, { mailer, clock }: AccountEmailDeps, user: Recipient) {
  const token = await createLink(tx, { purpose: 'reset', userId: user.id }, clock.now())
  await mailer.queue(tx, {
    to: user.email,
    subject: 'Новый пароль',
    text: `Здравствуйте!

Администратор предлагает вам задать новый пароль. Ссылка действует час:
${mailer.linkTo(`/reset-password/${token}`)}

Прежний пароль действует, пока вы не задали новый.`,
    isSecret: true,
  })
}

/** Emails the owner of an existing account, who decides whether to join the company. */
export async function sendJoinLink(
  tx: Db,
  { mailer, clock }: AccountEmailDeps,
  user: Recipient,
  company: { name: string },
  membership: Membership,
) {
  const link = { purpose: 'join', userId: user.id, membership } as const
  const token = await createLink(tx, link, clock.now())
  await mailer.queue(tx, {
    to: user.email,
    subject: 'Приглашение в компанию',
    text: `Здравствуйте!

Компания ${company.name} приглашает вас работать на портале и от её имени. У вас уже есть учётная запись: войдите в неё и откройте ссылку, она действует неделю:
${mailer.linkTo(`/profile?invitation=${token}`)}

Если вы не работаете в этой компании, ничего не делайте.`,
    isSecret: true,
  })
}

/**
 * Emails a refusal: an administrator would become an administrator of the inviting company, which only a manager may
 * arrange.
 */
export async function sendJoinRefusal(
  tx: Db,
  { mailer, clock }: AccountEmailDeps,
  user: Recipient,
  company: { name: string },
  membership: Membership,
) {
  // Creates an unsent link, because emails are counted by their links.
  await createLink(tx, { purpose: 'join', userId: user.id, membership }, clock.now())
  await mailer.queue(tx, {
    to: user.email,
    subject: 'Приглашение в компанию',
    text: `Здравствуйте!

Компания ${company.name} приглашает вас сотрудником, но ваша учётная запись на портале — администратор другой компании. Чтобы работать в обеих, напишите вашему менеджеру.

Если вы не работаете в этой компании, ничего не делайте.`,
  })
}

export const sendEmailNotice = (tx: Db, { mailer }: AccountEmailDeps, oldEmail: string) =>
  mailer.queue(tx, {
    to: oldEmail,
    subject: 'Почта учётной записи изменена',
    text: `Здравствуйте!

Почта вашей учётной записи на портале изменена, письма будут приходить на новый адрес. Если вы об этом не знали, позвоните вашему менеджеру.`,
  })

export const sendSecondFactorNotice = (tx: Db, { mailer }: AccountEmailDeps, user: Recipient) =>
  mailer.queue(tx, {
    to: user.email,
    subject: 'Второй фактор отключён',
    text: `Здравствуйте!

Менеджер отключил второй фактор вашей учётной записи, все её сессии закончены. Если вы об этом не просили, позвоните вашему менеджеру.`,
  })
