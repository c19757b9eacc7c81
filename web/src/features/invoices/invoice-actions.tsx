import { useMutation } from '@tanstack/react-query'
import { invoiceRoutes, type Invoice } from '@artikul/contract/invoices'
import { IconCopy, IconFileSpreadsheet, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/call.ts'
import { saveBlob } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

function useDownload(invoice: Invoice, kind: 'pdf' | 'xlsx') {
  return useMutation({
    mutationFn: () => call(invoiceRoutes[kind], { params: { id: String(invoice.order_id) } }),
    onSuccess: (file) => saveBlob(file, `Счет на оплату ${invoice.number}.${kind}`),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не скачан', detail: messageOf(error) }),
  })
}

export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const pdf = useDownload(invoice, 'pdf')
  const xlsx = useDownload(invoice, 'xlsx')
  const copyPurpose = async () => {
    try {
      await navigator.clipboard.writeText(invoice.purpose)
      toast({ severity: 'success', summary: 'Назначение платежа скопировано', detail: invoice.purpose })
    } catch {
      toast({ severity: 'error', summary: 'Не скопировано', detail: invoice.purpose, life: 0 })
    }
  }
  return (
    <>
      <Button icon={<IconCopy size={16} />} onClick={() => void copyPurpose()}>
        Скопировать назначение платежа
      </Button>
      <Button icon={<IconFileSpreadsheet size={16} />} busy={xlsx.isPending} onClick={() => xlsx.mutate()}>
        XLSX
      </Button>
      <Button icon={<IconFileTypePdf size={16} />} busy={pdf.isPending} onClick={() => pdf.mutate()}>
        PDF
      </Button>
      <Button look="primary" icon={<IconPrinter size={16} />} onClick={() => print()}>
        Печать
      </Button>
    </>
  )
}
