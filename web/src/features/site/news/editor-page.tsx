import { NEWS_STATES, newsRoutes, type NewsDraft } from '@artikul/contract/site/news'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { useQuery } from '@tanstack/react-query'
import { useBlocker, useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { session } from '../../../lib/session/current-session.ts'
import { moment, shortName } from '../../../lib/text/format.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { MarkdownField } from '../../../ui/fields/markdown-field.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StaleNotice } from '../../../ui/hints/stale-notice.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { CoverField, useCoverUrl } from './cover-field.tsx'
import { EditorActions } from './editor-actions.tsx'
import { NewsBody } from './one-news-page.tsx'
import { useNewsForm, type NewsForm } from './use-news-form.ts'

const CRUMB = { label: PUBLIC_PAGES['/news'].title, to: '/news' }
const FORM = 'news-form'

/** «Написать новость»: form of new or existing news. */
export default function EditorPage() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <Editor stored={null} /> : <Stored id={id} />
}

function Stored({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(newsRoutes.draft, { params: { id } }))
  // The key remounts the form, so that typed text does not move to other news.
  if (data) return <Editor key={data.id} stored={data} />
  return (
    <>
      <PageHeader title="Новость" crumbs={[CRUMB]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

function Editor({ stored }: { stored: NewsDraft | null }) {
  const navigate = useNavigate()
  const form = useNewsForm(stored)
  /** Disables the confirmation when leaving after saving. */
  const isLeaving = useRef(false)
  useBlocker({
    disabled: !form.isDirty,
    enableBeforeUnload: form.isDirty,
    shouldBlockFn: async () => {
      if (isLeaving.current || !session.getState().authenticated) return false
      return !(await confirm({ title: 'Уйти без сохранения?', text: 'Введённое пропадёт.' }))
    },
  })
  const goTo = async (id: number | null) => {
    isLeaving.current = true
    await (id === null
      ? navigate({ to: '/news' })
      : navigate({ to: '/news/$id/edit', params: { id: String(id) }, replace: true }))
    isLeaving.current = false
  }
  const submit = async () => {
    const saved = await form.save()
    if (!saved) return
    await form.askAnew()
    form.settle()
    toast({ severity: 'success', summary: 'Новость сохранена' })
    if (!stored) await goTo(saved.id)
  }
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader
        crumbs={[CRUMB, { label: stored ? 'Изменение' : 'Новая' }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {stored ? 'Изменение новости' : 'Новая новость'}
            {stored && <StateTag news={stored} />}
          </span>
        }
        subtitle={stored && `${shortName(stored.changed_by)}, ${moment(stored.changed_at)}`}
        actions={<EditorActions stored={stored} form={form} formId={FORM} goTo={goTo} />}
      />
      <Form id={FORM} label="Новость" error={form.errors.form} onSubmit={() => void submit()}>
        {form.stale && <StaleNotice onRefresh={() => void form.refresh?.()} />}
        <Fields form={form} />
      </Form>
    </div>
  )
}

const StateTag = ({ news: { state, published_at: at } }: { news: NewsDraft }) => (
  <Tag tone={state === 'published' ? 'success' : state === 'scheduled' ? 'info' : 'neutral'}>
    {state === 'scheduled' && at ? `Выйдет ${moment(at)}` : NEWS_STATES[state]}
  </Tag>
)

function Fields({ form: { draft, errors, change, field } }: { form: NewsForm }) {
  const cover = useCoverUrl(draft.cover)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Panel className="order-1">
        <div className="flex flex-col gap-3.5">
          <TextField label="Заголовок" required maxLength={150} autoComplete="off" {...field('title')} />
          <TextArea
            label="Анонс"
            hint="Два-три предложения: их видно в списке, в ленте RSS и в поиске."
            rows={3}
            maxLength={400}
            {...field('lead')}
          />
          <MarkdownField
            label="Текст"
            maxLength={20_000}
            {...field('body')}
            frame={(text) => (
              <div className="flex flex-col gap-3">
                <p className="text-xl font-semibold break-words">{draft.title || 'Без заголовка'}</p>
                <NewsBody lead={draft.lead} cover={cover === null ? null : { src: cover }}>
                  {text}
                </NewsBody>
              </div>
            )}
          />
        </div>
      </Panel>
      <Panel className="order-2">
        <div className="flex flex-col gap-3.5">
          <CoverField
            cover={draft.cover}
            onChange={(next) => change({ cover: next })}
            error={errors.fields['cover_id']}
          />
          <Checkbox
            label="Закрепить над остальными новостями"
            checked={draft.is_pinned}
            onCheckedChange={(isPinned) => change({ is_pinned: isPinned })}
          />
        </div>
      </Panel>
    </div>
  )
}
