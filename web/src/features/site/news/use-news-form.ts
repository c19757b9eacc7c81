import { NewNews, newsRoutes, type NewsCover, type NewsDraft } from '@artikul/contract/site/news'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf } from '../../../lib/api/form-errors.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { fieldsOf } from '../../../lib/browser/use-draft.ts'
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

/** Form state of news as changes over the stored values, so that a newer version never overwrites typed text. */
export function useNewsForm(stored: NewsDraft | null) {
  const [typed, setTyped] = useState<Partial<NewsFields>>({})
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const before = stored ? storedOf(stored) : EMPTY
  const draft: NewsFields = { ...before, ...typed }
  const isDirty = JSON.stringify(newsOf(draft)) !== JSON.stringify(newsOf(before))

  const refuse = (error: unknown) => {
    setStale(error instanceof ApiError && error.code === 'stale')
    setErrors(formErrors(error, FIELDS))
  }
  const askAnew = useInvalidate('news', 'manager/news')
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
  const change = (fields: Partial<NewsFields>) => {
    setTyped((all) => ({ ...all, ...fields }))
    setErrors(({ fields: fieldErrors, form }) => ({
      fields: Object.fromEntries(Object.entries(fieldErrors).filter(([path]) => !(path.replace('_id', '') in fields))),
      form,
    }))
  }
  return {
    draft,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    busy: saving.isPending,
    isDirty,
    refuse,
    askAnew,
    change,
    field: fieldsOf(draft, errors, change),
    /** Saves the news; returns null after a refusal, whose reasons appear beside the fields. */
    save: async (): Promise<SavedNews | null> => {
      const fields = refusalsOf(NewNews, newsOf(draft))
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length > 0) return null
      return saving.mutateAsync().catch(() => null)
    },
    /** Typed text is now the stored text. */
    settle: () => setTyped({}),
    refresh: async () => {
      await askAnew()
      setErrors(NO_ERRORS)
      setStale(false)
    },
  }
}
export type NewsForm = ReturnType<typeof useNewsForm>
