import { CLAIM_KINDS, type ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { counted } from '@artikul/contract/core/plural'
import { dayText } from '../../../platform/clock.ts'
import type { Email, Mailer } from '../../../platform/mail/index.ts'

type Links = Pick<Mailer, 'linkTo'>

interface About {
  id: number
  number: string
}

const linkOf = (mailer: Links, { id }: About) => mailer.linkTo(`/claims/${id}`)

/** Composes the email to the staff in charge of claims. */
export const newClaim = (
  mailer: Links,
  to: string,
  claim: About & { company: string; kind: ClaimKind; lines: number; answerBy: string },
): Email => ({
  to,
  subject: `Обращение ${claim.number}: ${claim.company}`,
  text: `Новое обращение ${claim.number}: ${CLAIM_KINDS[claim.kind]}. Компания: ${claim.company}.
В обращении ${counted(claim.lines, 'строка', 'строки', 'строк')}. Ответ обещан до ${dayText(claim.answerBy)}.

${linkOf(mailer, claim)}`,
})

/** Composes the email to the other side of the conversation. */
export const newClaimMessageEmail = (mailer: Links, to: string, claim: About): Email => ({
  to,
  subject: `Новое сообщение в обращении ${claim.number}`,
  text: `Вам написали по обращению ${claim.number}. Прочитать и ответить: ${linkOf(mailer, claim)}`,
})

/** Composes the email with a question to the client, whose answer the claim requires. */
export const question = (mailer: Links, to: string, claim: About & { text: string }): Email => ({
  to,
  subject: `Вопрос по обращению ${claim.number}`,
  text: `Здравствуйте!

Чтобы решить обращение ${claim.number}, нам нужен ваш ответ:

${claim.text}

Ответить и приложить файлы: ${linkOf(mailer, claim)}`,
})

const DECIDED = {
  approved: 'Обращение одобрено, сдайте товар',
  closed: 'Обращение решено',
  declined: 'В обращении отказано',
} as const

/** Composes the email with the decision, without sums: only the page checks whether the client may see them. */
export const decided = (
  mailer: Links,
  to: string,
  claim: About & { state: keyof typeof DECIDED; text: string; handOverUntil?: string | null; handOverTo?: string },
): Email => ({
  to,
  subject: `${DECIDED[claim.state]}: ${claim.number}`,
  text: `Здравствуйте!

${[
  `${DECIDED[claim.state]}. Номер обращения: ${claim.number}.`,
  claim.state === 'approved' &&
    claim.handOverUntil &&
    `Сдать товар нужно до ${dayText(claim.handOverUntil)}${claim.handOverTo ? `: ${claim.handOverTo}` : ''}.`,
  claim.text,
]
  .filter(Boolean)
  .join('\n')}

Решение по каждой строке: ${linkOf(mailer, claim)}`,
})
