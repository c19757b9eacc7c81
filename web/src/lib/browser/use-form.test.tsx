import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { useForm } from './use-form.ts'

afterEach(cleanup)

const RUNS = [
  { day: 1, time: '' },
  { day: 2, time: '' },
]
const stored = { name: 'Склад', runs: RUNS, topics: ['a', 'b'] }
const refetch = () => Promise.resolve()
const openStored = () => {
  const { result, rerender } = renderHook(
    (values: typeof stored) => useForm({ values, refetch, paths: { topics: ['topics', 'rule.topics'] } }),
    { initialProps: stored },
  )
  return { form: () => result.current, store: rerender }
}

test.each<{ typed: (draft: typeof stored) => Partial<typeof stored>; left: string[] }>([
  { typed: () => ({ name: 'x' }), left: ['runs', 'runs.0.time', 'runs.1.time', 'rule.topics'] },
  { typed: () => ({ name: 'Склад' }), left: ['name', 'runs', 'runs.0.time', 'runs.1.time', 'rule.topics'] },
  { typed: () => ({ topics: [] }), left: ['name', 'runs', 'runs.0.time', 'runs.1.time'] },
  {
    typed: ({ runs }) => ({ runs: runs.with(0, { day: 1, time: '10:00' }) }),
    left: ['name', 'runs.1.time', 'rule.topics'],
  },
  { typed: ({ runs }) => ({ runs: runs.slice(1) }), left: ['name', 'rule.topics'] },
])('change by $typed leaves errors at $left', ({ typed, left }) => {
  const { form } = openStored()
  const texts = { name: 'a', runs: 'b', 'runs.0.time': 'c', 'runs.1.time': 'd', 'rule.topics': 'e' }
  act(() => void form().passes(texts))
  expect(form().errors.fields).toEqual(texts)
  act(() => form().change(typed(form().draft)))
  expect(Object.keys(form().errors.fields)).toEqual(left)
})

test('changes one after another remove the errors of each', () => {
  const { form } = openStored()
  act(() => void form().passes({ name: 'a', topics: 'b', 'runs.1.time': 'c' }))
  act(() => {
    const { change } = form()
    change({ name: 'x' })
    change({ topics: [] })
  })
  expect(form()).toMatchObject({ draft: { name: 'x', topics: [] }, errors: { fields: { 'runs.1.time': 'c' } } })
  expect(Object.keys(form().errors.fields)).toEqual(['runs.1.time'])
})

test('newer stored values replace the fields that have not changed', () => {
  const { form, store } = openStored()
  act(() => form().change({ topics: ['a'] }))
  act(() => void form().passes({ name: 'Заполните поле' }))
  store({ name: 'Новое', runs: [], topics: ['a', 'b', 'c'] })
  expect(form()).toMatchObject({ draft: { name: 'Новое', runs: [], topics: ['a'] }, isDirty: true })
  expect(form().errors.fields).toEqual({ name: 'Заполните поле' })
  store({ name: 'Новое', runs: [], topics: ['a', 'b'] })
  expect(form().draft.topics).toEqual(['a'])
})

test('settled values follow the stored ones', () => {
  const { form, store } = openStored()
  act(() => form().change({ name: ' Моё ' }))
  store({ ...stored, name: 'Моё' })
  act(() => form().settle())
  expect(form()).toMatchObject({ draft: { name: 'Моё' }, isDirty: false })
  store({ ...stored, name: 'Чужое' })
  expect(form().draft.name).toBe('Чужое')
})

test('a change removes the error of the form', () => {
  const { form } = openStored()
  act(() => form().refuse(new Error('Нет связи')))
  expect(form().errors.form).not.toBeNull()
  act(() => form().change({ name: 'x' }))
  expect(form().errors.form).toBeNull()
})

test('values changed back are not dirty', () => {
  const { form } = openStored()
  act(() => form().change({ topics: ['b'] }))
  expect(form().isDirty).toBe(true)
  act(() => form().change({ topics: ['a', 'b'] }))
  expect(form().isDirty).toBe(false)
})

test('a stale version is reported until the values are fetched', async () => {
  const { form } = openStored()
  act(() => form().refuse(new ApiError({ status: 409, code: 'stale', title: 'Уже изменено' }), ['name']))
  expect(form()).toMatchObject({ stale: true, errors: { fields: {}, form: 'Уже изменено' } })
  act(() => form().change({ name: 'x' }))
  expect(form().stale).toBe(true)
  await act(() => form().refresh?.())
  expect(form()).toMatchObject({ stale: false, errors: { form: null } })
})
