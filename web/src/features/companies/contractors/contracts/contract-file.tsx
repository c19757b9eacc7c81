import { contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { saveBlob } from '../../../../lib/api/download.ts'
import { momentDay } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'

const MAX_BYTES = 10 * 1024 * 1024

export function DownloadButton({ contract }: { contract: ContractItem }) {
  const { file } = contract
  const download = useApiMutation(contractRoutes.file, {
    onSuccess: (blob) => saveBlob(blob, file?.name ?? 'Договор'),
    onError: toastRefusal('Файл не скачан'),
  })
  if (!file) return null
  return (
    <Button
      size="sm"
      title={`${file.name}, загружен ${momentDay(file.uploaded_at)}`}
      icon={<IconDownload size={14} />}
      busy={download.isPending}
      onClick={() => download.mutate({ params: { id: contract.id } })}
    >
      Скачать договор
    </Button>
  )
}

export function UploadButton({ contract }: { contract: ContractItem }) {
  const input = useRef<HTMLInputElement>(null)
  const refresh = useInvalidate('contractors')
  const upload = useApiMutation(contractRoutes.upload, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Файл договора загружен' })
      await refresh()
    },
    onError: toastRefusal('Файл не загружен'),
  })
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size <= MAX_BYTES) upload.mutate({ params: { id: contract.id }, query: { name: file.name }, file })
    else toast({ severity: 'error', summary: 'Файл слишком большой', detail: 'Не более 10 МБ' })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Файл договора ${contract.number}`}
        accept=".pdf,.jpg,.jpeg,.png"
        onChange={(event) => {
          take(event.target.files?.[0])
          // Lets the user choose the same file again after a refusal.
          event.target.value = ''
        }}
      />
      <Button
        size="sm"
        title="PDF, JPEG или PNG, не более 10 МБ"
        icon={<IconUpload size={14} />}
        busy={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {contract.file ? 'Заменить файл' : 'Загрузить файл'}
      </Button>
    </>
  )
}
