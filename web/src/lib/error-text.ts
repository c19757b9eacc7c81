import { ERRORS, type ErrorCode } from '@artikul/contract/errors'

/** What the browser itself may run into, beside the server's catalogue. */
const OWN_TEXTS = {
  network: 'Нет соединения с сервером',
  'reply.unexpected': 'Сервер ответил непонятно, повторите позже',
} as const

/** What each code says to a person, when the server's own detail does not say more. */
export function errorText(code: ErrorCode | keyof typeof OWN_TEXTS): string {
  return code === 'network' || code === 'reply.unexpected' ? OWN_TEXTS[code] : ERRORS[code].title
}
