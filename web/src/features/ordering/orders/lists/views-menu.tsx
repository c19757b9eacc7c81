import { orderViewRoutes, type SavedOrderView, type OrderView } from '@artikul/contract/ordering/orders/order-views'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconLayoutList, IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession } from '../../../../lib/session/current-session.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { confirm } from '../../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { Menu } from '../../../../ui/windows/menu.tsx'
import { toastRefusal } from '../../../../ui/hints/toast.ts'
import { viewsQuery, type OrdersSearch } from '../orders.api.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'

const NameViewDialog = lazyWindow(() => import('./name-view-dialog.tsx'))

const sorted = (filter: object) =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other)))

/** Returns the filters that a view stores: all except page and period. */
function filterOf(search: OrdersSearch): OrderView {
  const {
    tab,
    q,
    status,
    group,
    state,
    late,
    decision,
    shipment,
    consignee,
    contractor_id,
    manager_id,
    companies,
    sort,
  } = search
  return omitUndefined({
    tab,
    q,
    status,
    group,
    state,
    late,
    decision,
    shipment,
    consignee,
    contractor_id,
    manager_id,
    companies,
    sort,
  })
}

interface Props {
  search: OrdersSearch
  onShow: (search: OrdersSearch) => void
}

/** «Виды»: the user's saved filters under names of their own. */
export function ViewsMenu({ search, onShow }: Props) {
  const { impersonating } = useSession()
  const { data: views = [] } = useQuery(viewsQuery)
  const [isNaming, setNaming] = useState(false)
  const remove = useApiMutation(orderViewRoutes.remove, {
    invalidates: ['order-views'],
    onError: toastRefusal('Вид не удалён'),
  })
  const filter = filterOf(search)
  const current = views.find((view) => sorted(view.filter) === sorted(filter))
  const askRemove = async (view: SavedOrderView) => {
    if (await confirm({ title: `Удалить вид «${view.name}»?`, dangerous: true }))
      remove.mutate({ params: { id: view.id } })
  }
  if (impersonating && views.length === 0) return null
  return (
    <>
      <Menu
        label={current ? `Виды, сейчас ${current.name}` : 'Виды'}
        buttonClass={buttonClass({})}
        button={
          <>
            <IconLayoutList size={16} aria-hidden="true" />
            <span className="max-w-48 truncate">{current?.name ?? 'Виды'}</span>
            <IconChevronDown size={16} aria-hidden="true" className="flex-none" />
          </>
        }
        items={[
          ...views.map((view) => ({
            label: view.name,
            checked: view === current,
            onSelect: () => onShow(view.filter as OrdersSearch), // the route looks at each of them anew
          })),
          ...(impersonating
            ? []
            : [{ label: 'Сохранить этот отбор…', icon: <IconPlus size={16} />, onSelect: () => setNaming(true) }]),
          ...(current && !impersonating
            ? [
                {
                  label: 'Удалить этот вид…',
                  icon: <IconTrash size={16} />,
                  dangerous: true,
                  onSelect: () => void askRemove(current),
                },
              ]
            : []),
        ]}
      />
      {isNaming && (
        <Suspense>
          <NameViewDialog filter={filter} name={current?.name ?? ''} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
