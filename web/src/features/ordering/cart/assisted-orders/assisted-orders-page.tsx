import type { AssistedOrderBrief } from '@artikul/contract/ordering/assisted-orders'
import { counted } from '@artikul/contract/core/plural'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { moment } from '../../../../lib/text/format.ts'
import { assistedOrdersQuery } from '../../../../lib/queries/assisted-orders-query.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../../ui/lists/list-page.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { AssistedOrderView } from './assisted-order-view.tsx'

const route = getRouteApi('/orders/new')

/** `/orders/new`: one assisted order, or all open ones. */
export default function AssistedOrdersPage() {
  const { draft, company } = route.useSearch()
  return draft === undefined ? <Drafts company={company} /> : <AssistedOrderView key={draft} id={draft} />
}

function Drafts({ company }: { company: number | undefined }) {
  const { data, error, refetch } = useQuery(assistedOrdersQuery(company))
  const drafts = data?.results
  return (
    <>
      <PageHeader
        title="Черновики по телефону"
        subtitle={drafts ? counted(drafts.length, 'черновик', 'черновика', 'черновиков') : '\u00a0'}
        actions={
          <>
            {company !== undefined && (
              <Link to="/orders/new" className={buttonClass()}>
                Всех покупателей
              </Link>
            )}
            <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
              Подобрать детали
            </Link>
          </>
        }
      />
      <Panel flush>
        {!drafts && <QueryFallback error={error} onRetry={refetch} />}
        {drafts?.length === 0 && (
          <EmptyState
            icon={<IconPhone size={32} stroke={1.5} />}
            title="Открытых черновиков нет"
            text="Выберите покупателя в каталоге и нажмите «В заказ»: строки соберутся здесь, покупатель их не увидит, пока вы не отправите."
          />
        )}
        {drafts && drafts.length > 0 && (
          <ul aria-label="Черновики" className="divide-y divide-hairline">
            {drafts.map((draft) => (
              <Draft key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

const Draft = ({ draft }: { draft: AssistedOrderBrief }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-sm">
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-x-2">
        <Link to="/orders/new" search={{ draft: draft.id }} className="font-semibold underline underline-offset-2">
          № {draft.id}. {draft.name}
        </Link>
        {!draft.is_own && <Tag>{draft.manager}</Tag>}
      </p>
      <p className="truncate text-text-2">{draft.contractor.name}</p>
    </div>
    <p className="text-text-2">{counted(draft.lines_count, 'строка', 'строки', 'строк')}</p>
    <p className="text-text-2">изменён {moment(draft.changed_at)}</p>
    <Money kop={draft.sum_kop} className="ml-auto font-semibold" />
  </li>
)
