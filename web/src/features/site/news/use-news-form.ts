import { NewNews, newsRoutes, type NewsCover, type NewsDraft } from '@artikul/contract/site/news'
import { useMutation } from '@tanstack/react-query'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { call } from '../../../lib/api/call.ts'

export interface NewsFields {
  title: string
  lead: string
  body: string
  cover: NewsCover | null
  is_pinned: boolean
}

const EMPTY: NewsFields = { title: '', lead: '', body: '', cover: null, is_pinned: false }
const FIELDS = ['title', 'lead', 'body', 'cover_id']

const newsOf = ({ cover, ...fields }: NewsFields) => ({ ...fields, cover_id: cover?.id ?? null })

const storedOf = ({ title, lead, body, cover, is_pinned }: NewsDraft): NewsFields => ({
  title,
  lead,
  body,
  cover,
  is_pinned,
})

/** Saved news with their version. */
export interface SavedNews {
  id: number
  version: number
}

/** Form state of news. */
export function useNewsForm(stored: NewsDraft | null) {
  const askAnew = useInvalidate('news', 'manager/news')
  const before = stored ? storedOf(stored) : EMPTY
  const form = useForm<NewsFields>({ values: before, refetch: askAnew, paths: { cover: 'cover_id' } })
  const { draft } = form
  const isDirty = JSON.stringify(newsOf(draft)) !== JSON.stringify(newsOf(before))

  const refuse = (error: unknown) => form.refuse(error, FIELDS)
  const saving = useMutation({
    mutationFn: async (): Promise<SavedNews> => {
      const news = newsOf(draft)
      if (!stored) return call(newsRoutes.create, { body: news })
      if (!isDirty) return { id: stored.id, version: stored.version }
      const { id, version } = stored
      return { id, ...(await call(newsRoutes.update, { params: { id }, body: { version, ...news } })) }
    },
    onError: refuse,
  })
  return {
    ...form,
    busy: saving.isPending,
    isDirty,
    refuse,
    askAnew,
    /** Saves the news; returns null after a refusal, whose reasons appear beside the fields. */
    save: async (): Promise<SavedNews | null> => {
      if (!form.checked(NewNews, newsOf(draft))) return null
      return saving.mutateAsync().catch(() => null)
    },
  }
}
export type NewsForm = ReturnType<typeof useNewsForm>
