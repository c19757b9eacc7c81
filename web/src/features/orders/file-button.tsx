import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { messageOf } from '../../lib/api-error.ts'
import { saveBlob } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

interface Props {
  name: string
  file: () => Promise<Blob>
}

/** What is filtered, as a workbook. */
export function FileButton({ name, file }: Props) {
  const saving = useMutation({
    mutationFn: file,
    onSuccess: (blob) => saveBlob(blob, name),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не получен', detail: messageOf(error) }),
  })
  return (
    <Button icon={<IconDownload size={16} />} busy={saving.isPending} onClick={() => saving.mutate()}>
      Скачать XLSX
    </Button>
  )
}
