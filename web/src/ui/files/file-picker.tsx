import { MAX_FILES } from '@artikul/contract/core/attachments'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../lib/api/api-error.ts'
import { fileRefusal, type UploadedFile } from '../../lib/api/attachments.ts'
import { Dropzone } from './dropzone.tsx'
import { IconButton } from '../icon-button.tsx'
import { Spinner } from '../states/spinner.tsx'
import { toast } from '../hints/toast.ts'

interface Props {
  /** Uploads a file. */
  keep: (file: File) => Promise<UploadedFile>
  files: readonly UploadedFile[]
  onFilesChange: (change: (files: readonly UploadedFile[]) => readonly UploadedFile[]) => void
  /** Updates the number of uploads in progress, for which the form waits. */
  onPendingChange: (change: (pending: number) => number) => void
  error?: string | undefined
}

/** Photos and documents, uploaded as soon as they are chosen. */
export function FilePicker({ keep, files, onFilesChange, onPendingChange, error }: Props) {
  const send = useMutation({
    mutationFn: async (chosen: readonly File[]) => {
      const refusals: string[] = []
      for (const file of chosen) {
        const refusal = fileRefusal(file)
        if (refusal) refusals.push(refusal)
        else
          await keep(file).then(
            (kept) => onFilesChange((all) => [...all, kept]),
            (failure: unknown) => refusals.push(`${file.name}: ${messageOf(failure)}`),
          )
      }
      return refusals
    },
    onMutate: () => onPendingChange((pending) => pending + 1),
    onSettled: () => onPendingChange((pending) => pending - 1),
    onSuccess: (refusals) => {
      if (refusals.length > 0)
        toast({ severity: 'warn', summary: 'Не все файлы приложены', detail: refusals.join('. '), life: 8000 })
    },
  })
  const free = MAX_FILES - files.length
  const take = (chosen: File[]) => {
    if (chosen.length > free)
      toast({ severity: 'warn', summary: `Не больше ${MAX_FILES} файлов`, detail: 'Лишние не приложены' })
    send.mutate(chosen.slice(0, free))
  }
  return (
    <div>
      <Dropzone
        label="Фото и документы"
        hint={`JPEG, PNG, WebP или PDF, до ${MAX_FILES} файлов по 10 МБ`}
        multiple
        accept={{ 'image/jpeg': [], 'image/png': [], 'image/webp': [], 'application/pdf': [] }}
        files={[]}
        listed={false}
        onFilesChange={take}
        onRejected={take}
        disabled={free <= 0 || send.isPending}
      />
      {error && (
        <p role="alert" className="mt-1 text-xs text-accent">
          {error}
        </p>
      )}
      {send.isPending && (
        <p className="mt-2 flex items-center gap-2 text-sm text-text-2">
          <Spinner /> Загружаем
        </p>
      )}
      {files.length > 0 && (
        <ul aria-label="Приложенные файлы" className="mt-2 flex flex-wrap gap-2">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex max-w-full items-center gap-1.5 rounded-md border border-hairline py-0.5 pr-0.5 pl-2 text-sm"
            >
              <IconFileText size={14} aria-hidden="true" className="flex-none text-text-2" />
              <span className="min-w-0 truncate">{file.name}</span>
              <IconButton
                size="sm"
                label={`Убрать ${file.name}`}
                icon={<IconX size={14} />}
                onClick={() => onFilesChange((all) => all.filter((one) => one.id !== file.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
