import {
  CERTIFICATE_KINDS,
  certificateRoutes,
  MAX_CERTIFICATE_BYTES,
  type CertificateKind,
} from '@artikul/contract/catalog/certificates'
import { keysOf } from '@artikul/contract/core/keys'
import { NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { keysOfOwner, type CertificateOwner } from './certificate-owner.ts'

const KINDS = keysOf(CERTIFICATE_KINDS).map((value) => ({ value, label: CERTIFICATE_KINDS[value] }))
const ACCEPTED = { 'application/pdf': [], 'image/jpeg': [], 'image/png': [], 'image/webp': [] }
const HINT = `PDF, JPEG, PNG или WebP, до ${MAX_CERTIFICATE_BYTES / 1024 / 1024} МБ`

interface Draft {
  kind: CertificateKind
  number: string
  valid_until: string | null
  file: File | null
}
const EMPTY: Draft = { kind: 'conformity', number: '', valid_until: null, file: null }

function useCertificateForm(owner: CertificateOwner, onSaved: () => void) {
  const form = useForm({ defaultValues: EMPTY })
  const route = owner.of === 'product' ? certificateRoutes.add : certificateRoutes.addToBrand
  const adding = useApiMutation(route, {
    invalidates: keysOfOwner(owner),
    onMutate: () => form.show(NO_ERRORS),
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Сертификат добавлен' })
      onSaved()
    },
    onError: (error) => form.refuse(error, ['kind', 'number', 'valid_until']),
  })
  const { file, number, ...rest } = form.draft
  return {
    ...form,
    busy: adding.isPending,
    isReady: file !== null && number.trim() !== '',
    submit: () => {
      if (file) adding.mutate({ params: { id: owner.id }, query: { ...rest, number: number.trim() }, file })
    },
  }
}

/** Adds a certificate of a product or of a brand. */
export default function CertificateDialog({ owner, onClose }: { owner: CertificateOwner; onClose: () => void }) {
  const form = useCertificateForm(owner, onClose)
  const { draft, errors, change, field } = form
  return (
    <FormDialog
      title="Добавить сертификат"
      submit="Добавить"
      form={form}
      isDirty={form.isDirty}
      disabled={!form.isReady}
      onClose={onClose}
    >
      <Select
        label="Вид документа"
        items={KINDS}
        value={draft.kind}
        onValueChange={(kind) => kind && change({ kind })}
        error={errors.fields['kind']}
      />
      <TextField label="Номер" required maxLength={100} autoComplete="off" {...field('number')} />
      <DateField
        label="Действует до"
        hint="Если документ бессрочный, оставьте пустым. После этого дня покупатели его не видят."
        min={todayIso()}
        {...field('valid_until')}
      />
      <Dropzone
        label="Файл"
        hint={HINT}
        accept={ACCEPTED}
        maxSize={MAX_CERTIFICATE_BYTES}
        files={draft.file ? [draft.file] : []}
        disabled={form.busy}
        onFilesChange={([file]) => file && change({ file })}
        onRejected={([file]) => form.show({ fields: {}, form: `${file?.name ?? 'Файл'}: нужен ${HINT}` })}
      />
    </FormDialog>
  )
}
