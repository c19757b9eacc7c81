import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'

interface Props {
  /** Name of the file when the server gives none. */
  name: string
  fetchFile: () => Promise<Parameters<typeof saveBlob>[0]>
}

/** Saves the rows of a report as XLSX. */
export function FileButton({ name, fetchFile }: Props) {
  const file = useMutation({
    mutationFn: fetchFile,
    onSuccess: (blob) => saveBlob(blob, name),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не скачан', detail: messageOf(error) }),
  })
  return (
    <Button size="sm" icon={<IconFileDownload size={16} />} busy={file.isPending} onClick={() => file.mutate()}>
      Скачать XLSX
    </Button>
  )
}
