import { orderMessageRoutes } from '@artikul/contract/ordering/order-messages'
import { orderRoutes } from '@artikul/contract/ordering/orders/orders'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { expect, test } from 'vitest'
import { detached, pageQuery, query } from './query.ts'

test('key of a query is its address with the sent filters', () => {
  expect(query(orderMessageRoutes.read, { params: { id: 12 } }).queryKey).toEqual(['orders', '12', 'messages'])
  const filters = { page: 2, page_size: 50, q: '', status: undefined, consignee: 7 } as const
  expect(query(orderRoutes.list, { query: filters }).queryKey).toEqual([
    'orders',
    { page: '2', page_size: '50', consignee: '7' },
  ])
  expect(query(orderRoutes.preview, {}).queryKey).toEqual(['orders', 'preview'])
})

test('page of a list is the first of the saved size by default', () => {
  document.cookie = 'page_size=100'
  expect(pageQuery(orderRoutes.list, {}).queryKey).toEqual(['orders', { page: '1', page_size: '100' }])
  document.cookie = 'page_size=; max-age=0'
})

test('files and detached queries are not below their address', () => {
  expect(query(claimRoutes.file, { params: { id: 3 } }).queryKey).toEqual(['file', 'claims', 'files', '3'])
  expect(detached(query(orderRoutes.preview, {})).queryKey).toEqual(['detached', 'orders', 'preview'])
})
