import { listQuery, listsQuery } from '../features/lists/lists.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ deps: { list } }: { deps: { list?: number | undefined } }) => {
  if (list === undefined) prefetch(listsQuery)
  else prefetch(listQuery(list))
}

export { default } from '../features/lists/lists-page.tsx'
