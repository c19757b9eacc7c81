import {
  NewOnlineSupplier,
  OnlineSupplierPatch,
  SupplierTrial,
  onlineSupplierRoutes,
  type OnlineSupplier,
} from '@artikul/contract/suppliers/online-suppliers'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { AccessFields, ArmtekAddress } from './access-fields.tsx'
import { ApiReplyFields } from './api-reply-fields.tsx'
import { AskingFields } from './query-fields.tsx'
import type { PartProps } from './form-part.tsx'
import { OrderingFields } from './ordering-fields.tsx'
import {
  accessOf,
  supplierDraftOf,
  SUPPLIER_FIELDS,
  supplierFieldsOf,
  newSupplierDraft,
  type SupplierDraft,
} from './supplier-draft.ts'
import { Trial, type QueriedPart } from './trial.tsx'
import { SUPPLIER_KEYS } from './online-suppliers.api.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { TEMPLATES, type Template } from './templates.data.ts'

/** First step of a new supplier: its template by name. */
function TemplateChoice({ onChoose }: { onChoose: (template: Template) => void }) {
  return (
    <div role="group" aria-label="Шаблон поставщика" className="flex flex-col gap-2">
      {TEMPLATES.map((template) => (
        <button
          key={template.adapter}
          type="button"
          className="flex items-center gap-3 rounded-lg border border-hairline bg-surface p-3 text-left hover:bg-raised"
          onClick={() => onChoose(template)}
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{template.name}</span>
            <span className="block text-sm text-text-2">{template.text}</span>
          </span>
          <IconChevronRight size={16} aria-hidden="true" className="shrink-0 text-text-2" />
        </button>
      ))}
    </div>
  )
}

const STEPS = ['Шаблон', 'Адрес и проба', 'Остальное']
/** Fields of the folded part. */
const FOLDED = /^(?:settings\.armtek\.kunnr_za|priority|budget_ms|per_|hours|brand_ids|min_order|tolerance)/

interface Props {
  /** `null` for a new supplier. */
  supplier: OnlineSupplier | null
  sellers: readonly { id: number; name: string }[]
  /** The priority of the supplier that is queried last. */
  last: number
  onClose: () => void
}

/** Connection settings of a supplier in three steps; the password is write-only. */
export default function SupplierDialog({ supplier, sellers, last, onClose }: Props) {
  const [isChosen, setChosen] = useState(supplier !== null)
  const [sample, setSample] = useState('')
  const { draft, errors, isDirty, change, forget, checked, refuse } = useForm<SupplierDraft>({
    values: supplier ? supplierDraftOf(supplier) : newSupplierDraft({ sellers, last }),
    paths: {
      adapter: ['adapter', 'settings', 'secret'],
      armtek: 'settings.armtek',
      api: ['settings.api', 'list'],
      url: ['url', 'settings.api.path', 'secret'],
      login: ['login', 'secret'],
      is_round_the_clock: 'hours',
      from: 'hours',
      to: 'hours',
      brands: 'brand_ids',
      tolerance: 'tolerance_hundredths',
    },
  })
  const save = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSettled: useInvalidate(...SUPPLIER_KEYS),
  })
  const check = useApiMutation(onlineSupplierRoutes.check, { onError: (error) => refuse(error, SUPPLIER_FIELDS) })
  const secret = draft.secret === '' && supplier ? null : draft.secret
  const prepared = () => {
    const fields = { ...supplierFieldsOf(draft), secret }
    if (!supplier) {
      const { name, seller_id } = draft
      const unchosen = seller_id === null ? { seller_id: 'Выберите продавца' } : undefined
      const made = checked(NewOnlineSupplier, { name, seller_id, ...fields }, unchosen)
      return made && (() => call(onlineSupplierRoutes.create, { body: made }))
    }
    const patch = checked(OnlineSupplierPatch, { version: supplier.version, ...fields })
    return patch && (() => call(onlineSupplierRoutes.update, { params: { id: supplier.id }, body: patch }))
  }
  const submit = () => {
    const send = prepared()
    if (!send) return
    save.mutate(send, {
      onSuccess: () => {
        const summary = supplier ? 'Поставщик изменён' : 'Поставщик добавлен'
        toast({ severity: 'success', summary, detail: supplier?.name ?? draft.name })
        onClose()
      },
      onError: (error) => refuse(error, SUPPLIER_FIELDS),
    })
  }
  const tryOut = (part: QueriedPart) => {
    const trial = checked(SupplierTrial, { ...accessOf(draft), id: supplier?.id ?? null, secret, ...part })
    if (!trial) return
    check.mutate(
      { body: trial },
      {
        onSuccess: ({ response, proposal }) => {
          if (draft.adapter === 'api') setSample(response)
          if (proposal) change({ api: { ...draft.api, ...proposal } })
        },
      },
    )
  }
  const edit = (fresh: Partial<SupplierDraft>) => {
    check.reset()
    change(fresh)
  }
  const fields = { draft, errors: errors.fields, onChange: edit }
  return (
    <FormDialog
      side
      title={supplier?.name ?? 'Новый онлайн-поставщик'}
      label="Онлайн-поставщик"
      description={supplier && 'Название, наценка, НДС и возврат — в разделе «Поставщики и склады».'}
      submit={isChosen ? (supplier ? 'Сохранить' : 'Добавить') : null}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
      acts={isChosen && !supplier && <Button onClick={() => setChosen(false)}>Другой шаблон</Button>}
      below={
        isChosen && (
          <>
            <Trial
              errors={errors.fields}
              check={check}
              onTyped={() => {
                check.reset()
                forget(['article', 'brand'])
              }}
              onTry={tryOut}
            />
            {draft.adapter === 'api' && (
              <div className="mt-5">
                <ApiReplyFields {...fields} sample={sample} onSample={setSample} />
              </div>
            )}
            <RestFields {...fields} />
          </>
        )
      }
    >
      {!supplier && <Steps label="Шаги" steps={STEPS} current={isChosen ? 1 : 0} />}
      {isChosen ? (
        <AccessFields {...fields} sellers={supplier ? null : sellers} />
      ) : (
        <TemplateChoice
          onChoose={({ adapter, name, url }) => {
            check.reset()
            change({ adapter, name: adapter === 'api' ? '' : name, url })
            setChosen(true)
          }}
        />
      )}
    </FormDialog>
  )
}

/** Last step: everything with a sensible default, folded until wanted or refused. */
function RestFields(fields: PartProps) {
  const isRefused = Object.keys(fields.errors).some((field) => FOLDED.test(field))
  return (
    <details className="mt-5 border-t border-hairline pt-3" {...(isRefused && { open: true })}>
      <summary className="cursor-pointer text-base font-semibold">Остальное: опрос, бренды, заказы</summary>
      <div className="mt-3 flex flex-col gap-3.5">
        <Switch
          label="Спрашивать поставщика"
          checked={fields.draft.is_on}
          onCheckedChange={(isOn) => fields.onChange({ is_on: isOn })}
        />
        {fields.draft.adapter === 'armtek' && <ArmtekAddress {...fields} />}
        <AskingFields {...fields} />
        <OrderingFields {...fields} />
      </div>
    </details>
  )
}
