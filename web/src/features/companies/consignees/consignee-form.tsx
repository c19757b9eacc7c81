import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { useMay } from '../../../lib/session/current-session.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { CarrierFields } from './carrier-fields.tsx'
import { CollectorsFields } from './collectors-fields.tsx'
import { ConsigneeActions } from './consignee-actions.tsx'
import { phoneText } from './consignee-draft.ts'
import { zoneText } from './consignee-words.ts'
import { HoursFields } from './hours-fields.tsx'
import { LegalFields } from './legal-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { useConsigneeForm, type ConsigneeForm as Model } from './use-consignee-form.ts'

interface Props {
  /** `null` for a new point. */
  item: ConsigneeItem | null
  onClose: () => void
  /** Receives the id of the saved point. */
  onSaved?: (id: number) => void
}

/** Form of a new or existing delivery point, opened over any page. */
export default function ConsigneeForm({ item, onClose, onSaved }: Props) {
  const form = useConsigneeForm(item, (saved) => {
    onSaved?.(saved)
    onClose()
  })
  const mayChange = useMay('change_points')
  const isArchived = item?.is_archived ?? false
  const isFixed = isArchived || !mayChange
  return (
    <FormDialog
      side
      title={item ? item.name : 'Новая точка'}
      label={item ? 'Точка доставки' : 'Новая точка'}
      submit={isFixed ? null : item ? 'Сохранить' : 'Добавить'}
      form={form}
      disabled={!form.changed}
      isDirty={form.changed}
      onClose={onClose}
      below={
        item &&
        mayChange && (
          <div className="mt-5 border-t border-hairline pt-4">
            <ConsigneeActions item={item} onError={form.refuse} onGone={onClose} />
          </div>
        )
      }
    >
      {isArchived && mayChange && (
        <Notice>Точка в архиве: чтобы изменить её или заказать на неё, верните её из архива.</Notice>
      )}
      {!mayChange && (
        // All fields are disabled, so this focusable note lets the keyboard scroll the form.
        <div role="note" tabIndex={0}>
          <Notice>Точки меняет администратор компании.</Notice>
        </div>
      )}
      <fieldset disabled={isFixed} className="flex min-w-0 flex-col gap-5">
        <NameFields form={form} />
        {item && <Zone item={item} />}
        <ContactFields form={form} />
        <HoursFields form={form} />
        <LegalFields form={form} />
        <CarrierFields form={form} />
        <CollectorsFields form={form} />
      </fieldset>
    </FormDialog>
  )
}

const Zone = ({ item: { zone } }: { item: ConsigneeItem }) => (
  <p className="rounded-md bg-raised px-3 py-2 text-sm">
    {zone ? zoneText(zone) : 'Зона доставки не назначена: её выберет ваш менеджер.'}
  </p>
)

function NameFields({ form }: { form: Model }) {
  const { draft, change, field } = form
  return (
    <div className="flex flex-col gap-3.5">
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-[1fr_12rem]">
        <TextField {...field('name')} label="Название точки" required maxLength={100} />
        <TextField {...field('code')} label="Код точки" maxLength={30} />
      </div>
      <PlaceFields form={form} />
      <Checkbox
        label="Точка по умолчанию"
        checked={draft.is_default}
        onCheckedChange={(is_default) => change({ is_default })}
      />
    </div>
  )
}

function ContactFields({ form: { draft, change, field } }: { form: Model }) {
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      <TextField {...field('contact')} label="Контактное лицо" maxLength={200} />
      <TextField
        {...field('phone')}
        label="Телефон"
        type="tel"
        inputMode="tel"
        maxLength={30}
        onBlur={() => change({ phone: phoneText(draft.phone) })}
      />
      <TextField
        {...field('document_email')}
        label="Почта для документов"
        type="email"
        inputMode="email"
        maxLength={254}
        className="sm:col-span-2"
      />
    </div>
  )
}
