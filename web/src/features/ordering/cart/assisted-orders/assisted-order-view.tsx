import {
  assistedOrderRoutes,
  type AssistedOrder,
  type AssistedOrderLine,
} from '@artikul/contract/ordering/assisted-orders'
import { counted } from '@artikul/contract/core/plural'
import { IconPencil, IconPhone, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { chooseBuyer } from '../../../../lib/session/buyer.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { confirm } from '../../../../ui/windows/confirm.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { PageHeader } from '../../../../ui/lists/list-page.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { toastRefusal } from '../../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'
import { call } from '../../../../lib/api/call.ts'
import { assistedOrderQuery, useForgetDraft } from './assisted-orders.api.ts'
import { AssistedOrderLines } from './assisted-order-lines.tsx'

const NameDialog = lazyWindow(() => import('../../../../ui/windows/name-dialog.tsx'))
const PriceDialog = lazyWindow(() => import('./assisted-order-price-dialog.tsx'))
const Checkout = lazy(() => import('./assisted-order-checkout.tsx'))
const SendDialog = lazyWindow(() => import('./assisted-order-send-dialog.tsx'))

type Asking = 'name' | 'place' | 'send' | AssistedOrderLine | null

const CRUMBS = [{ label: 'Черновики по телефону', to: '/orders/new' }] as const

/** One assisted order: its lines and the ways to place it. */
export function AssistedOrderView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(assistedOrderQuery(id))
  const [asking, setAsking] = useState<Asking>(null)
  if (!data)
    return (
      <>
        <PageHeader title={`Черновик № ${id}`} subtitle={'\u00a0'} crumbs={CRUMBS} />
        <Panel flush>
          <QueryFallback error={error} onRetry={refetch} />
        </Panel>
      </>
    )
  return (
    <>
      <PageHeader
        crumbs={CRUMBS}
        title={`№ ${id}. ${data.name}`}
        subtitle={
          <>
            {data.contractor.name}
            {!data.is_own && `, черновик менеджера: ${data.manager}`}
          </>
        }
        actions={<Actions draft={data} onRename={() => setAsking('name')} />}
      />
      {data.lines.length === 0 ? (
        <Panel flush>
          <EmptyState
            icon={<IconPhone size={32} stroke={1.5} />}
            title="В черновике пусто"
            text="Найдите деталь в каталоге и нажмите «В заказ»."
            action={<AddGoods draft={data} look="primary" />}
          />
        </Panel>
      ) : (
        <Filled draft={data} onAsk={setAsking} />
      )}
      <DraftDialog draft={data} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

/** Link to the catalogue on behalf of the company, with this assisted order as the target. */
function AddGoods({ draft: { id, contractor }, look }: { draft: AssistedOrder; look?: 'primary' }) {
  return (
    <Link
      to="/catalog"
      className={buttonClass(look ? { look } : {})}
      onClick={() => chooseBuyer({ ...contractor, draft: id })}
    >
      Добавить детали
    </Link>
  )
}

function Actions({ draft, onRename }: { draft: AssistedOrder; onRename: () => void }) {
  const navigate = useNavigate()
  const forget = useForgetDraft(draft.id)
  const drop = useApiMutation(assistedOrderRoutes.drop, {
    onSuccess: async () => {
      chooseBuyer(draft.contractor)
      await navigate({ to: '/orders/new' })
      await forget()
    },
    onError: toastRefusal('Черновик не удалён'),
  })
  const ask = async () => {
    const text = 'Строки черновика пропадут. Покупатель их не видел.'
    if (await confirm({ title: `Удалить черновик № ${draft.id}?`, text, dangerous: true }))
      drop.mutate({ params: { id: draft.id } })
  }
  return (
    <>
      {draft.lines.length > 0 && <AddGoods draft={draft} />}
      <Button icon={<IconPencil size={16} />} onClick={onRename}>
        Переименовать
      </Button>
      <Button icon={<IconTrash size={16} />} busy={drop.isPending} onClick={() => void ask()}>
        Удалить
      </Button>
    </>
  )
}

function Filled({ draft, onAsk }: { draft: AssistedOrder; onAsk: (asking: Asking) => void }) {
  const troubled = draft.lines.filter((line) => line.difference !== null).length
  return (
    <div className="flex items-start gap-4 max-xl:flex-col">
      <div className="flex w-full min-w-0 flex-1 flex-col gap-3">
        {troubled > 0 && (
          <Notice tone="warn">
            Условия изменились, или товара не хватает. Отмечено ниже: {counted(troubled, 'строка', 'строки', 'строк')}.
          </Notice>
        )}
        <AssistedOrderLines draft={draft} onPrice={onAsk} />
      </div>
      <Panel title="К заказу" className="w-full xl:sticky xl:top-[72px] xl:w-80 xl:flex-none">
        <p className="flex items-baseline justify-between">
          <span>Итого</span>
          <Money kop={draft.total_kop} className="text-xl font-semibold" />
        </p>
        <p className="text-right text-xs text-text-2">с НДС</p>
        <Button look="primary" className="mt-3 w-full" onClick={() => onAsk('place')}>
          Оформить
        </Button>
        <Button className="mt-2 w-full" disabled={draft.people.length === 0} onClick={() => onAsk('send')}>
          Отправить клиенту на подтверждение
        </Button>
        <p className="mt-2 text-xs text-text-2">
          {draft.people.length === 0
            ? 'В компании нет сотрудников с доступом к порталу: заказ оформляете вы.'
            : 'Покупатель не видит черновик, пока вы его не отправите.'}
        </p>
      </Panel>
    </div>
  )
}

function DraftDialog({ draft, asking, onClose }: { draft: AssistedOrder; asking: Asking; onClose: () => void }) {
  const refresh = useInvalidate('assisted-orders')
  if (asking === null) return null
  return (
    <Suspense>
      {asking === 'name' && (
        <NameDialog
          title="Как назвать черновик"
          name={draft.name}
          send={(name) => call(assistedOrderRoutes.rename, { params: { id: draft.id }, body: { name } })}
          onSaved={refresh}
          onClose={onClose}
        />
      )}
      {asking === 'place' && <Checkout draft={draft} onClose={onClose} />}
      {asking === 'send' && <SendDialog draft={draft} onClose={onClose} />}
      {typeof asking === 'object' && <PriceDialog line={asking} onClose={onClose} />}
    </Suspense>
  )
}
