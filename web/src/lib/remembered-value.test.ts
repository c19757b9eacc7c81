import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { rememberedValues } from './remembered-value.ts'

const Kept = z.object({ name: z.string().max(5) })
const values = rememberedValues((kept) => Kept.safeParse(kept).data)

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

test.each(['', 'no json', '{}', '{"name":"too long"}', '[1]'])(
  'what does not fit is as if it were not there: %j',
  (text) => {
    localStorage.setItem('other', text)
    expect(values.read('other')).toBeNull()
  },
)
