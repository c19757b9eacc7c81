import type { ContractItem } from '@artikul/contract/companies/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { saveBlob } from '../../../../lib/api/download.ts'
import { momentDay } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { contractFile, uploadContractFile } from './contracts.api.ts'

const MAX_BYTES = 10 * 1024 * 1024

export function DownloadButton({ contract }: { contract: ContractItem }) {
  const { file } = contract
  const download = useMutation({
    mutationFn: () => contractFile(contract),
    onSuccess: (blob) => saveBlob(blob, file?.name ?? 'Договор'),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не скачан', detail: messageOf(error) }),
  })
  if (!file) return null
  return (
    <Button
      size="sm"
      title={`${file.name}, загружен ${momentDay(file.uploaded_at)}`}
      icon={<IconDownload size={14} />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      Скачать договор
    </Button>
  )
}

export function UploadButton({ contract }: { contract: ContractItem }) {
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: (file: File) => uploadContractFile(contract, file),
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Файл договора загружен' })
      await queryClient.invalidateQueries({ queryKey: ['contractor'] })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Файл не загружен', detail: messageOf(error) }),
  })
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size <= MAX_BYTES) upload.mutate(file)
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
