import { dayText } from '../../../platform/clock.ts'
import type { Mailer } from '../../../platform/mail/index.ts'

export interface Letter {
  to: string
  subject: string
  text: string
}

/** Letters say nothing that a stranger typed: their sender is the portal, so their words are the portal's. */
export const newApplication = (mailer: Mailer, to: string, { id, inn }: { id: number; inn: string }): Letter => ({
  to,
  subject: `Заявка на регистрацию, ИНН ${inn}`,
  text: `Новая заявка ждёт решения: ${mailer.linkTo(`/contractors/${id}`)}`,
})

export const approved = (mailer: Mailer, to: string): Letter => ({
  to,
  subject: 'Компания подтверждена',
  text: `Здравствуйте!

Заявка принята: на портале видны ваши цены, можно оформлять заказы. Войдите: ${mailer.linkTo('/login')}`,
})

export const declined = (mailer: Mailer, to: string, { id, reason }: { id: number; reason: string }): Letter => ({
  to,
  subject: 'Заявка отклонена',
  text: `Здравствуйте!

Заявка на регистрацию компании отклонена. Причина: ${reason}

Исправьте данные и отправьте заявку снова: ${mailer.linkTo(`/contractors/${id}`)}`,
})

/** To the manager, when a contract has 30 days left. */
export const contractEnds = (
  mailer: Mailer,
  to: string,
  contract: { number: string; company: string; contractor_id: number; valid_to: string },
): Letter => ({
  to,
  subject: `Договор № ${contract.number} заканчивается ${dayText(contract.valid_to)}`,
  text: `Договор № ${contract.number} с компанией ${contract.company} действует до ${dayText(contract.valid_to)}. После этого дня заказы по нему не принимаются.

Продлите его или скопируйте на новый срок: ${mailer.linkTo(`/contractors/${contract.contractor_id}?tab=contracts`)}`,
})
