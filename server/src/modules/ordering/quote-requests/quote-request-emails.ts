import { counted } from '@artikul/contract/core/plural'
import { moscowMoment } from '../../../platform/clock.ts'
import type { Email, Mailer } from '../../../platform/mail/index.ts'

/** Request that an email refers to. */
interface About {
  id: number
  number: string
}

const linkOf = (mailer: Mailer, { id }: About) => mailer.linkTo(`/requests/${id}`)

/** Composes the email to managers about a new request with its promised deadline. */
export const newRequest = (
  mailer: Mailer,
  to: string,
  request: About & { company: string; rows: number; answerBy: Date },
): Email => ({
  to,
  subject: `Запрос ${request.number}: ${request.company}`,
  text: `Новый запрос ${request.number}. Компания: ${request.company}.${
    request.rows > 0 ? `\nВ запросе ${counted(request.rows, 'строка', 'строки', 'строк')}.` : ''
  }
Ответ обещан до ${moscowMoment(request.answerBy)} (Москва).

${linkOf(mailer, request)}`,
})

/**
 * Composes the email to the author of the request without prices: only the page checks whether the author may see them.
 */
export const answered = (
  mailer: Mailer,
  to: string,
  request: About & { offered: number; refused: number; withdrawn: number },
): Email => ({
  to,
  subject: `Ответ на запрос ${request.number}`,
  text: `Здравствуйте!

${[
  `Менеджер ответил на запрос ${request.number}.`,
  request.offered > 0 && `Предложено: ${counted(request.offered, 'строка', 'строки', 'строк')}.`,
  request.refused > 0 && `Не можем поставить: ${counted(request.refused, 'строка', 'строки', 'строк')}.`,
  request.withdrawn > 0 && `Отозвано: ${counted(request.withdrawn, 'строка', 'строки', 'строк')}.`,
]
  .filter(Boolean)
  .join('\n')}

Цены, сроки и кнопка «В корзину»: ${linkOf(mailer, request)}`,
})

/** Composes the email to the other side of the conversation. */
export const newQuoteRequestMessageEmail = (mailer: Mailer, to: string, request: About): Email => ({
  to,
  subject: `Новое сообщение в запросе ${request.number}`,
  text: `Вам написали по запросу ${request.number}. Прочитать и ответить: ${linkOf(mailer, request)}`,
})
