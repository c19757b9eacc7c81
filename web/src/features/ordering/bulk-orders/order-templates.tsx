import { orderTemplateRoutes, type OrderTemplate } from '@artikul/contract/ordering/orders/order-templates'
import { counted } from '@artikul/contract/core/plural'
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useDestination } from '../../../lib/page/destination.ts'
import { momentDay } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { toastRefusal, toastUndoable } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { query } from '../../../lib/api/query.ts'
import { listsQuery } from './bulk-orders.api.ts'

const TemplateNameDialog = lazyWindow(() => import('../../../ui/windows/template-name-dialog.tsx'))

/** Order templates: one press creates a bulk order at today's prices. */
export function OrderTemplates() {
  const templates = useQuery(templatesQuery)
  return (
    <QueryPanel title="Шаблоны заказов" query={templates} expected={3}>
      {(rows) =>
        rows.length > 0 ? (
          <ul className="divide-y divide-hairline text-sm">
            {rows.map((template) => (
              <Template key={template.id} template={template} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={<IconBookmark size={32} stroke={1.5} />}
            title="Шаблонов пока нет"
            text="Откройте корзину или заказ и нажмите «В шаблон»: в следующий раз его можно заказать по сегодняшним ценам."
          />
        )
      }
    </QueryPanel>
  )
}

function Template({ template: { id, name, lines_count: count, created_at, by } }: { template: OrderTemplate }) {
  const [isNaming, setNaming] = useState(false)
  const { asked: consigneeId } = useDestination()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = useInvalidate('order-templates')
  const order = useApiMutation(orderTemplateRoutes.toList, {
    onSuccess: (list) => {
      void queryClient.invalidateQueries({ queryKey: listsQuery.queryKey, exact: true })
      void navigate({ to: '/search-by-document', search: { list: list.id } })
    },
    onError: toastRefusal('Список не создан'),
  })
  const remove = useApiMutation(orderTemplateRoutes.remove, {
    invalidates: ['order-templates'],
    onSuccess: (_, { params }) =>
      toastUndoable({
        summary: 'Шаблон удалён',
        detail: `«${name}»`,
        undo: () => call(orderTemplateRoutes.restore, { params }).finally(refresh),
        undone: 'Шаблон возвращён',
      }),
    onError: toastRefusal('Шаблон не удалён'),
  })
  const onRemove = async () => {
    const text = 'Он пропадёт у всех сотрудников компании. Заказы и списки по нему останутся.'
    if (await confirm({ title: `Удалить шаблон «${name}»?`, text, dangerous: true })) remove.mutate({ params: { id } })
  }
  return (
    <li className="flex items-center gap-2 py-1.5 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="text-text-2">{counted(count, 'строка', 'строки', 'строк')}</span>
        <span className="text-text-2 lg:ml-auto">
          {by}, {momentDay(created_at)}
        </span>
      </div>
      <Button
        size="sm"
        aria-label={`Заказать по шаблону ${name}`}
        busy={order.isPending}
        onClick={() => order.mutate({ params: { id }, body: { consignee_id: consigneeId ?? null } })}
      >
        Заказать
      </Button>
      <IconButton
        label={`Переименовать шаблон ${name}`}
        icon={<IconPencil size={16} />}
        onClick={() => setNaming(true)}
      />
      <IconButton
        label={`Удалить шаблон ${name}`}
        icon={<IconTrash size={16} />}
        disabled={remove.isPending}
        onClick={() => void onRemove()}
      />
      {isNaming && (
        <Suspense>
          <TemplateNameDialog
            title="Переименовать шаблон"
            name={name}
            send={(typed) => call(orderTemplateRoutes.rename, { params: { id }, body: { name: typed } })}
            saved="Шаблон переименован"
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </li>
  )
}

const templatesQuery = query(
  orderTemplateRoutes.list,
  {},
  // Changes saved by colleagues are included.
  { select: ({ results }) => results, staleTime: 0 },
)
