import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { saveBlob } from '../../lib/api/download.ts'
import { Button } from '../button.tsx'
import { toastRefusal } from '../hints/toast.ts'

interface Props {
  name: string
  file: () => Promise<Blob>
  disabled?: boolean
  /** Accessible name for a small button in a table row. */
  label?: string
  /** Button text while the file is generated. */
  busyText?: string
  /** Shows only the arrow on a phone, beside long content. */
  slim?: boolean
  children?: ReactNode
}

/** Button that opens a generated file. */
export function FileButton(props: Props) {
  const { name, file, disabled = false, label, busyText, slim = false, children = 'Скачать XLSX' } = props
  const saving = useMutation({
    mutationFn: file,
    onSuccess: (blob) => saveBlob(blob, name),
    onError: toastRefusal('Файл не получен'),
  })
  return (
    <Button
      {...(label !== undefined && ({ size: 'sm', 'aria-label': label } as const))}
      icon={label === undefined && <IconDownload size={16} />}
      busy={saving.isPending}
      disabled={disabled || saving.isPending}
      onClick={() => saving.mutate()}
    >
      <span className={slim ? 'max-sm:sr-only' : undefined}>
        {saving.isPending && busyText !== undefined ? busyText : children}
      </span>
    </Button>
  )
}
