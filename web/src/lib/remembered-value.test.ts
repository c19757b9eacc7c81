import { beforeEach, expect, test } from 'vitest'
import { rememberedValues } from './remembered-value.ts'

const values = rememberedValues<{ name: string }>(2)

beforeEach(() => localStorage.clear())

test('what is kept comes back as the same object until it changes', () => {
  values.write('one', { name: 'а' })
  const kept = values.read('one')
  expect(kept).toEqual({ name: 'а' })
  expect(values.read('one')).toBe(kept)
  values.write('one', { name: 'б' })
  expect(values.read('one')).toEqual({ name: 'б' })
  values.write('one', null)
  expect(values.read('one')).toBeNull()
})

test('what was kept in another shape is as if it were not there', () => {
  rememberedValues<string[]>(1).write('one', ['а'])
  expect(values.read('one')).toBeNull()
})

test.each(['', 'no json', 'null', '{}', '{"name":"а"}', '[1]'])('nor is what was not kept by it: %j', (text) => {
  localStorage.setItem('other', text)
  expect(values.read('other')).toBeNull()
})
