import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { priceGroupRoutes } from '@artikul/contract/pricing/price-groups'
import { messageOf } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { PRICE_KEYS } from './price-conditions.api.ts'

/** Minimum markup of goods whose group does not define one. */
export function MinMarkup({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, refetch } = useQuery(query(priceGroupRoutes.settings, {}))
  const [typed, setTyped] = useState<number | null>()
  const save = useApiMutation(priceGroupRoutes.changeSettings, { invalidates: PRICE_KEYS })
  const stored = data ? data.min_markup_hundredths / 100 : null
  const value = typed === undefined ? stored : typed
  const submit = () => {
    if (!data || value === null) return
    save.mutate(
      { body: { version: data.version, min_markup_hundredths: Math.round(value * 100) } },
      {
        onSuccess: () => {
          setTyped(undefined)
          toast({ severity: 'success', summary: 'Наименьшая наценка сохранена' })
        },
      },
    )
  }
  return (
    <Panel title="Наименьшая наценка">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Form
          label="Наименьшая наценка"
          className="flex max-w-md flex-wrap items-end gap-3"
          onSubmit={submit}
          error={save.error ? messageOf(save.error) : null}
        >
          <NumberField
            className="w-full"
            label="Не продавать дешевле себестоимости с наценкой, %"
            hint="Без налогов. У группы номенклатуры может быть своя."
            min={0}
            max={10_000}
            disabled={!mayWrite || !data}
            value={value}
            onValueChange={setTyped}
            error={value === null ? 'Укажите процент' : undefined}
          />
          {mayWrite && (
            <Button
              type="submit"
              className="self-start"
              busy={save.isPending}
              disabled={value === stored || value === null}
            >
              Сохранить
            </Button>
          )}
        </Form>
      )}
    </Panel>
  )
}
