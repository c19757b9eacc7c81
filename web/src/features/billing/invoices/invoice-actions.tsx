import { invoiceRoutes, type Invoice } from '@artikul/contract/billing/invoices'
import { newInvoiceRoutes } from '@artikul/contract/billing/new-invoice'
import { IconBan, IconCopy, IconFileSpreadsheet, IconFileTypePdf, IconMail, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ReasonDialog } from '../../../ui/windows/reason-dialog.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { copyText } from '../../../ui/text/copy-text.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { INVOICE_KEYS } from './invoices.api.ts'
import { EmailInvoiceDialog } from './email-invoice-dialog.tsx'

function useDownload(invoice: Invoice, kind: 'filePdf' | 'fileXlsx') {
  return useApiMutation(invoiceRoutes[kind], {
    onSuccess: (file) => saveBlob(file, `Счет на оплату ${invoice.number}.${kind === 'filePdf' ? 'pdf' : 'xlsx'}`),
    onError: toastRefusal('Файл не скачан'),
  })
}

export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const pdf = useDownload(invoice, 'filePdf')
  const xlsx = useDownload(invoice, 'fileXlsx')
  const copyPurpose = async () => {
    if (await copyText(invoice.purpose))
      toast({ severity: 'success', summary: 'Назначение платежа скопировано', detail: invoice.purpose })
  }
  return (
    <>
      {invoice.can.cancel && <CancelButton invoice={invoice} />}
      {invoice.can.replace && (
        <Link to="/invoice" search={{ replaces: invoice.id }} className={buttonClass()}>
          Перевыставить
        </Link>
      )}
      <Button icon={<IconCopy size={16} />} onClick={() => void copyPurpose()}>
        Скопировать назначение платежа
      </Button>
      <Button
        icon={<IconFileSpreadsheet size={16} />}
        busy={xlsx.isPending}
        onClick={() => xlsx.mutate({ params: { id: invoice.id } })}
      >
        XLSX
      </Button>
      <Button
        icon={<IconFileTypePdf size={16} />}
        busy={pdf.isPending}
        onClick={() => pdf.mutate({ params: { id: invoice.id } })}
      >
        PDF
      </Button>
      <MailButton invoice={invoice} />
      <Button look="primary" icon={<IconPrinter size={16} />} onClick={() => print()}>
        Печать
      </Button>
    </>
  )
}

/** Only invoices in force can be emailed. */
function MailButton({ invoice }: { invoice: Invoice }) {
  const [isOpen, setOpen] = useState(false)
  if (invoice.state === 'replaced' || invoice.state === 'cancelled') return null
  return (
    <>
      <Button icon={<IconMail size={16} />} onClick={() => setOpen(true)}>
        Отправить на почту
      </Button>
      {isOpen && <EmailInvoiceDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  )
}

function CancelButton({ invoice: { id, number } }: { invoice: Invoice }) {
  const [isOpen, setOpen] = useState(false)
  const refresh = useInvalidate(...INVOICE_KEYS)
  return (
    <>
      <Button look="danger" icon={<IconBan size={16} />} onClick={() => setOpen(true)}>
        Аннулировать
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Аннулировать счёт № ${number}`}
          description="Счёт останется в документах с пометкой «Аннулирован», платить по нему будет нельзя."
          hint="Причина останется в журнале действий."
          submit="Аннулировать"
          dangerous
          send={async (reason) => {
            await call(newInvoiceRoutes.cancel, { params: { id }, body: { reason } })
            await refresh()
          }}
          done={`Счёт № ${number} аннулирован`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
