import { expect, test } from 'vitest'
import { messageOf, problemError } from './api-error.ts'

test.each([502, 503, 504])(
  'a balancer answers %s without a problem: it asks to wait, and it may be asked again',
  (status) => {
    const error = problemError(status, undefined)
    expect(error.isTemporary).toBe(true)
    expect(messageOf(error)).toBe('Сервер занят, повторите через несколько секунд')
  },
)

test('what a server of ours cannot have answered is told as it is', () => {
  expect(messageOf(problemError(500, '<html>'))).toBe('Внутренняя ошибка. Мы уже знаем о ней, повторите позже')
  expect(messageOf(problemError(418, '<html>'))).toBe('Сервер ответил непонятно, повторите позже')
})
