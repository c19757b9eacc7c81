import { beforeEach, expect, test } from 'vitest'
import { storedValues } from './stored-value.ts'

const values = storedValues<{ name: string }>(2)

beforeEach(() => localStorage.clear())

test('stored value is the same object until it changes', () => {
  values.write('one', { name: 'а' })
  const kept = values.read('one')
  expect(kept).toEqual({ name: 'а' })
  expect(values.read('one')).toBe(kept)
  values.write('one', { name: 'б' })
  expect(values.read('one')).toEqual({ name: 'б' })
  values.write('one', null)
  expect(values.read('one')).toBeNull()
})

test('stored value of another version is ignored', () => {
  storedValues<string[]>(1).write('one', ['а'])
  expect(values.read('one')).toBeNull()
})

test.each(['', 'no json', 'null', '{}', '{"name":"а"}', '[1]'])('invalid stored value is ignored: %j', (text) => {
  localStorage.setItem('other', text)
  expect(values.read('other')).toBeNull()
})
