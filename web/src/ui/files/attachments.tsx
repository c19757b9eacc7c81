import type { AttachedFile } from '@artikul/contract/core/attachments'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileRoute } from '../../lib/api/attachments.ts'
import { saveBlob } from '../../lib/api/download.ts'
import { useObjectUrl } from '../../lib/browser/use-object-url.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../windows/dialog.tsx'
import { toastRefusal } from '../hints/toast.ts'
import { query } from '../../lib/api/query.ts'
import { call } from '../../lib/api/call.ts'

interface Shown {
  file: AttachedFile
  source: FileRoute
}

/** Photos and documents below a message. */
export const Attachments = ({ files, source }: { files: readonly AttachedFile[]; source: FileRoute }) =>
  files.length > 0 && (
    <ul className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id}>
          {file.type === 'application/pdf' ? (
            <AttachedDocument file={file} source={source} />
          ) : (
            <Photo file={file} source={source} />
          )}
        </li>
      ))}
    </ul>
  )

function AttachedDocument({ file, source }: Shown) {
  const save = () =>
    call(source, { params: { id: file.id } }).then((blob) => saveBlob(blob, file.name), toastRefusal('Файл не скачан'))
  return (
    <Button size="sm" icon={<IconFileTypePdf size={16} />} onClick={() => void save()}>
      <span className="max-w-48 truncate">{file.name}</span>
    </Button>
  )
}

/** Photo loaded by an authorized call, which a plain `img` cannot make. */
function Photo({ file, source }: Shown) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Открыть ${file.name}`}
        className="size-20 overflow-hidden rounded-md border border-hairline bg-raised"
        onClick={() => setIsOpen(true)}
      >
        <Picture file={file} source={source} alt="" className="size-full object-cover" />
      </button>
      {isOpen && (
        <Dialog title={file.name} width="lg" open onClose={() => setIsOpen(false)}>
          <Picture
            file={file}
            source={source}
            alt={file.name}
            className="mx-auto max-h-[70dvh] max-w-full object-contain"
          />
        </Dialog>
      )}
    </>
  )
}

function Picture({ file, source, alt, className }: Shown & { alt: string; className: string }) {
  const { data, error } = useQuery(query(source, { params: { id: file.id } }, { staleTime: Infinity }))
  const url = useObjectUrl(data)
  if (error) return <span className="p-1 text-xs text-text-2">Фото не загружено</span>
  return url ? <img src={url} alt={alt} className={className} /> : <span className="skeleton block size-full" />
}
