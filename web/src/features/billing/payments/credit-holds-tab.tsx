import { blockRoutes, type BlockedContract, type OverrideRequest } from '@artikul/contract/billing/credit-holds'
import { BLOCK_CODES, BLOCKS } from '@artikul/contract/billing/credit-hold-codes'
import { counted } from '@artikul/contract/core/plural'
import { IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { day, moment, roubles } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import type { Column } from '../../../ui/lists/data-table.tsx'
import { OrderLink } from '../../../ui/files/document-link.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast, toastDone } from '../../../ui/hints/toast.ts'
import { pageQuery } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { PagedPanel } from '../../../ui/lists/paged-panel.tsx'
import { DeskFilters } from './desk-filters.tsx'
import { CREDIT_HOLD_KEYS, type DeskProps } from './payments.api.ts'
import { CreditHoldOverrideDialog } from './credit-hold-override-dialog.tsx'

const CODES = [
  { value: 'all', label: 'Любая' } as const,
  ...BLOCK_CODES.map((value) => ({ value, label: BLOCKS[value].label })),
]

interface Acts {
  isManager: boolean
  onUnblock: (contract: BlockedContract) => void
  onDecline: (request: OverrideRequest) => void
}

const columnsOf = ({ isManager, onUnblock, onDecline }: Acts): readonly Column<BlockedContract>[] => [
  {
    id: 'contract',
    header: 'Покупатель',
    lead: true,
    cell: ({ contractor: { id, name }, number, seller }) => (
      <span className="block py-1">
        {isManager ? (
          <Link to="/contractors/$id" params={{ id: String(id) }} className="font-semibold quiet-link">
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
        <span className="block text-xs text-text-2">
          № {number}, {seller}
        </span>
      </span>
    ),
  },
  { id: 'blocks', header: 'Что держит', cell: (contract) => <Reasons contract={contract} /> },
  {
    id: 'held',
    header: 'Заказы',
    cell: (contract) => <HeldContracts contract={contract} onDecline={onDecline} />,
  },
  {
    id: 'limit',
    header: 'Долг и лимит',
    cell: ({ debt_kop: debt, limit_kop: limit, available_kop: available }) => (
      <span className="block py-1 text-sm">
        Долг {roubles(Math.max(debt, 0))}
        <span className="block text-xs text-text-2">
          Лимит {roubles(limit)}, доступно {roubles(available)}
        </span>
      </span>
    ),
  },
  { id: 'manager', header: 'Менеджер', cell: ({ manager }) => manager ?? '' },
  {
    id: 'acts',
    header: 'Действие',
    cell: (contract) =>
      contract.creditHoldOverride ? (
        <LiftButton contract={contract} creditHoldOverride={contract.creditHoldOverride} />
      ) : (
        contract.can_override && (
          <Button
            size="sm"
            aria-label={`Разблокировать: ${contract.contractor.name}, № ${contract.number}`}
            onClick={() => onUnblock(contract)}
          >
            Разблокировать
          </Button>
        )
      ),
  },
]

function Reasons({ contract: { blocks, creditHoldOverride } }: { contract: BlockedContract }) {
  return (
    <ul className="flex flex-col gap-1.5 py-1">
      {creditHoldOverride && (
        <li>
          <Tag tone="success">Разблокирован до {day(creditHoldOverride.until)}</Tag>
          <span className="block text-xs text-text-2">
            {creditHoldOverride.reason}. {creditHoldOverride.by}, {moment(creditHoldOverride.at)}
          </span>
        </li>
      )}
      {blocks.map(({ code, text, since }) => (
        <li key={code}>
          <Tag tone={code === 'overdue' || code === 'stop_list' ? 'accent' : 'warn'}>{BLOCKS[code].label}</Tag>
          <span className="block text-sm">
            {text}
            {since && <span className="text-text-2">, с {day(since)}</span>}
          </span>
          <span className="block text-xs text-text-2">Снимает: {BLOCKS[code].lifts}</span>
        </li>
      ))}
      {blocks.length === 0 && !creditHoldOverride && (
        <li className="text-sm text-text-2">Сумма спорная, заказы не держит</li>
      )}
    </ul>
  )
}

function HeldContracts({
  contract: { held_count: count, held_kop: kop, requests },
  onDecline,
}: Pick<Acts, 'onDecline'> & { contract: BlockedContract }) {
  return (
    <div className="py-1 text-sm">
      {count > 0 ? `${counted(count, 'заказ', 'заказа', 'заказов')} на ${roubles(kop)}` : '—'}
      {requests.map((request) => (
        <div key={request.id} className="mt-1.5 border-l-2 border-warn pl-2">
          Просят разблокировать <OrderLink id={request.order_id}>№ {request.order_number}</OrderLink> на{' '}
          {roubles(request.order_kop)}
          {request.message && <span className="block break-words">«{request.message}»</span>}
          <span className="block text-xs text-text-2">
            {request.by}, {moment(request.at)}
          </span>
          <Button
            size="sm"
            look="ghost"
            aria-label={`Отказать по заказу № ${request.order_number}`}
            onClick={() => onDecline(request)}
          >
            Отказать
          </Button>
        </div>
      ))}
    </div>
  )
}

function LiftButton({
  contract,
  creditHoldOverride,
}: {
  contract: BlockedContract
  creditHoldOverride: NonNullable<BlockedContract['creditHoldOverride']>
}) {
  const lift = useApiMutation(blockRoutes.lift, { invalidates: CREDIT_HOLD_KEYS })
  const ask = async () => {
    const text = 'Новые заказы и отгрузки снова будут проверяться на просрочку и лимит.'
    if (!(await confirm({ title: `Отменить разблокировку договора № ${contract.number}?`, text }))) return
    // Awaited as a promise: the button unmounts with its row, and so would the mutation callbacks.
    await lift
      .mutateAsync({ params: { id: creditHoldOverride.id } })
      .then(toastDone('Разблокировка отменена'), (error: unknown) =>
        toast({ severity: 'error', summary: messageOf(error) }),
      )
  }
  return (
    <Button
      size="sm"
      busy={lift.isPending}
      aria-label={`Отменить разблокировку: ${contract.contractor.name}, № ${contract.number}`}
      onClick={() => void ask()}
    >
      Отменить
    </Button>
  )
}

/** Contracts on credit hold; those with an unblock request come first. */
export function CreditHoldsTab({ search, onChange }: DeskProps) {
  const { page, page_size, q, code, asked } = search
  const list = useQuery(pageQuery(blockRoutes.list, { query: { page, page_size, q, code, asked } }))
  const isManager = useHasRole('ArtikulOrderManager')
  const [creditHoldOverride, onUnblock] = useState<BlockedContract | null>(null)
  const [declining, onDecline] = useState<OverrideRequest | null>(null)
  const columns = useMemo(() => columnsOf({ isManager, onUnblock, onDecline }), [isManager])
  const isNarrowed = search.q !== undefined || search.code !== undefined || search.asked !== undefined
  return (
    <>
      <Filters search={search} onChange={onChange} askedCount={list.data?.asked_count ?? 0} />
      <PagedPanel
        label="Блокировки"
        columns={columns}
        query={list}
        rowId={({ contract_id: id }) => String(id)}
        empty={
          isNarrowed ? (
            <EmptyState
              title="Под эти условия блокировок нет"
              text="Измените название или снимите отбор."
              action={
                <Button onClick={() => onChange({ q: undefined, code: undefined, asked: undefined })}>Сбросить</Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconLockOpen size={32} stroke={1.5} />}
              title="Ничего не заблокировано"
              text="Просрочки нет, лимитов всем хватает."
            />
          )
        }
        search={search}
        onChange={onChange}
      />
      {creditHoldOverride && <CreditHoldOverrideDialog contract={creditHoldOverride} onClose={() => onUnblock(null)} />}
      {declining && <DeclineDialog request={declining} onClose={() => onDecline(null)} />}
    </>
  )
}

const Filters = ({ search, onChange, askedCount }: DeskProps & { askedCount: number }) => (
  <DeskFilters search={search} onChange={onChange}>
    <Select
      label="Причина"
      className="w-full sm:w-52"
      items={CODES}
      value={search.code ?? 'all'}
      onValueChange={(code) => onChange({ code: code === null || code === 'all' ? undefined : code })}
    />
    <div className="flex h-9 items-center pl-2">
      <Switch
        label={askedCount > 0 ? `Просят разблокировать (${askedCount})` : 'Просят разблокировать'}
        checked={search.asked === 'true'}
        onCheckedChange={(checked) => onChange({ asked: checked ? 'true' : undefined })}
      />
    </div>
  </DeskFilters>
)

/** Declines an unblock request with a reason shown to the buyer. */
function DeclineDialog({ request, onClose }: { request: OverrideRequest; onClose: () => void }) {
  const decline = useApiMutation(blockRoutes.decline, { invalidates: CREDIT_HOLD_KEYS })
  return (
    <ReasonDialog
      title={`Отказать по заказу № ${request.order_number}`}
      description="Заказ останется приостановленным до конца резерва."
      hint="Её увидит покупатель"
      submit="Отказать"
      dangerous
      send={(reason) => decline.mutateAsync({ params: { id: request.id }, body: { reason } })}
      done={`Заказ № ${request.order_number}: в разблокировке отказано`}
      onClose={onClose}
    />
  )
}
