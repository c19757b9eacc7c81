import { PAYMENT_STATES, paymentRoutes, type PaymentState } from '@artikul/contract/billing/payments'
import { MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { IconCash, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { BuyerTag, FilterField } from '../../../ui/fields/filter-field.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'
import { PeriodFields } from '../../../ui/dates/period-fields.tsx'
import { pageQuery } from '../../../lib/api/query.ts'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { paymentColumns } from './payment-columns.tsx'
import type { DeskProps, DeskSearch } from './payments.api.ts'

const LoadDialog = lazyWindow(() => import('./load-dialog.tsx'))
const NewPaymentDialog = lazyWindow(() => import('./new-payment-dialog.tsx'))
const PaymentDialog = lazyWindow(() => import('./payment-dialog.tsx'))

type Opened = 'file' | 'new' | { id: number }

/** Incoming payments, unassigned ones first. */
export function PaymentsTab({ search, onChange }: DeskProps) {
  const { page, page_size, q, state = 'waiting', contractor_id, from, to } = search
  const list = useQuery(
    pageQuery(paymentRoutes.list, {
      query: { page, page_size, q, state: state === 'any' ? undefined : state, contractor_id, from, to },
    }),
  )
  const [open, setOpen] = useState<Opened | null>(null)
  const columns = useMemo(() => paymentColumns((id) => setOpen({ id })), [])
  const close = () => setOpen(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-2" data-screen-only="">
        <Filters search={search} onChange={onChange} />
        <div className="flex flex-wrap gap-2">
          <Button icon={<IconPlus size={16} />} onClick={() => setOpen('new')}>
            Ввести платёж
          </Button>
          <Button look="primary" icon={<IconUpload size={16} />} onClick={() => setOpen('file')}>
            Загрузить из банка
          </Button>
        </div>
      </div>
      <States search={search} waiting={list.data?.waiting_count} onChange={onChange} />
      {search.contractor_id !== undefined && (
        <div className="mb-3">
          <BuyerTag
            id={search.contractor_id}
            company={list.data?.results[0]?.contractor?.name}
            onRemove={() => onChange({ contractor_id: undefined })}
          />
        </div>
      )}
      <PagedPanel
        label="Платежи"
        columns={columns}
        query={list}
        rowId={({ id }) => String(id)}
        empty={<Nothing search={search} onChange={onChange} />}
        search={search}
        onChange={onChange}
      />
      <Suspense>
        {open === 'file' && <LoadDialog onOpen={(id) => setOpen({ id })} onClose={close} />}
        {open === 'new' && <NewPaymentDialog onClose={close} />}
        {open !== null && typeof open === 'object' && <PaymentDialog id={open.id} onClose={close} />}
      </Suspense>
    </>
  )
}

const Filters = ({ search, onChange }: DeskProps) => (
  <search className="grid w-full grid-cols-2 gap-2 lg:w-auto lg:grid-cols-[20rem_13rem_13rem]">
    <div className="max-lg:col-span-2">
      <FilterField
        label="Номер, плательщик, ИНН или назначение"
        placeholder="Часть текста"
        maxLength={100}
        value={search.q}
        onCommit={(q) => onChange({ q })}
      />
    </div>
    <PeriodFields from={search.from} to={search.to} onChange={onChange} />
  </search>
)

interface StatesProps extends DeskProps {
  waiting: number | undefined
}

function States({ search, waiting, onChange }: StatesProps) {
  const chips = [
    { value: 'waiting' as const, label: 'Ждут разнесения', count: waiting, isUrgent: true },
    { value: 'posted' as const, label: 'Проведённые' },
    { value: 'aside' as const, label: PAYMENT_STATES.aside },
    { value: 'any' as const, label: 'Все' },
  ]
  return (
    <div className="mb-3">
      <CountChips<PaymentState | 'any'>
        label="Статус"
        chips={chips}
        value={search.state ?? 'waiting'}
        most={MAX_LISTED_ORDERS}
        onValueChange={(state) => onChange({ state: state === 'waiting' ? undefined : state })}
      />
    </div>
  )
}

const NARROWED = ['q', 'from', 'to', 'contractor_id'] as const satisfies readonly (keyof DeskSearch)[]

function Nothing({ search, onChange }: DeskProps) {
  if (NARROWED.some((name) => search[name] !== undefined))
    return (
      <EmptyState
        title="Под эти условия платежей нет"
        text="Измените поиск, дни или статус."
        action={
          <Button onClick={() => onChange({ q: undefined, from: undefined, to: undefined, contractor_id: undefined })}>
            Сбросить
          </Button>
        }
      />
    )
  return search.state === undefined ? (
    <EmptyState
      icon={<IconCash size={32} stroke={1.5} />}
      title="Все платежи разнесены"
      text="Загрузите банковский файл: платежи, в которых назван счёт, проведутся сами."
    />
  ) : (
    <EmptyState title="Таких платежей пока нет" text="Здесь появятся платежи из банка и введённые вручную." />
  )
}
