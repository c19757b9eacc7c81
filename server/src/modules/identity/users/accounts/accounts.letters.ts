import type { Membership } from '@artikul/contract/identity/accounts'
import type { Mailer } from '../../../../platform/mail/index.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { createLink, hasEnoughLetters } from '../../auth/index.ts'

export interface LetterDeps {
  mailer: Mailer
  clock: Clock
}

interface Recipient {
  id: number
  email: string
}

export const enoughLetters = () =>
  new AppError('auth.too_many_attempts', {
    detail: 'Писем этому человеку уже достаточно, повторите через час',
    retryAfter: 3600,
  })

/** @throws AppError `auth.too_many_attempts` when enough letters of the kind have gone within the hour */
export async function requireFewLetters(
  tx: Db,
  { clock }: LetterDeps,
  userId: number,
  purpose: 'reset' | 'invite' | 'email',
) {
  if (await hasEnoughLetters(tx, userId, purpose, clock.now())) throw enoughLetters()
}

/** Letters say nothing that a stranger typed: their sender is the portal, so their words are the portal's. */
export async function sendInvitation(tx: Db, { mailer, clock }: LetterDeps, user: Recipient, companies: string[]) {
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

export async function sendPasswordLink(tx: Db, { mailer, clock }: LetterDeps, user: Recipient) {
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

/** To somebody who has an account already: he joins the company himself, or not. */
export async function sendJoinLink(
  tx: Db,
  { mailer, clock }: LetterDeps,
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

/** An administrator would administer the company that invites an employee: only a manager arranges that. */
export async function sendJoinRefusal(
  tx: Db,
  { mailer, clock }: LetterDeps,
  user: Recipient,
  company: { name: string },
  membership: Membership,
) {
  // A link that nobody gets: letters are counted by their links.
  await createLink(tx, { purpose: 'join', userId: user.id, membership }, clock.now())
  await mailer.queue(tx, {
    to: user.email,
    subject: 'Приглашение в компанию',
    text: `Здравствуйте!

Компания ${company.name} приглашает вас сотрудником, но ваша учётная запись на портале — администратор другой компании. Чтобы работать в обеих, напишите вашему менеджеру.

Если вы не работаете в этой компании, ничего не делайте.`,
  })
}

export const sendEmailNotice = (tx: Db, { mailer }: LetterDeps, oldEmail: string) =>
  mailer.queue(tx, {
    to: oldEmail,
    subject: 'Почта учётной записи изменена',
    text: `Здравствуйте!

Почта вашей учётной записи на портале изменена, письма будут приходить на новый адрес. Если вы об этом не знали, позвоните вашему менеджеру.`,
  })

export const sendSecondFactorNotice = (tx: Db, { mailer }: LetterDeps, user: Recipient) =>
  mailer.queue(tx, {
    to: user.email,
    subject: 'Второй фактор отключён',
    text: `Здравствуйте!

Менеджер отключил второй фактор вашей учётной записи, все её сессии закончены. Если вы об этом не просили, позвоните вашему менеджеру.`,
  })
