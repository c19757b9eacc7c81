import { notificationRoutes } from '@artikul/contract/workspace/notifications'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

export const NOTIFICATIONS_KEY = 'notifications'

export const unreadQuery = queryOptions({
  queryKey: [NOTIFICATIONS_KEY, 'unread'],
  queryFn: async ({ signal }) => (await call(notificationRoutes.unread, { signal })).unread,
})

/** Notifications by pages, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: [NOTIFICATIONS_KEY, 'list'],
  queryFn: ({ pageParam, signal }) =>
    call(notificationRoutes.list, { query: pageParam === null ? {} : { before: String(pageParam) }, signal }),
  initialPageParam: null as number | null, // the first page has no end
  getNextPageParam: ({ next_before }) => next_before,
})
