import { priceExportRoutes, type PriceSchedule } from '@artikul/contract/ordering/price-exports'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { chosenText, conditionsText, FORMAT_LABELS, hourText } from './price-export-texts.ts'
import type { PriceExportForm } from './use-price-export-form.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: hourText(hour) }))
const USUAL_HOUR = 7

const filtersOf = ({ format, brands, groups, in_stock, point }: PriceSchedule) => ({
  format,
  brand_ids: brands.map(({ id }) => id),
  group_ids: groups.map(({ id }) => id),
  in_stock,
  consignee_id: point?.id ?? null,
})

/** «Присылать каждый день»: sends the file daily with the filters of the form beside it. */
export function DailyPanel({ schedule, form }: { schedule: PriceSchedule | null; form: PriceExportForm }) {
  const [picked, setPicked] = useState(schedule?.hour ?? USUAL_HOUR)
  const save = useApiMutation(priceExportRoutes.schedule, { invalidates: ['price-exports'] })
  const current = schedule?.is_on && !schedule.groups_gone ? schedule : null
  const hour = current?.hour ?? picked
  return (
    <Panel title="Каждый день по почте" className="lg:w-80 lg:flex-none">
      <Form
        label="Каждый день по почте"
        onSubmit={() => save.mutate({ body: { ...form.fields, hour, is_on: true } })}
        error={save.error && messageOf(save.error)}
      >
        {schedule?.groups_gone && (
          <Notice tone="warn">
            Групп, по которым вы отбирали товары, больше нет: прайс не собираем. Выберите в форме другие и включите
            рассылку снова.
          </Notice>
        )}
        {current ? <CurrentSchedule schedule={current} /> : <Invitation />}
        <Select
          label="Начинать в"
          hint="По московскому времени."
          items={HOURS}
          value={hour}
          disabled={save.isPending}
          onValueChange={(next) => {
            setPicked(next ?? USUAL_HOUR)
            if (current && next !== null) save.mutate({ body: { ...filtersOf(current), hour: next, is_on: true } })
          }}
        />
        <div className="flex flex-col gap-2">
          <Button type="submit" busy={save.isPending}>
            {current ? 'Взять условия из формы' : 'Присылать каждый день'}
          </Button>
          {current && (
            <Button
              look="ghost"
              disabled={save.isPending}
              onClick={() => save.mutate({ body: { ...filtersOf(current), hour, is_on: false } })}
            >
              Не присылать
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}

const Invitation = () => (
  <p className="text-sm text-text-2">Будем собирать файл с условиями из формы и присылать вам письмо со ссылкой.</p>
)

const CurrentSchedule = ({ schedule }: { schedule: PriceSchedule }) => (
  <div className="text-sm">
    <p>
      Присылаем {FORMAT_LABELS[schedule.format]}: {chosenText(schedule)}, {conditionsText(schedule)}.
    </p>
    <p className="text-text-2">Следующий — {moment(schedule.next_at)}.</p>
  </div>
)
