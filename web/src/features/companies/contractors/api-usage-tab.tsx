import {
  ApiLimitsPatch,
  apiKeyRoutes,
  type ApiLimitsPatch as Limits,
  type ApiUsage,
} from '@artikul/contract/integrations/api-keys'
import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { KEY_SCOPES } from '@artikul/contract/core/key-scopes'
import { formatQty } from '@artikul/contract/core/money'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { StaleNotice } from '../../../ui/hints/stale-notice.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { DataTable, type Column } from '../../../ui/lists/data-table.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

type UsedKey = ApiUsage['keys'][number]

const COLUMNS: readonly Column<UsedKey>[] = [
  {
    id: 'key',
    header: 'Ключ',
    lead: true,
    cell: ({ name, login, is_revoked: isRevoked }) => (
      <>
        <span className="font-semibold">{name}</span> {isRevoked && <Tag tone="neutral">Отозван</Tag>}
        <span className="block text-text-2">{login}</span>
      </>
    ),
  },
  { id: 'scopes', header: 'Права', words: true, cell: ({ scopes }) => scopes.map((one) => KEY_SCOPES[one]).join(', ') },
  { id: 'maker', header: 'Создал', words: true, cell: ({ made_by }) => made_by },
  { id: 'calls', header: 'Вызовы', numeric: true, cell: ({ calls }) => formatQty(calls) },
  { id: 'searches', header: 'Поиск и цены', numeric: true, cell: ({ searches }) => formatQty(searches) },
  { id: 'refused', header: 'Отказы', numeric: true, cell: ({ refused }) => formatQty(refused) },
  { id: 'last', header: 'Последний', cell: ({ last_used_at: at }) => (at === null ? '–' : moment(at)) },
]

const sumOf = (keys: readonly UsedKey[], field: 'calls' | 'searches' | 'refused') =>
  keys.reduce((sum, key) => sum + key[field], 0)

/** Searches of programs for each of their orders; programs that only search cost the portal without buying. */
const searchesPerOrder = ({ keys, orders }: ApiUsage) =>
  orders === 0 ? 'заказов не было' : formatQty(Math.round((sumOf(keys, 'searches') / orders) * 10) / 10)

/** Use of the API by the company's programs, for staff, with limits for all its keys. */
export function ApiUsageTab({ company }: { company: ContractorDetails }) {
  const usage = useQuery(query(apiKeyRoutes.usage, { params: { id: company.id } }))
  return (
    <div className="flex flex-col gap-4">
      <QueryPanel title="Вызовы за 30 дней" query={usage}>
        {(data) => <Usage usage={data} />}
      </QueryPanel>
      {usage.data && <LimitsForm companyId={company.id} stored={usage.data.limits} />}
    </div>
  )
}

function Usage({ usage }: { usage: ApiUsage }) {
  const { keys, orders } = usage
  if (keys.length === 0)
    return <EmptyState title="Ключей нет" text="Ключи API создаёт администратор компании в своём профиле." />
  return (
    <div className="flex flex-col gap-4">
      <div className="px-4 pt-3">
        <DefinitionList
          items={[
            ['Вызовы', formatQty(sumOf(keys, 'calls'))],
            ['Отказы', formatQty(sumOf(keys, 'refused'))],
            ['Заказы через API', formatQty(orders)],
            ['Вызовов поиска на заказ', searchesPerOrder(usage)],
          ]}
        />
      </div>
      <DataTable label="Ключи API компании" columns={COLUMNS} rows={keys} rowId={({ id }) => String(id)} />
    </div>
  )
}

function LimitsForm({ companyId, stored }: { companyId: number; stored: Limits }) {
  const refresh = useInvalidate('contractors')
  const form = useForm({ values: stored, refetch: refresh })
  const { draft: body, field } = form
  const { mutate, isPending } = useApiMutation(apiKeyRoutes.setLimits, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Пределы сохранены' })
      await refresh()
      form.settle()
    },
    onError: (refusal) => form.refuse(refusal),
  })
  const submit = () => {
    if (form.checked(ApiLimitsPatch, body)) mutate({ params: { id: companyId }, body })
  }
  return (
    <Panel title="Пределы для всех ключей компании" className="max-w-2xl">
      <Form
        label="Пределы для всех ключей компании"
        onSubmit={submit}
        error={form.errors.form}
        className="flex flex-col gap-4"
      >
        {form.stale && <StaleNotice onRefresh={() => void form.refresh?.()} />}
        <p className="text-sm text-text-2">
          Ключ получает меньший из двух пределов: свой и этот. Новый предел действует через секунду.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label="Вызовов в минуту"
            placeholder="Как у ключа"
            min={1}
            max={600}
            {...field('calls_per_minute')}
          />
          <NumberField
            label="Вызовов в сутки"
            placeholder="Как у ключа"
            min={1}
            max={100_000}
            {...field('calls_per_day')}
          />
        </div>
        <Button
          type="submit"
          look="primary"
          className="self-start"
          busy={isPending}
          disabled={isPending || !form.isDirty}
        >
          Сохранить
        </Button>
      </Form>
    </Panel>
  )
}
