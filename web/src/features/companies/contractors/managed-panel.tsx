import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LABELS } from '../../../ui/fields/labels.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { optionsQuery } from './contractors.api.ts'
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
  const save = useMutation({
    mutationFn: (change: Change) =>
      call(contractorRoutes.update, { params: { id: company.id }, body: { version: company.version, ...change } }),
    onSuccess: toastDone(LABELS.completed, 'Данные покупателя сохранены'),
    onError: toastRefusal('Не удалось обновить данные'),
    // Refreshes after a refusal too, so that a rejected choice does not stay on the screen.
    onSettled: useInvalidate('contractors'),
  })
  const chosen = {
    manager_id: company.manager?.id ?? null,
    substitute_id: company.deputy?.id ?? null,
    price_group_id: company.price_group_id,
    ...(save.isPending && save.variables),
  }
  const deputies = options && {
    ...options,
    managers: options.managers.filter(({ id }) => id !== chosen.manager_id || id === chosen.substitute_id),
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
      <ManagerSelect {...field('substitute_id')} options={deputies} label="Заместитель менеджера" placeholder="Нет" />
      <PriceGroupSelect {...field('price_group_id')} label="Ценовая группа" />
      <SubstitutePeriodFields company={company} />
    </div>
  )
}
