import { NewPageText, pageTextRoutes, type PageText, type TextPage } from '@artikul/contract/site/page-texts'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from '../../../lib/browser/use-form.ts'
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
    if (!form.isDirty || (await confirm(question))) form.change({ body })
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
            {form.stale && <StaleNotice onRefresh={() => void form.refresh?.()} />}
            <MarkdownField label="Текст" rows={22} maxLength={30_000} {...form.field('body')} />
          </Form>
        </Panel>
        <Versions page={page} current={stored.version} onChoose={(body, version) => void putVersion(body, version)} />
      </div>
    </div>
  )
}

function useTextForm({ page, version, body }: PageText) {
  const navigate = useNavigate()
  const askAnew = useInvalidate(`page-texts/${page}`, `manager/page-texts/${page}`)
  const form = useForm({ values: { body }, refetch: askAnew })
  const isDirty = form.draft.body.trim() !== body
  const meanToLeave = useLeaveQuestion(isDirty)
  const saving = useApiMutation(pageTextRoutes.replace, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Текст страницы обновлён' })
      await askAnew()
      meanToLeave()
      await navigate({ to: `/${page}` })
    },
    onError: (error) => form.refuse(error),
  })
  return {
    ...form,
    isDirty,
    busy: saving.isPending,
    submit: () => {
      const fields = { version, ...form.draft }
      if (form.checked(NewPageText, fields)) saving.mutate({ params: { page }, body: fields })
    },
  }
}
