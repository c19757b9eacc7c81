import { SetSubstitute, standsIn, substituteRoutes, type OwnSubstitute } from '@artikul/contract/companies/substitutes'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { substituteText } from '../../../lib/session/substitute-text.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { Notice } from '../../../ui/hints/notice.tsx'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

const companies = (count: number) => counted(count, 'компания', 'компании', 'компаний')

/** Substitute of the manager for all companies, and the managers whom this manager substitutes. */
export function Substitute() {
  const substitute = useQuery(query(substituteRoutes.read, {}, { staleTime: 0 }))
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <QueryPanel title="Меня замещает" query={substitute} expected={3}>
        {(own) => (
          <div className="p-4">
            {own.companies_count === 0 ? (
              <EmptyState title="У вас нет своих компаний" text="Замещать некого: вы не назначены менеджером." />
            ) : (
              <SubstituteForm key={JSON.stringify([own.deputy, own.substitute_from, own.substitute_to])} own={own} />
            )}
          </div>
        )}
      </QueryPanel>
      <QueryPanel title="Кого замещаю я" query={substitute} expected={3}>
        {({ stands_in: all }) =>
          all.length === 0 ? (
            <p className="p-4 text-sm text-text-2">Никого.</p>
          ) : (
            <ul className="divide-y divide-hairline text-sm">
              {all.map((one) => (
                <li
                  key={`${one.manager?.id ?? 0} ${one.substitute_from ?? ''} ${one.substitute_to ?? ''}`}
                  className="flex flex-wrap items-center gap-x-2 px-4 py-2"
                >
                  <span className="font-semibold">{one.manager?.full_name ?? 'Менеджер не назначен'}</span>
                  <span className="text-text-2">
                    {companies(one.companies_count)}, {substituteText(one)}
                  </span>
                  {standsIn(one, todayIso()) && <Tag tone="success">Сейчас</Tag>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryPanel>
    </div>
  )
}

function SubstituteForm({ own }: { own: OwnSubstitute }) {
  const refresh = useInvalidate('contractors', 'manager/substitute')
  const { draft, errors, field, refuse, checked } = useForm<SetSubstitute>({
    defaultValues: {
      substitute_id: own.deputy?.id ?? null,
      substitute_from: own.substitute_from,
      substitute_to: own.substitute_to,
    },
    paths: { substitute_from: ['substitute_from', 'substitute_to'] },
  })
  const save = useApiMutation(substituteRoutes.set, {
    onSuccess: async ({ companies_count: count }) => {
      toast({ severity: 'success', summary: LABELS.completed, detail: `Замещение сохранено: ${companies(count)}` })
      await refresh()
    },
    onError: (error) => refuse(error),
  })
  const submit = () => {
    const isNone = draft.substitute_id === null
    const body = checked(SetSubstitute, { ...draft, ...(isNone && { substitute_from: null, substitute_to: null }) })
    if (body) save.mutate({ body })
  }
  return (
    <Form label="Меня замещает" onSubmit={submit} error={errors.form}>
      <p className="text-sm text-text-2">
        Действует для всех ваших компаний ({own.companies_count.toLocaleString('ru-RU')}): в эти дни заместитель вместе
        с вами получает уведомления и письма, а ваша работа видна у него в «Моём дне».
      </p>
      {!own.is_same && (
        <Notice tone="warn">Сейчас в ваших компаниях заместители разные. Сохранение заменит их одним.</Notice>
      )}
      <Select
        label="Заместитель"
        placeholder="Никто"
        items={own.managers.map((manager) => ({ value: manager.id, label: manager.full_name }))}
        {...field('substitute_id')}
      />
      {draft.substitute_id !== null && (
        <div className="grid gap-3 sm:grid-cols-2">
          <DateField label="С" hint="С этого момента, если не заполнено" {...field('substitute_from')} />
          <DateField label="По" hint="Включительно. Пока не отмените, если не заполнено." {...field('substitute_to')} />
        </div>
      )}
      <Button type="submit" look="primary" className="self-start" busy={save.isPending} disabled={save.isPending}>
        Сохранить
      </Button>
    </Form>
  )
}
