import { NewPageText, pageTextRoutes, type PageText, type TextPage } from '@artikul/contract/site/page-texts'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf } from '../../../lib/api/form-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { MarkdownField } from '../../../ui/fields/markdown-field.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StaleNotice } from '../../../ui/hints/stale-notice.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useLeaveQuestion } from '../../../ui/windows/use-leave-question.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { Versions } from './versions.tsx'

const FORM = 'page-text-form'

/** Editor of a page's text with its earlier versions. */
export default function EditTextPage({ page }: { page: TextPage }) {
  const { data, error, refetch } = useQuery(query(pageTextRoutes.get, { params: { page } }))
  const { title } = PUBLIC_PAGES[`/${page}`]
  const crumbs = [{ label: title, to: `/${page}` }, { label: 'Изменение' }]
  if (data) return <Editor stored={data} crumbs={crumbs} />
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={`Текст страницы «${title}»`} crumbs={crumbs} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </div>
  )
}

interface Props {
  stored: PageText
  crumbs: { label: string; to?: string }[]
}

function Editor({ stored, crumbs }: Props) {
  const { page } = stored
  const form = useTextForm(stored)
  const putVersion = async (body: string, version: number) => {
    const question = { title: 'Заменить введённое?', text: `На его место встанет текст версии ${version}.` }
    if (!form.isDirty || (await confirm(question))) form.change(body)
  }
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader
        title={`Текст страницы «${PUBLIC_PAGES[`/${page}`].title}»`}
        crumbs={crumbs}
        subtitle={stored.version > 0 && `Версия ${stored.version}`}
        actions={
          <Button type="submit" form={FORM} look="primary" busy={form.busy} disabled={form.busy || !form.isDirty}>
            Сохранить и показать всем
          </Button>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <Panel>
          <Form id={FORM} label="Текст страницы" error={form.errors.form} onSubmit={form.submit}>
            {form.stale && <StaleNotice onRefresh={() => void form.refresh()} />}
            <MarkdownField
              label="Текст"
              rows={22}
              maxLength={30_000}
              value={form.body}
              onValueChange={form.change}
              error={form.errors.fields['body']}
            />
          </Form>
        </Panel>
        <Versions page={page} current={stored.version} onChoose={(body, version) => void putVersion(body, version)} />
      </div>
    </div>
  )
}

/** Form state as changes over the stored text, so that a newer version never overwrites typed text. */
function useTextForm({ page, version, body: stored }: PageText) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<string | null>(null)
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const body = typed ?? stored
  const isDirty = body.trim() !== stored
  const meanToLeave = useLeaveQuestion(isDirty)
  const askAnew = useInvalidate(`page-texts/${page}`, `manager/page-texts/${page}`)
  const saving = useApiMutation(pageTextRoutes.replace, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Текст страницы обновлён' })
      await askAnew()
      meanToLeave()
      await navigate({ to: `/${page}` })
    },
    onError: (error) => {
      setStale(error instanceof ApiError && error.code === 'stale')
      setErrors(formErrors(error, ['body']))
    },
  })
  return {
    body,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    isDirty,
    busy: saving.isPending,
    change: (next: string) => {
      setTyped(next)
      setErrors(NO_ERRORS)
    },
    refresh: async () => {
      await askAnew()
      setErrors(NO_ERRORS)
      setStale(false)
    },
    submit: () => {
      const fields = refusalsOf(NewPageText, { version, body })
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length === 0) saving.mutate({ params: { page }, body: { version, body } })
    },
  }
}
