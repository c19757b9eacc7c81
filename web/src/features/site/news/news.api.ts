import { newsRoutes, type NewNews, type NewsPatch } from '@artikul/contract/site/news'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

export interface NewsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
}

const paramsOf = (id: number) => ({ id: String(id) })
const pageOf = ({ page = 1, page_size = savedPageSize() }: NewsSearch) =>
  ({ page: String(page), page_size: `${page_size}` }) as const

/** Published news, pinned first. */
export const newsQuery = (search: NewsSearch) => {
  const query = pageOf(search)
  return queryOptions({
    queryKey: ['news', query],
    queryFn: ({ signal }) => call(newsRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const oneNewsQuery = (id: string) =>
  queryOptions({
    queryKey: ['one-news', id],
    queryFn: ({ signal }) => call(newsRoutes.get, { params: { id }, signal }),
  })

/** Drafts and scheduled news, last changed first; there are few, so one page suffices. */
export const waitingNewsQuery = queryOptions({
  queryKey: ['news-waiting'],
  queryFn: ({ signal }) => call(newsRoutes.waiting, { query: {}, signal }),
})

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['news-draft', id],
    queryFn: ({ signal }) => call(newsRoutes.draft, { params: { id }, signal }),
  })

/** Cover of unpublished news; its bytes never change. */
export const draftCoverQuery = (id: number) =>
  queryOptions({
    queryKey: ['news-cover', id],
    queryFn: ({ signal }) => call(newsRoutes.draftCover, { params: paramsOf(id), signal }),
    staleTime: Infinity,
  })

/** Keys to refresh after a change of news. */
export const NEWS_KEYS = ['news', 'one-news', 'news-waiting', 'news-draft']

export const createNews = (body: NewNews) => call(newsRoutes.create, { body })
export const changeNews = (id: number, body: NewsPatch) => call(newsRoutes.update, { params: paramsOf(id), body })
export const publishNews = (id: number, body: { version: number; at: string | null }) =>
  call(newsRoutes.publish, { params: paramsOf(id), body })
export const withdrawNews = (id: number, version: number) =>
  call(newsRoutes.withdraw, { params: paramsOf(id), body: { version } })
export const removeNews = (id: number) => call(newsRoutes.remove, { params: paramsOf(id) })
export const addCover = (file: File) => call(newsRoutes.addCover, { file })
