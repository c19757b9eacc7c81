import {
  LIST_FILE_BYTES,
  MAX_BULK_ORDER_ROWS,
  listRoutes,
  type ListBrief,
} from '@artikul/contract/ordering/bulk-orders'
import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconListSearch, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { useDestination } from '../../../lib/page/destination.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { listsQuery } from './bulk-orders.api.ts'
import { OrderTemplates } from './order-templates.tsx'

const ROWS = MAX_BULK_ORDER_ROWS.toLocaleString('ru-RU')
const EXAMPLE = '26300-35503*4\nKYB 333114 — 2 шт.\n04152-YZZA1; Toyota; 1'

/** Start page of bulk orders: a file or text to send, and earlier lists. */
export function ListStart() {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  return (
    <>
      <PageHeader
        title="Заказ по списку"
        subtitle={`Файл или текст, до ${ROWS} строк. Столбцы найдём сами, что не так — скажем у каждой строки.`}
      />
      <div className="flex flex-col gap-4">
        <NewList />
        {isClient && <OrderTemplates />}
        <OwnLists />
      </div>
    </>
  )
}

function NewList() {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [tooLarge, setTooLarge] = useState(false)
  const { asked: consigneeId } = useDestination()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const send = useMutation({
    mutationFn: (sent: File | string) =>
      typeof sent === 'string'
        ? call(listRoutes.paste, { body: { text: sent, ...(consigneeId && { consignee_id: consigneeId }) } })
        : call(listRoutes.upload, { file: sent, query: { name: sent.name.slice(0, 200), consignee_id: consigneeId } }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey, exact: true })
      void navigate({ to: '/search-by-document', search: { list: id } })
    },
  })
  return (
    <section className="grid gap-x-6 gap-y-4 rounded-lg border border-hairline bg-surface p-4 lg:grid-cols-2">
      <div className="flex flex-col gap-2">
        <Dropzone
          label="Файл со списком"
          hint="XLSX, XLS, ODS, CSV, HTML, PDF с текстом или архив с ним, до 10 МБ"
          files={files}
          maxSize={LIST_FILE_BYTES}
          disabled={send.isPending}
          onRejected={() => setTooLarge(true)}
          onFilesChange={([file]) => {
            setFiles(file ? [file] : [])
            setTooLarge(false)
            if (file) send.mutate(file)
          }}
        />
        {tooLarge && <Notice tone="warn">Файл больше 10 МБ: разделите список на части.</Notice>}
        {send.error && <Notice tone="warn">{messageOf(send.error)}</Notice>}
      </div>
      <form
        aria-label="Вставить список"
        className="flex flex-col items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') send.mutate(text)
        }}
      >
        <TextArea
          label="Или вставьте список"
          className="w-full"
          rows={5}
          placeholder={EXAMPLE}
          value={text}
          onValueChange={setText}
        />
        <Button look="primary" type="submit" busy={send.isPending} disabled={text.trim() === '' || send.isPending}>
          Найти
        </Button>
      </form>
    </section>
  )
}

function OwnLists() {
  const lists = useQuery(listsQuery)
  return (
    <QueryPanel title="Мои списки" query={lists} expected={4}>
      {(rows) =>
        rows.length > 0 ? (
          <ul className="divide-y divide-hairline text-sm">
            {rows.map((list) => (
              <OwnList key={list.id} list={list} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={<IconListSearch size={32} stroke={1.5} />}
            title="Списков пока нет"
            text="Здесь будут ваши последние 50 списков: к ним можно вернуться и заказать снова."
          />
        )
      }
    </QueryPanel>
  )
}

function OwnList({ list }: { list: ListBrief }) {
  const queryClient = useQueryClient()
  const remove = useApiMutation(listRoutes.remove, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listsQuery.queryKey, exact: true }),
    onError: toastRefusal('Список не удалён'),
  })
  const onRemove = async () => {
    if (await confirm({ title: `Удалить список «${list.name}»?`, dangerous: true }))
      remove.mutate({ params: { id: list.id } })
  }
  return (
    <li className="flex items-center gap-3 py-1 pr-2 pl-4">
      <Link
        to="/search-by-document"
        search={{ list: list.id }}
        className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-3 underline-offset-2 hover:underline pointer-coarse:min-h-11"
      >
        <span className="min-w-0 truncate font-medium">{list.name}</span>
        <span className="text-text-2">{counted(list.rows_count, 'строка', 'строки', 'строк')}</span>
        <span className="ml-auto text-text-2">{moment(list.created_at)}</span>
      </Link>
      <IconButton
        label={`Удалить список ${list.name}`}
        icon={<IconTrash size={16} />}
        disabled={remove.isPending}
        onClick={() => void onRemove()}
      />
    </li>
  )
}
