import { notificationRoutes } from '@artikul/contract/workspace/notifications'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { query } from '../api/query.ts'

export const unreadQuery = query(notificationRoutes.unread, {}, { select: ({ unread }) => unread })

/** Notifications by pages, newest first. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) => call(notificationRoutes.list, { query: { before: pageParam }, signal }),
  initialPageParam: null as number | null, // the first page has no end
  getNextPageParam: ({ next_before }) => next_before,
})
