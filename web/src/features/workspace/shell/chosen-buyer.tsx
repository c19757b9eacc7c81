import { contractorRoutes } from '@artikul/contract/companies/contractors'
import type { ContractorItem } from '@artikul/contract/companies/contractor-list'
import { assistedOrderRoutes } from '@artikul/contract/ordering/assisted-orders'
import { counted } from '@artikul/contract/core/plural'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { chooseBuyer, type Buyer } from '../../../lib/session/buyer.ts'
import { assistedOrdersQuery } from '../../../lib/queries/assisted-orders-query.ts'
import { useDebouncedValue } from '../../../lib/browser/use-debounced-value.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

const LINK = 'font-semibold underline underline-offset-2'
/** Distinguishes a telephone from ИНН by its beginning. */
const PHONE = /^(\+|8[\s(-]|[78]\d{10}$)/

const buyersQuery = (typed: string) =>
  query(
    contractorRoutes.list,
    { query: { page_size: 50, ...(PHONE.test(typed) ? { phone: typed } : { q: typed }) } },
    { placeholderData: keepPreviousData },
  )

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
  const refresh = useInvalidate('assisted-orders')
  const { mutate, isPending } = useApiMutation(assistedOrderRoutes.create, {
    onSuccess: ({ id }) => {
      chooseBuyer({ ...buyer, draft: id })
      return refresh()
    },
    onError: toastRefusal('Черновик не создан'),
  })
  return (
    <Button size="sm" busy={isPending} onClick={() => mutate({ body: { contractor_id: buyer.id } })}>
      Новый черновик
    </Button>
  )
}

/** Debt, limit and stop list over all contracts. */
function ContractState({ buyer }: { buyer: Buyer }) {
  const { data } = useQuery(query(contractorRoutes.standings, { params: { id: buyer.id } }))
  const { data: card } = useQuery(query(contractorRoutes.get, { params: { id: buyer.id } }))
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
