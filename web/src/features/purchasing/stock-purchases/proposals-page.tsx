import { formatMoney } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import { keysOf } from '@artikul/contract/core/keys'
import {
  PROPOSAL_SHOWS,
  stockPurchaseRoutes,
  type PurchaseProposal,
} from '@artikul/contract/purchasing/stock-purchases'
import { IconPackages, IconRefresh, IconSettings } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { useMayChange } from '../../../lib/session/use-may-change.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { proposalColumns } from './proposal-columns.tsx'
import {
  choicesQuery,
  PROPOSAL_KEYS,
  proposalId,
  proposalsQuery,
  type ProposalsProps,
  type ProposalsSearch,
} from './stock-purchases.api.ts'

const route = getRouteApi('/purchase-proposals')
const RuleDialog = lazyWindow(() => import('./rule-dialog.tsx'))
const SettingsDialog = lazyWindow(() => import('./settings-dialog.tsx'))
const LINES = ['строка', 'строки', 'строк'] as const

/** «Предложить закупку»: what to buy for own stock, why, and drafts of orders by one press. */
export default function ProposalsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: ProposalsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  return (
    <>
      <PageHeader
        title="Предложить закупку"
        subtitle="Чего не хватит на своих складах и у кого это купить"
        actions={<PageActs />}
      />
      <Filters search={search} onChange={change} />
      <Proposals search={search} onChange={change} />
    </>
  )
}

