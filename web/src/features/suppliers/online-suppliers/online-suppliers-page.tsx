import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { onlineSuppliersQuery } from './online-suppliers.api.ts'
import { SupplierCard } from './supplier-card.tsx'
import { SupplierList } from './supplier-list.tsx'

const SupplierDialog = lazyWindow(() => import('./supplier-dialog.tsx'))
const route = getRouteApi('/admin/online-suppliers')
const TITLE = 'Поставщики (онлайн)'

/** Online suppliers, queried during a search: all in the order of priority, or one with its details. */
export default function OnlineSuppliersPage() {
  const { id, tab = 'health' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(onlineSuppliersQuery)
  const mayChange = useMayChange()
  const [open, setOpen] = useState<number | 'new' | null>(null)
  if (!data)
    return (
      <ListPage title={TITLE}>
        <QueryFallback error={error} onRetry={refetch} />
      </ListPage>
    )
  const find = (wanted: number) => data.results.find((one) => one.id === wanted)
  const opened = typeof open === 'number' ? find(open) : null
  return (
    <>
      {id === undefined ? (
        <ListPage
          title={TITLE}
          subtitle="Отвечают в момент поиска; при равных предложениях раньше показан тот, кто выше."
          actions={mayChange && data.results.length > 0 && <AddButton onClick={() => setOpen('new')} />}
        >
          <SupplierList
            suppliers={data.results}
            mayChange={mayChange}
            onOpen={setOpen}
            add={mayChange && <AddButton onClick={() => setOpen('new')} />}
          />
        </ListPage>
      ) : (
        <SupplierCard
          listTitle={TITLE}
          supplier={find(id)}
          tab={tab}
          onTab={(next) => void navigate({ search: { id, tab: next }, replace: true })}
          onEdit={mayChange ? setOpen : null}
        />
      )}
      <Suspense>
        {open !== null && opened !== undefined && (
          <SupplierDialog
            supplier={opened}
            sellers={data.sellers}
            last={Math.max(0, ...data.results.map(({ priority }) => priority))}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <Button look="primary" icon={<IconPlus size={16} />} onClick={onClick}>
    Добавить
  </Button>
)
