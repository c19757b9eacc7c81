import { MAX_PRODUCT_ALERTS, type ProductAlert } from '@artikul/contract/ordering/product-alerts'
import { useQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { productAlertsQuery } from '../../../lib/queries/product-alerts-query.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { productAlertColumns } from './product-alert-columns.tsx'
import { useUnwatch, useCreateProductAlert } from './product-alerts.api.ts'

export default function ProductAlertsPage() {
  const { data, error, refetch } = useQuery(productAlertsQuery)
  return (
    <ListPage title="Подписки на товар" subtitle="Одно письмо, когда деталь появится или подешевеет">
      {data && data.length > 0 && <ProductAlerts items={data} />}
      {data?.length === 0 && <NothingWaited />}
      {!data && <QueryFallback error={error} onRetry={refetch} rows={8} />}
    </ListPage>
  )
}

function ProductAlerts({ items }: { items: readonly ProductAlert[] }) {
  const { watch, busy: isWatching } = useCreateProductAlert()
  const { unwatch, busy: isRemoving } = useUnwatch()
  const columns = productAlertColumns({
    busy: isWatching || isRemoving,
    onAgain: ({ product, kind, qty, price_kop }) => watch({ product_id: product.id, kind, qty, price_kop }),
    onRemove: (item) => unwatch([item]),
  })
  return (
    <>
      {items.length >= MAX_PRODUCT_ALERTS && (
        <div className="p-3">
          <Notice tone="warn">Следить можно не больше чем за 200 товарами: уберите лишние.</Notice>
        </div>
      )}
      <DataTable label="Подписки на товар" columns={columns} rows={items} rowId={({ id }) => String(id)} />
    </>
  )
}

const NothingWaited = () => (
  <EmptyState
    icon={<IconBell size={32} stroke={1.5} />}
    title="Вы пока ничего не ждёте"
    text="Нет детали в наличии? Нажмите «Сообщить о поступлении» в её карточке."
    action={
      <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
        Найти деталь
      </Link>
    }
  />
)
