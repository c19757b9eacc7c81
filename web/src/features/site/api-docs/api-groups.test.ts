import { API } from '@artikul/contract/api'
import { expect, test } from 'vitest'
import { API_GROUPS } from './api-groups.ts'

test('every API group has a unique name', () => {
  expect(Object.keys(API_GROUPS).toSorted()).toEqual(Object.keys(API).toSorted())
  expect(new Set(Object.values(API_GROUPS)).size).toBe(Object.keys(API).length)
})
