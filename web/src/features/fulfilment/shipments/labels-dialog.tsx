import { keysOf } from '@artikul/contract/core/keys'
import { LABEL_SIZES, LabelsQuery, type LabelSize } from '@artikul/contract/fulfilment/shipment-labels'
import { shipmentRoutes, type Shipment } from '@artikul/contract/fulfilment/shipments'
import { saveBlob } from '../../../lib/api/download.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

const SIZES = keysOf(LABEL_SIZES).map((value) => ({
  value,
  label: `${LABEL_SIZES[value].join(' × ')} мм`,
}))

/** Prints a label for each bag or box; its QR code opens the shipment on the storeman's phone. */
export default function LabelsDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const form = useForm<{ places: number | null; size: LabelSize }>({ defaultValues: { places: 1, size: '58x40' } })
  const print = useApiMutation(shipmentRoutes.labels)
  const submit = () => {
    if (!form.checked(LabelsQuery, { ...form.draft, places: String(form.draft.places ?? '') })) return
    const { places, size } = form.draft
    print.mutate(
      { params: { id: shipment.id }, query: { places: places ?? 0, size } },
      {
        onSuccess: (file) => {
          saveBlob(file, `Этикетки ${shipment.number}.pdf`)
          onClose()
        },
        onError: (error) => form.refuse(error, ['places']),
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title="Этикетки на места"
      description="По QR с этикетки покупатель откроет отгрузку на телефоне и пересчитает товар."
      submit="Скачать PDF"
      form={{ errors: form.errors, busy: print.isPending, submit }}
      isDirty={false}
      onClose={onClose}
    >
      <NumberField
        label="Сколько мест"
        required
        min={1}
        max={100}
        format={{ maximumFractionDigits: 0 }}
        {...form.field('places')}
      />
      <RadioGroup
        label="Размер этикетки"
        items={SIZES}
        value={form.draft.size}
        onValueChange={(size) => form.change({ size })}
      />
    </FormDialog>
  )
}
