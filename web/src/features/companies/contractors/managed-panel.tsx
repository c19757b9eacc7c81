import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { LABELS } from '../../../ui/fields/labels.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { changeContractorCard, optionsQuery } from './contractors.api.ts'
import { SubstitutePeriodFields } from './substitute-period.tsx'
import { ManagerSelect, PriceGroupSelect } from './managed-selects.tsx'

interface Change {
  manager_id?: number | null
  substitute_id?: number | null
  price_group_id?: number | null
}

/** Manager and price group of the company; a choice is saved at once. */
export function ManagedPanel({ company }: { company: ContractorDetails }) {
  const { data: options } = useQuery(optionsQuery)
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (change: Change) => changeContractorCard(company.id, { version: company.version, ...change }),
    onSuccess: () => toast({ severity: 'success', summary: LABELS.completed, detail: 'Данные покупателя сохранены' }),
    onError: (error) => toast({ severity: 'error', summary: 'Не удалось обновить данные', detail: messageOf(error) }),
    // Refreshes after a refusal too, so that a rejected choice does not stay on the screen.
    onSettled: () =>
      Promise.all(['contractor', 'contractors'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
  const chosen = {
    manager_id: company.manager?.id ?? null,
    substitute_id: company.deputy?.id ?? null,
    price_group_id: company.price_group_id,
    ...(save.isPending && save.variables),
  }
  const field = (name: keyof Change) => ({
    options,
    value: chosen[name],
    disabled: save.isPending || !options,
    onValueChange: (id: number | null) => save.mutate({ [name]: id }),
  })
  return (
    <div className="mb-3 grid gap-3 rounded-lg border border-hairline bg-surface p-4 sm:grid-cols-3">
      <ManagerSelect {...field('manager_id')} label="Менеджер" />
      <ManagerSelect {...field('substitute_id')} label="Заместитель менеджера" placeholder="Нет" />
      <PriceGroupSelect {...field('price_group_id')} label="Ценовая группа" />
      <SubstitutePeriodFields company={company} />
    </div>
  )
}
