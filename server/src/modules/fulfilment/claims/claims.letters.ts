import { CLAIM_KINDS, type ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import { counted } from '@artikul/contract/core/plural'
import { dayText } from '../../../platform/clock.ts'
import type { Letter, Mailer } from '../../../platform/mail/index.ts'

type Links = Pick<Mailer, 'linkTo'>

interface About {
  id: number
  number: string
}

const linkOf = (mailer: Links, { id }: About) => mailer.linkTo(`/claims/${id}`)

/** To whoever handles claims. */
export const newClaim = (
  mailer: Links,
  to: string,
  claim: About & { company: string; kind: ClaimKind; lines: number; answerBy: string },
): Letter => ({
  to,
  subject: `Обращение ${claim.number}: ${claim.company}`,
  text: `Новое обращение ${claim.number}: ${CLAIM_KINDS[claim.kind]}. Компания: ${claim.company}.
В обращении ${counted(claim.lines, 'строка', 'строки', 'строк')}. Ответ обещан до ${dayText(claim.answerBy)}.

${linkOf(mailer, claim)}`,
})

/** To the other side of the talk. */
export const newMessage = (mailer: Links, to: string, claim: About): Letter => ({
  to,
  subject: `Новое сообщение в обращении ${claim.number}`,
  text: `Вам написали по обращению ${claim.number}. Прочитать и ответить: ${linkOf(mailer, claim)}`,
})

/** To the client: without his answer it goes no further. */
export const question = (mailer: Links, to: string, claim: About & { text: string }): Letter => ({
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

/** To the client: sums are told on the page alone, where it is known whether he sees them. */
export const decided = (
  mailer: Links,
  to: string,
  claim: About & { state: keyof typeof DECIDED; text: string; handOverUntil?: string | null; handOverTo?: string },
): Letter => ({
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
