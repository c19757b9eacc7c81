import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import {
  addressOf,
  listParam,
  numberParam,
  pageParams,
  parseSearch,
  stringifySearch,
  textParam,
} from './search-params.ts'

const address = addressOf({ ...pageParams, q: textParam(100), brand: listParam, days: numberParam(365) })
const read = (search: string) => address.parse(parseSearch(search))

test('article stays text in the address', () => {
  expect(read('?q=26300').q).toBe('26300')
  expect(read('?q=04152').q).toBe('04152')
  expect(stringifySearch({ q: '04152' })).toBe('?q=04152')
})

test('one or several values are read as a list', () => {
  expect(read('?brand=BOSCH').brand).toEqual(['BOSCH'])
  expect(read('?brand=BOSCH&brand=JS%20ASAKASHI').brand).toEqual(['BOSCH', 'JS ASAKASHI'])
  expect(stringifySearch({ brand: ['BOSCH', 'UFI'] })).toBe('?brand=BOSCH&brand=UFI')
})

test('invalid address values are dropped', async () => {
  const history = createMemoryHistory({ initialEntries: ['/?days=soon&page=-1&page_size=77&q=26300'] })
  const routeTree = createRootRoute({ validateSearch: address })
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await router.load()
  // The router would preserve parameters that the address does not mention.
  expect(router.state.matches[0]?.search).toEqual({ q: '26300' })
  expect(read('?page=3&page_size=100')).toMatchObject({ page: 3, page_size: 100 })
})

test('empty values are left out of the address', () => {
  expect(stringifySearch({ q: '', days: undefined, brand: [] })).toBe('')
})
