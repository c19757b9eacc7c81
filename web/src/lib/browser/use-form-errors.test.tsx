import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFormErrors } from './use-form-errors.ts'

afterEach(cleanup)

test.each([
  { paths: ['runs'], left: ['name', 'runs.0.time', 'runs.1.time'] },
  { paths: ['runs.0.'], left: ['name', 'runs', 'runs.1.time'] },
  { paths: ['name', 'runs.'], left: ['runs'] },
])('change of $paths leaves the errors of other fields', ({ paths, left }) => {
  const { result } = renderHook(useFormErrors)
  act(() => void result.current.passes({ name: 'a', runs: 'b', 'runs.0.time': 'c', 'runs.1.time': 'd' }))
  act(() => result.current.forget(paths))
  expect(Object.keys(result.current.errors.fields)).toEqual(left)
})