function PageActs() {
  const [isOpen, setIsOpen] = useState(false)
  const mayChange = useMayChange()
  const compute = useApiMutation(stockPurchaseRoutes.compute, {
    invalidates: PROPOSAL_KEYS,
    onSuccess: () =>
      toast({ severity: 'success', summary: 'Пересчёт начат', detail: 'Обновите страницу через минуту' }),
    onError: toastRefusal('Пересчёт не начат'),
  })
  return (
    <>
      {mayChange && (
        <Button icon={<IconSettings size={16} />} onClick={() => setIsOpen(true)}>
          Расчёт
        </Button>
      )}
      <Button icon={<IconRefresh size={16} />} busy={compute.isPending} onClick={() => compute.mutate({ body: {} })}>
        Пересчитать
      </Button>
      <Suspense>{isOpen && <SettingsDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

const FILTERS = [
  ['supply_route_id', 'Поставщик', 'sources'],
  ['warehouse_id', 'Склад', 'warehouses'],
  ['brand_id', 'Бренд', 'brands'],
] as const

function Filters({ search, onChange }: ProposalsProps) {
  const { data } = useQuery(choicesQuery)
  const { show = 'proposed' } = search
  return (
    <div className="mb-3 flex flex-col gap-3" data-screen-only="">
      <CountChips
        label="Что показать"
        chips={keysOf(PROPOSAL_SHOWS).map((value) => ({ value, label: PROPOSAL_SHOWS[value] }))}
        value={show}
        onValueChange={(value) => onChange({ show: value === 'proposed' ? undefined : value })}
      />
      <search className="flex w-full flex-wrap items-end gap-2">
        {FILTERS.map(([field, label, list]) => (
          <SearchSelect
            key={field}
            label={label}
            placeholder="Любой"
            className="w-full sm:w-56"
            items={(data?.[list] ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={search[field] ?? null}
            onValueChange={(id) => onChange({ [field]: id ?? undefined })}
          />
        ))}
        <FilterField
          label="Начало артикула"
          className="w-full sm:w-44"
          maxLength={50}
          value={search.q}
          onCommit={(q) => onChange({ q })}
        />
      </search>
    </div>
  )
}

type Chosen = Record<string, { product_id: number; warehouse_id: number; qty: number }>

function Proposals({ search, onChange }: ProposalsProps) {
  const list = useQuery(proposalsQuery(search))
  const [chosen, setChosen] = useState<Chosen>({})
  const [opened, setOpened] = useState<PurchaseProposal | null>(null)
  const columns = useMemo(() => proposalColumns(setOpened), [])
  const rows = list.data?.results ?? []
  const selected = useMemo(() => Object.fromEntries(Object.keys(chosen).map((id) => [id, true as const])), [chosen])
  const select = (next: Record<string, true>) => {
    const known = Object.fromEntries(
      rows.map((row) => [
        proposalId(row),
        { product_id: row.product.id, warehouse_id: row.warehouse.id, qty: row.proposed_qty },
      ]),
    )
    setChosen(
      Object.fromEntries(
        Object.keys(next).flatMap((id) => ((known[id] ?? chosen[id]) ? [[id, known[id] ?? chosen[id]]] : [])),
      ) as Chosen,
    )
  }
  const { total_kop: sum = 0, computed_at: at = null } = list.data ?? {}
  return (
    <>
      <PagedPanel
        title={at === null ? 'Предложения считаются' : `${formatMoney(sum)} ₽, посчитано ${moment(at)}`}
        actions={
          <BuyAct search={search} list={list.data} chosen={Object.values(chosen)} onDone={() => setChosen({})} />
        }
        label="Предложения закупки"
        columns={columns}
        query={list}
        rowId={proposalId}
        rowLabel={({ product, warehouse, proposed_qty }) =>
          proposed_qty > 0 ? `${product.brand} ${product.article}, склад «${warehouse.name}»` : null
        }
        selected={selected}
        onSelectedChange={select}
        empty={
          <EmptyState
            icon={<IconPackages size={32} stroke={1.5} />}
            title="Закупать нечего"
            text="Запаса и того, что уже едет, хватает по всем правилам «мин. / макс.» этого отбора."
          />
        }
        search={search}
        onChange={onChange}
      />
      <Suspense>{opened && <RuleDialog row={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}

interface BuyProps {
  search: ProposalsSearch
  list: { pagination: { total_count: number }; total_kop: number } | undefined
  chosen: Chosen[string][]
  onDone: () => void
}

/** Makes drafts of the chosen rows, or of everything that the filters show. */
function BuyAct({ search, list, chosen, onDone }: BuyProps) {
  const navigate = useNavigate()
  const sendOnce = useSendOnce()
  const buy = useMutation({
    mutationFn: (body: Parameters<typeof call<typeof stockPurchaseRoutes.buy>>[1]['body']) =>
      sendOnce(body, (idempotencyKey) => call(stockPurchaseRoutes.buy, { body, idempotencyKey })),
    onError: toastRefusal('Заказы не составлены'),
    onSettled: useInvalidate(...PROPOSAL_KEYS),
  })
  const count = list?.pagination.total_count ?? 0
  if (search.show !== undefined || count === 0) return null
  const press = async () => {
    const { supply_route_id = null, warehouse_id = null, brand_id = null, q = '' } = search
    const isAll = chosen.length === 0
    const text = `${counted(count, ...LINES)} на ${formatMoney(list?.total_kop ?? 0)} ₽. Черновики можно изменить до отправки.`
    if (isAll && !(await confirm({ title: 'Составить заказы на всё?', text }))) return
    const all = isAll ? { supply_route_id, warehouse_id, brand_id, q, count } : null
    buy.mutate(
      { rows: chosen, all },
      {
        onSuccess: ({ orders }) => {
          onDone()
          toast({ severity: 'success', summary: `Черновики заказов: ${orders.length}` })
          const [only] = orders
          const place =
            orders.length === 1 && only ? { supplier_order_id: only.id } : { supplier_state: 'draft' as const }
          void navigate({ to: '/settings', search: { tab: 'supplier-orders', ...place } })
        },
      },
    )
  }
  return (
    <Button look="primary" busy={buy.isPending} disabled={buy.isPending} onClick={() => void press()}>
      {chosen.length > 0 ? `Составить заказы: ${chosen.length}` : `Составить заказы на всё: ${count}`}
    </Button>
  )
}
