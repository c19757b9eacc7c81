import { CLAIMS_TO_DO } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimState } from '@artikul/contract/fulfilment/claim-states'
import { MAX_COUNTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CountChips } from '../../../ui/lists/count-chips.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ListPage } from '../../../ui/lists/list-page.tsx'
import { PagedTable } from '../../../ui/lists/paged-table.tsx'
import { Pages } from '../../../ui/lists/pages.tsx'
import { query, pageQuery } from '../../../lib/api/query.ts'
import { claimColumns } from './claim-columns.tsx'
import { stateWord, useIsStaff } from './claim-words.tsx'
import { ClaimsFilters } from './claims-filters.tsx'
import type { ClaimsSearch } from './claims.api.ts'

const route = getRouteApi('/claims')
const SHOWN: readonly ClaimState[] = [
  'submitted',
  'in_review',
  'question',
  'approved',
  'received',
  'inspection',
  'closed',
  'declined',
  'withdrawn',
]

const NewClaimLink = () => (
  <Link to="/claims/new" className={buttonClass({ look: 'primary' })}>
    Новое обращение
  </Link>
)

export default function ClaimsPage() {
  const staff = useIsStaff()
  const { contractor_id, mine, state, ...own } = route.useSearch()
  // Staff see claims to decide by default; a client sees the claims of the current company.
  const search: ClaimsSearch = staff ? { ...own, contractor_id, mine, state: state ?? 'open' } : { ...own, state }
  const navigate = route.useNavigate()
  // Known filters only: the address may contain more, such as the mark of a mailing.
  const { page, page_size, q, kind } = search
  const list = useQuery(
    pageQuery(claimRoutes.list, {
      query: {
        page,
        page_size,
        q,
        state: search.state === 'any' ? undefined : search.state,
        kind,
        contractor_id: search.contractor_id,
        mine: search.mine,
      },
    }),
  )
  const change = (next: ClaimsSearch) =>
    void navigate({ search: (all) => ({ ...all, page: undefined, ...next }), replace: true })
  return (
    <ListPage
      title="Возвраты и рекламации"
      actions={!staff && <NewClaimLink />}
      filters={
        <div className="flex w-full flex-col gap-2">
          <ClaimsFilters search={search} company={list.data?.results[0]?.contractor} onChange={change} />
          <States search={search} staff={staff} onChange={change} />
        </div>
      }
      footer={<Pages query={list} search={search} onChange={change} />}
    >
      <PagedTable
        label="Обращения"
        columns={claimColumns(staff)}
        query={list}
        rowId={({ id }) => String(id)}
        empty={<NoClaims search={search} staff={staff} onReset={() => void navigate({ search: {} })} />}
      />
    </ListPage>
  )
}

interface StatesProps {
  search: ClaimsSearch
  staff: boolean
  onChange: (next: ClaimsSearch) => void
}

/** Counts claims by state; highlights states with overdue claims. */
function States({ search, staff, onChange }: StatesProps) {
  const { data } = useQuery(
    query(claimRoutes.counts, { query: { contractor_id: search.contractor_id } }, { select: ({ results }) => results }),
  )
  const of = (state: ClaimState) => data?.find((one) => one.state === state)
  const count = (states: readonly ClaimState[]) =>
    data && states.reduce((sum, state) => sum + (of(state)?.count ?? 0), 0)
  const chips = [
    ...(staff
      ? [
          {
            value: 'open' as const,
            label: 'Ждут решения',
            count: count(CLAIMS_TO_DO),
            isUrgent: CLAIMS_TO_DO.some((state) => (of(state)?.late ?? 0) > 0),
          },
        ]
      : []),
    { value: 'any' as const, label: 'Все', count: count(SHOWN) },
    ...SHOWN.map((state) => ({
      value: state,
      label: stateWord(state, staff),
      count: count([state]),
      isUrgent: staff ? (of(state)?.late ?? 0) > 0 : state === 'question',
    })).filter((chip) => (chip.count ?? 0) > 0 || chip.value === search.state),
  ]
  return (
    <CountChips
      label="Статус"
      chips={chips}
      value={search.state ?? 'any'}
      most={MAX_COUNTED_ORDERS}
      onValueChange={(state) => onChange({ state: state === 'any' && !staff ? undefined : state })}
    />
  )
}

interface EmptyProps {
  search: ClaimsSearch
  staff: boolean
  onReset: () => void
}

function NoClaims({ search: { q, state, kind, contractor_id, mine }, staff, onReset }: EmptyProps) {
  const isNarrowed = [q, kind, contractor_id, mine].some((value) => value !== undefined)
  if (isNarrowed || (state !== undefined && state !== 'open' && state !== 'any'))
    return (
      <EmptyState
        title="Под эти условия обращений нет"
        text="Измените поиск, вид или статус."
        action={<Button onClick={onReset}>Сбросить</Button>}
      />
    )
  return (
    <EmptyState
      icon={<IconArrowBackUp size={32} stroke={1.5} />}
      title={staff && state === 'open' ? 'Все обращения решены' : 'Обращений пока нет'}
      text={
        staff
          ? 'Новые обращения клиентов появятся здесь.'
          : 'Не подошло, не доехало или сломалось? Создайте обращение по строкам отгрузки: мы ответим в срок.'
      }
      {...(!staff && { action: <NewClaimLink /> })}
    />
  )
}
