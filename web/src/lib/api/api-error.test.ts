import { expect, test } from 'vitest'
import { messageOf, problemError } from './api-error.ts'

test.each([502, 503, 504])('proxy error %s without a problem document is temporary and has a message', (status) => {
  const error = problemError(status, undefined)
  expect(error.isTemporary).toBe(true)
  expect(messageOf(error)).toBe('Сервер занят, повторите через несколько секунд')
})

test('unexpected error replies have a generic message', () => {
  expect(messageOf(problemError(500, '<html>'))).toBe('Сервер ответил непонятно, повторите позже')
  expect(messageOf(new Error('Invalid login response'))).toBe('Сервер ответил непонятно, повторите позже')
  expect(messageOf(new TypeError('x is undefined'))).toBe('Страница не справилась с ответом: обновите её и повторите')
  expect(messageOf(problemError(418, '<html>'))).toBe('Сервер ответил непонятно, повторите позже')
})
