import { contractorRoutes } from '@artikul/contract/companies/contractors'
import type { ContractorItem } from '@artikul/contract/companies/contractor-list'
import { assistedOrderRoutes } from '@artikul/contract/ordering/assisted-orders'
import { counted } from '@artikul/contract/core/plural'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { chooseBuyer, type Buyer } from '../../../lib/session/buyer.ts'
import { call } from '../../../lib/api/call.ts'
import { assistedOrdersQuery } from '../../../lib/queries/assisted-orders-query.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { Tag } from '../../../ui/text/tag.tsx'

const LINK = 'font-semibold underline underline-offset-2'
/** Distinguishes a telephone from ИНН by its beginning. */
const PHONE = /^(\+|8[\s(-]|[78]\d{10}$)/

const buyersQuery = (typed: string) =>
  queryOptions({
    queryKey: ['buyers', typed],
    queryFn: ({ signal }) =>
      call(contractorRoutes.list, {
        query: { page_size: '50', ...(PHONE.test(typed) ? { phone: typed } : { q: typed }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

const standingsQuery = (id: number) =>
  queryOptions({
    queryKey: ['buyer-standings', id],
    queryFn: ({ signal }) => call(contractorRoutes.standings, { params: { id: String(id) }, signal }),
  })

const labelOf = ({ name, inn }: ContractorItem) => `${name}, ИНН ${inn}`

/** Chosen buyer with its balance and assisted orders. */
export default function ChosenBuyer({ buyer }: { buyer: Buyer | null }) {
  return (
    <>
      <ChooseBuyer buyer={buyer} />
      {buyer && <ContractState buyer={buyer} />}
      <Drafts buyer={buyer} />
    </>
  )
}

function ChooseBuyer({ buyer }: { buyer: Buyer | null }) {
  const [typed, setTyped] = useState('')
  const settled = useDebouncedValue(typed.trim())
  const { data, isPlaceholderData } = useQuery(buyersQuery(settled))
  const found = data?.results ?? []
  const items = found.map((company) => ({ value: company.id, label: labelOf(company) }))
  const own = buyer && !found.some(({ id }) => id === buyer.id) ? [{ value: buyer.id, label: buyer.name }] : []
  const take = (id: number | null) => {
    const company = found.find((one) => one.id === id)
    chooseBuyer(company ? { id: company.id, name: labelOf(company) } : null)
  }
  return (
    <div className="w-full sm:w-96 [&_label]:sr-only">
      <SearchSelect
        label="Покупатель"
        placeholder="Покупатель: название, ИНН или телефон"
        items={[...own, ...items]}
        value={buyer?.id ?? null}
        onSearch={setTyped}
        searching={isPlaceholderData || settled !== typed.trim()}
        onValueChange={take}
      />
    </div>
  )
}

/** «Черновики: 2»: assisted orders of the buyer or of all; names the one that «В заказ» adds to. */
function Drafts({ buyer }: { buyer: Buyer | null }) {
  const { data } = useQuery(assistedOrdersQuery(buyer?.id))
  const count = data?.results.length ?? 0
  if (count === 0) return null
  const chosen = data?.results.find(({ id }) => id === buyer?.draft)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Link to="/orders/new" search={buyer ? { company: buyer.id } : {}} className={LINK}>
        Черновики: {count}
      </Link>
      {chosen && (
        <Link to="/orders/new" search={{ draft: chosen.id }} className={LINK}>
          № {chosen.id}: {counted(chosen.lines_count, 'строка', 'строки', 'строк')}
        </Link>
      )}
      {buyer && <NewDraft buyer={buyer} />}
    </div>
  )
}

/** Creates another assisted order of the same buyer, which becomes the target of «В заказ». */
function NewDraft({ buyer }: { buyer: Buyer }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(assistedOrderRoutes.create, { body: { contractor_id: buyer.id } }),
    onSuccess: ({ id }) => {
      chooseBuyer({ ...buyer, draft: id })
      return queryClient.invalidateQueries({ queryKey: ['assisted-orders'] })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Черновик не создан', detail: messageOf(error) }),
  })
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate()}>
      Новый черновик
    </Button>
  )
}

/** Debt, limit and stop list over all contracts. */
function ContractState({ buyer }: { buyer: Buyer }) {
  const { data } = useQuery(standingsQuery(buyer.id))
  const { data: card } = useQuery({
    queryKey: ['buyer', buyer.id],
    queryFn: ({ signal }) => call(contractorRoutes.get, { params: { id: String(buyer.id) }, signal }),
  })
  const sum = (of: 'debt_kop' | 'overdue_kop' | 'available_kop') =>
    (data?.results ?? []).reduce((total, standing) => total + standing[of], 0)
  if (!data) return null
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <span>
        Задолженность <Money kop={sum('debt_kop')} className="font-semibold" />
      </span>
      {sum('overdue_kop') > 0 && (
        <span className="text-accent">
          просрочено <Money kop={sum('overdue_kop')} className="font-semibold" />
        </span>
      )}
      <span>
        доступно <Money kop={sum('available_kop')} className="font-semibold" />
      </span>
      {card?.stopped_reason && <Tag tone="accent">Стоп-лист: {card.stopped_reason}</Tag>}
    </p>
  )
}
