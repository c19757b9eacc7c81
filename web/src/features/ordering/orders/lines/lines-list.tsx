import { keysOf } from '@artikul/contract/core/keys'
import { answerLine } from '@artikul/contract/ordering/orders/answer-line'
import {
  MAX_COUNTED_ORDERS,
  orderListRoutes,
  type LineCounts,
  type OrderLineItem,
} from '@artikul/contract/ordering/orders/order-lists'
import { LINE_GROUPS, type LineDecision, type LineGroup } from '@artikul/contract/ordering/orders/line-groups'
import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { IconArrowsExchange, IconPackages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { todayIso } from '../../../../lib/text/format.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { CountChips, type Chip } from '../../../../ui/lists/count-chips.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'
import { PagedTable } from '../../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../../ui/lists/pages.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { CutNote } from '../lists/cut-note.tsx'
import { FileButton } from '../../../../ui/files/file-button.tsx'
import { lineCountsQuery, linesQuery, lineFilter, type OrdersSearch } from '../orders.api.ts'
import { OrdersFilters } from '../lists/orders-filters.tsx'
import { isOfSeveral, type TabProps } from '../lists/orders-tabs.ts'
import { useCompanyName } from '../lists/use-company-name.ts'
import { call } from '../../../../lib/api/call.ts'
import { CopyRows } from './copy-rows.tsx'
import { ORDER_LINE_COLUMNS, OWN_LINE_COLUMNS } from './line-columns.tsx'
import { fitting } from './lines-search.ts'
import { LINE_HEAD, lineCells } from './row-words.ts'

const BulkTransitionDialog = lazyWindow(() => import('./bulk-transition-dialog.tsx'))

/** Lines of all orders visible to the user. */
export default function LinesList({ search, onChange, onReset }: TabProps) {
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const list = useQuery(linesQuery(search))
  const rows = list.data?.results ?? []
  const company = useCompanyName(search.contractor_id, list.isPlaceholderData ? undefined : list.data?.results)
  const [selected, setSelected] = useState<Record<string, true>>({})
  const chosen = rows.filter(({ id }) => selected[id])
  const clear = () => setSelected({})
  const change = (next: OrdersSearch) => onChange(fitting(search, next))
  const isByDay = search.sort === 'expected_date' || search.late !== undefined
  return (
    <>
      <div className="mb-3 flex flex-col gap-3" data-screen-only="">
        <OrdersFilters search={search} company={company} onChange={change}>
          <StateField search={search} onChange={change} />
        </OrdersFilters>
        <div className="flex items-start justify-between gap-2">
          <Groups search={search} onChange={change} />
          <FileButton
            slim
            name="Строки заказов.xlsx"
            file={() => call(orderListRoutes.lineFile, { query: lineFilter(search) })}
          />
        </div>
      </div>
      <Panel flush>
        {chosen.length > 0 && (
          <CopyRows
            head={LINE_HEAD}
            rows={chosen.map(lineCells)}
            count={counted(chosen.length, 'строка', 'строки', 'строк')}
            {...(staff && { answers: chosen.map((line) => answerLine(line, todayIso())) })}
            onClear={clear}
          >
            <BulkTransitionButton chosen={chosen} onDone={clear} />
          </CopyRows>
        )}
        <PagedTable
          label="Строки заказов"
          columns={isOfSeveral(search, staff) ? ORDER_LINE_COLUMNS : OWN_LINE_COLUMNS}
          query={list}
          rowId={({ id }) => String(id)}
          rowLabel={(line) => `строку ${line.brand} ${line.article} заказа № ${line.order_number}`}
          selected={selected}
          onSelectedChange={setSelected}
          sort={isByDay ? { id: 'expected', desc: false } : { id: 'ordered', desc: true }}
          onSortChange={({ id }) =>
            change(id === 'expected' && !isByDay ? { sort: 'expected_date' } : { sort: undefined, late: undefined })
          }
          empty={<NoLines search={search} onReset={onReset} />}
        />
      </Panel>
      {isByDay && (
        <p className="mt-3 text-sm text-text-2">По дню ожидания показаны строки, которые ещё не отгружены.</p>
      )}
      <CutNote search={search} list={list.data} />
      <Pages query={list} search={search} onChange={onChange} />
    </>
  )
}

/** Moves many lines at once; for managers only. */
function BulkTransitionButton({ chosen, onDone }: { chosen: readonly OrderLineItem[]; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const mayLead = useHasRole('ArtikulOrderManager')
  if (!mayLead) return null
  return (
    <>
      <Button size="sm" icon={<IconArrowsExchange size={14} />} onClick={() => setOpen(true)}>
        Сменить статус…
      </Button>
      {isOpen && (
        <Suspense>
          <BulkTransitionDialog
            ids={chosen.map(({ id }) => id)}
            states={chosen.flatMap(({ parts }) => parts.map(({ state }) => state))}
            onDone={() => {
              setOpen(false)
              onDone()
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface PartProps {
  search: OrdersSearch
  onChange: (next: OrdersSearch) => void
}

function StateField({ search: { group, state }, onChange }: PartProps) {
  const states = group === undefined ? keysOf(LINE_STATES) : LINE_GROUPS[group].states
  return (
    <Select
      label="Статус"
      placeholder="Любой"
      items={states.map((value) => ({ value, label: LINE_STATES[value] }))}
      value={state ?? null}
      onValueChange={(value) => onChange({ state: value ?? undefined })}
    />
  )
}

type GroupChip = LineGroup | LineDecision | 'all' | 'late'

/** Filters of change approvals in the words of each side; expired ones are for staff. */
const decisionChips = (staff: boolean): Chip<GroupChip>[] => [
  { value: 'open', label: staff ? 'Ждут решения клиента' : 'Ждут вашего решения', isUrgent: !staff },
  { value: 'unanswered', label: 'Без ответа в срок', isUrgent: staff },
]
const CHIPS: readonly Chip<GroupChip>[] = [
  { value: 'late', label: 'Опаздывают', isUrgent: true },
  ...keysOf(LINE_GROUPS).map((value) => ({ value, label: LINE_GROUPS[value].label })),
]

/** Returns the filters with at least one line and the chosen one; the latter alone until the counts are known. */
function chipsOf(
  { data: counts, isPending }: { data: LineCounts | undefined; isPending: boolean },
  chosen: GroupChip,
  staff: boolean,
): Chip<GroupChip>[] {
  const known = counts && { ...counts.groups, ...counts.decisions, late: counts.late, all: undefined }
  const counted = [...decisionChips(staff), ...CHIPS].map((chip) => ({ ...chip, count: known?.[chip.value] }))
  const isShown = ({ value, count }: Chip<GroupChip>) => value === chosen || (counts ? count !== 0 : !isPending)
  return [{ value: 'all', label: 'Все' }, ...counted.filter(isShown)]
}

function Groups({ search, onChange }: PartProps) {
  const counts = useQuery(lineCountsQuery(search))
  const staff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const chosen = search.decision ?? (search.late !== undefined ? 'late' : (search.group ?? 'all'))
  return (
    <CountChips
      label="Показать строки"
      chips={chipsOf(counts, chosen, staff)}
      most={MAX_COUNTED_ORDERS}
      value={chosen}
      onValueChange={(value) =>
        onChange({
          late: value === 'late' ? 'true' : undefined,
          decision: value === 'open' || value === 'unanswered' ? value : undefined,
          group: keysOf(LINE_GROUPS).find((group) => group === value),
          state: undefined,
        })
      }
    />
  )
}

function NoLines({ search, onReset }: { search: OrdersSearch; onReset: () => void }) {
  const { q, group, state, late, decision, consignee, contractor_id, manager_id, from, to, sort } = search
  return [q, group, state, late, decision, consignee, contractor_id, manager_id, from, to, sort].some(
    (value) => value !== undefined,
  ) ? (
    <EmptyState
      title="Под эти условия строк нет"
      text="Измените поиск, статус или период."
      action={<Button onClick={onReset}>Сбросить</Button>}
    />
  ) : (
    <EmptyState
      icon={<IconPackages size={32} stroke={1.5} />}
      title="Строк заказов пока нет"
      text="Здесь будет видно, где каждая заказанная деталь: что в пути, что готово, что отгружено."
      action={
        <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
          Перейти в каталог
        </Link>
      }
    />
  )
}
