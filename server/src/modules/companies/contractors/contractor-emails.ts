import { dayText } from '../../../platform/clock.ts'
import type { Mailer } from '../../../platform/mail/index.ts'

export interface CompanyEmail {
  to: string
  subject: string
  text: string
}

/** Emails contain no text typed by strangers, because they are sent in the name of the portal. */
export const newApplication = (mailer: Mailer, to: string, { id, inn }: { id: number; inn: string }): CompanyEmail => ({
  to,
  subject: `Заявка на регистрацию, ИНН ${inn}`,
  text: `Новая заявка ждёт решения: ${mailer.linkTo(`/contractors/${id}`)}`,
})

export const approved = (mailer: Mailer, to: string): CompanyEmail => ({
  to,
  subject: 'Компания подтверждена',
  text: `Здравствуйте!

Заявка принята: на портале видны ваши цены, можно оформлять заказы. Войдите: ${mailer.linkTo('/login')}`,
})

export const declined = (mailer: Mailer, to: string, { id, reason }: { id: number; reason: string }): CompanyEmail => ({
  to,
  subject: 'Заявка отклонена',
  text: `Здравствуйте!

Заявка на регистрацию компании отклонена. Причина: ${reason}

Исправьте данные и отправьте заявку снова: ${mailer.linkTo(`/contractors/${id}`)}`,
})

/** Composes the email to the manager about a contract with 30 days left. */
export const contractEnds = (
  mailer: Mailer,
  to: string,
  contract: { number: string; company: string; contractor_id: number; valid_to: string },
): CompanyEmail => ({
  to,
  subject: `Договор № ${contract.number} заканчивается ${dayText(contract.valid_to)}`,
  text: `Договор № ${contract.number} с компанией ${contract.company} действует до ${dayText(contract.valid_to)}. После этого дня заказы по нему не принимаются.

Продлите его или скопируйте на новый срок: ${mailer.linkTo(`/contractors/${contract.contractor_id}?tab=contracts`)}`,
})
