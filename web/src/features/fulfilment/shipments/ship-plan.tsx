import { counted } from '@artikul/contract/core/plural'
import type { PlannedShipment, ShipmentPlan } from '@artikul/contract/fulfilment/shipments'
import { messageOf } from '../../../lib/api/api-error.ts'
import { day } from '../../../lib/text/format.ts'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import type { Draft } from './ship-dialog.tsx'
import { readyGroupName } from './shipments.api.ts'

interface Props {
  /** `undefined` while nothing is chosen. */
  plan: ShipmentPlan | undefined
  error: unknown
  draft: Draft
  errors: Readonly<Record<string, string>>
  onChange: (typed: Partial<Draft>) => void
}

/** Preview of the shipments before they are created. */
export function ShipPlan({ plan, error, draft, errors, onChange }: Props) {
  if (error) return <Notice tone="warn">{messageOf(error)}</Notice>
  if (!plan) return null
  const isHeld = plan.shipments.some((one) => one.held !== null)
  const isPartial = plan.shipments.some(({ orders }) => orders.some(({ incomplete }) => incomplete !== null))
  return (
    <section aria-label="Что получится" className="flex flex-col gap-3 rounded-md bg-raised px-4 py-3 text-sm">
      <h3 className="font-semibold">Будет {counted(plan.shipments.length, 'отгрузка', 'отгрузки', 'отгрузок')}</h3>
      {plan.shipments.map((one) => {
        const name = readyGroupName(one)
        const at = plan.shipments.filter((other) => other.needs_number).indexOf(one)
        return (
          <div key={name} className="flex flex-col gap-2">
            <Planned shipment={one} />
            {one.orders.map(
              ({ id, number, incomplete }) =>
                incomplete !== null && (
                  <Notice key={id} tone="warn">
                    Заказ № {number}. {incomplete}.
                  </Notice>
                ),
            )}
            {one.held !== null && <Notice tone="warn">Отгрузка остановлена. {one.held}.</Notice>}
            {one.needs_number && (
              <TextField
                label="Номер отгрузки из 1С"
                required
                maxLength={50}
                className="max-w-60"
                value={draft.numbers[name] ?? ''}
                onValueChange={(number) => onChange({ numbers: { ...draft.numbers, [name]: number } })}
                error={errors[`numbers.${at}.number`] ?? errors['numbers']}
              />
            )}
          </div>
        )
      })}
      {isPartial && (
        <Checkbox
          label="Всё же отгрузить часть заказа"
          checked={draft.allowPartial}
          onCheckedChange={(allowPartial) => onChange({ allowPartial })}
        />
      )}
      {isHeld && plan.may_despite && (
        <TextArea
          label="Почему всё же отгружаем"
          hint="Останется в отгрузке и в журнале"
          required
          maxLength={500}
          value={draft.despite}
          onValueChange={(despite) => onChange({ despite })}
          error={errors['despite_reason']}
        />
      )}
      {isHeld && !plan.may_despite && (
        <p className="text-text-2">Отгрузить остановленное может менеджер с правом «Бухгалтер».</p>
      )}
    </section>
  )
}

const Planned = ({ shipment }: { shipment: PlannedShipment }) => (
  <>
    <p className="font-medium">
      {shipment.contractor}, {shipment.consignee}
    </p>
    <DefinitionList
      items={[
        ['Продавец', shipment.seller],
        ['Заказы', shipment.orders.map(({ number }) => `№\u00a0${number}`).join(', ')],
        ['Рейс', shipment.delivery_run],
        [
          'Сумма',
          <span key="sum">
            <Money kop={shipment.total_kop} className="font-semibold" />,{' '}
            {counted(shipment.lines_count, 'строка', 'строки', 'строк')}
          </span>,
        ],
        ['В том числе НДС', shipment.vat_kop !== 0 && <Money key="vat" kop={shipment.vat_kop} />],
        ['Оплата', `до ${day(shipment.due_on)}`],
        ['Претензии по количеству', `до ${day(shipment.accept_until)}`],
      ]}
    />
  </>
)
