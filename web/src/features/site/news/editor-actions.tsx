import { newsRoutes, type NewsDraft } from '@artikul/contract/site/news'
import { IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { moment } from '../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { toast, toastUndoable } from '../../../ui/hints/toast.ts'
import { call } from '../../../lib/api/call.ts'
import type { NewsForm, SavedNews } from './use-news-form.ts'

const PublishDialog = lazyWindow(() => import('./publish-dialog.tsx'))

interface Props {
  stored: NewsDraft | null
  form: NewsForm
  formId: string
  /** `null` returns to the list. */
  goTo: (id: number | null) => Promise<void>
}

/** Actions for news in their current state. */
export function EditorActions({ stored, form, formId, goTo }: Props) {
  const acts = useActs(stored, form, goTo)
  const isOut = stored?.state === 'published'
  return (
    <>
      {stored && isOut && (
        <Link to="/news/$id" params={{ id: String(stored.id) }} className={buttonClass({ look: 'ghost' })}>
          <IconExternalLink size={16} aria-hidden="true" />
          На сайте
        </Link>
      )}
      {stored?.state === 'draft' && (
        <Button look="ghost" icon={<IconTrash size={16} />} busy={acts.busy} onClick={() => void acts.remove()}>
          Удалить
        </Button>
      )}
      {stored && stored.state !== 'draft' && (
        <Button busy={acts.busy} onClick={() => void acts.withdraw()}>
          {isOut ? 'Снять с публикации' : 'Вернуть в черновики'}
        </Button>
      )}
      <Button type="submit" form={formId} look={isOut ? 'primary' : 'default'} busy={form.busy}>
        Сохранить
      </Button>
      {!isOut && (
        <Button look="primary" busy={form.busy} onClick={() => void acts.askWhen()}>
          Опубликовать…
        </Button>
      )}
      {acts.saved && (
        <Suspense>
          <PublishDialog publish={acts.publish} onClose={() => void acts.leave()} />
        </Suspense>
      )}
    </>
  )
}

function useActs(stored: NewsDraft | null, form: NewsForm, goTo: Props['goTo']) {
  /** Version published by the dialog: saved before it opened. */
  const [saved, setSaved] = useState<SavedNews | null>(null)
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (error) => form.refuse(error),
  })
  const toastSuccess = (summary: string, detail?: string) =>
    toast({ severity: 'success', summary, ...(detail && { detail }) })
  const leave = async () => {
    setSaved(null)
    // New news has its own address after the first save.
    if (!stored && saved) await goTo(saved.id)
  }
  return {
    saved,
    busy: act.isPending,
    leave,
    askWhen: async () => {
      const written = await form.save()
      if (!written) return
      if (stored) {
        await form.askAnew()
        form.settle()
      }
      setSaved(written)
    },
    publish: async (at: string | null) => {
      if (!saved) return
      const params = { id: saved.id }
      const { version } = await call(newsRoutes.publish, { params, body: { version: saved.version, at } })
      const done =
        at === null ? { summary: 'Новость опубликована' } : { summary: 'Новость запланирована', detail: moment(at) }
      // Undoing makes a draft of it, so it is offered only for what was one.
      if (stored?.state === 'scheduled') toast({ severity: 'success', ...done })
      else
        toastUndoable({
          ...done,
          undo: () => call(newsRoutes.withdraw, { params, body: { version } }).finally(form.askAnew),
          undone: 'Новость снова черновик',
        })
      await form.askAnew()
      await leave()
    },
    withdraw: async () => {
      if (!stored) return
      const question = { title: 'Снять новость с публикации?', text: 'Она снова станет черновиком.' }
      if (stored.state === 'published' && !(await confirm(question))) return
      act.mutate(async () => {
        await call(newsRoutes.withdraw, { params: { id: stored.id }, body: { version: stored.version } })
        toastSuccess('Новость снова черновик')
        await form.askAnew()
      })
    },
    remove: async () => {
      if (!stored) return
      const question = { title: 'Удалить черновик?', text: 'Вернуть его будет нельзя.', dangerous: true }
      if (!(await confirm(question))) return
      act.mutate(async () => {
        await call(newsRoutes.remove, { params: { id: stored.id } })
        toastSuccess('Черновик удалён')
        await goTo(null)
        await form.askAnew()
      })
    },
  }
}
