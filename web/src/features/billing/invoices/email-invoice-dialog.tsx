import { MAX_INVOICE_ADDRESSES, SendInvoice, invoiceEmailRoutes } from '@artikul/contract/billing/invoice-emails'
import type { Invoice } from '@artikul/contract/billing/invoices'
import { counted } from '@artikul/contract/core/plural'
import { useQuery } from '@tanstack/react-query'
import { NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { invoiceEmailsQuery } from './invoice-emails.tsx'

/** Splits addresses separated by commas, semicolons, spaces or line breaks. */
const addressesOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)

/** Returns the problem of the addresses and names the wrong one. */
function refusalOf(to: readonly string[]): string | null {
  const [issue] = SendInvoice.safeParse({ to }).error?.issues ?? []
  if (!issue) return null
  const at = issue.path[1]
  return typeof at === 'number' ? `${issue.message}: ${to[at] ?? ''}` : issue.message
}

interface Props {
  invoice: Invoice
  onClose: () => void
}

/** «Отправить на почту»: suggests the address that usually receives the company's invoices. */
export function EmailInvoiceDialog({ invoice, onClose }: Props) {
  const { data, error } = useQuery(invoiceEmailsQuery(invoice.id))
  const known = data?.suggested ?? (error ? [] : null)
  if (known) return <MailForm invoice={invoice} known={known} onClose={onClose} />
  return (
    <FormDialog
      width="sm"
      title={`Отправить счёт № ${invoice.number}`}
      submit={null}
      form={{ errors: NO_ERRORS, busy: false, submit: () => undefined }}
      isDirty={false}
      onClose={onClose}
    >
      <span className="flex justify-center p-4">
        <Spinner size={24} />
      </span>
    </FormDialog>
  )
}

function MailForm({ invoice, known, onClose }: Props & { known: readonly string[] }) {
  const { draft, errors, isDirty, change, field, passes, refuse } = useForm({ defaultValues: { to: known[0] ?? '' } })
  const send = useApiMutation(invoiceEmailRoutes.send, { invalidates: [`invoices/${invoice.id}/mails`] })
  const to = addressesOf(draft.to)
  const rest = known.filter((address) => !to.includes(address))
  const submit = () => {
    const refused = refusalOf(to)
    if (!passes(refused === null ? {} : { to: refused })) return
    send.mutate(
      { params: { id: invoice.id }, body: SendInvoice.parse({ to }) },
      {
        onSuccess: ({ sent }) => {
          const summary = `Счёт отправляется на ${counted(sent, 'адрес', 'адреса', 'адресов')}`
          toast({ severity: 'success', summary, detail: to.join(', ') })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  }
  return (
    <FormDialog
      width="sm"
      title={`Отправить счёт № ${invoice.number}`}
      description="Письмо уйдёт с PDF-файлом счёта и назначением платежа."
      submit="Отправить"
      form={{ errors, busy: send.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextArea
        label="Кому"
        required
        rows={2}
        autoComplete="off"
        inputMode="email"
        placeholder="buh@company.ru"
        hint={`До ${MAX_INVOICE_ADDRESSES} адресов через запятую`}
        maxLength={1500}
        {...field('to')}
      />
      {rest.length > 0 && to.length < MAX_INVOICE_ADDRESSES && (
        <div className="flex flex-wrap gap-2" role="group" aria-label="Добавить адрес">
          {rest.map((address) => (
            <Button
              key={address}
              size="sm"
              aria-label={`Добавить ${address}`}
              className="max-w-full"
              onClick={() => change({ to: [...to, address].join(', ') })}
            >
              <span className="truncate">+ {address}</span>
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  )
}
