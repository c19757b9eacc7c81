import { MAX_PHOTOS, requestRoutes, type Request } from '@artikul/contract/ordering/quote-requests'
import { useQuery } from '@tanstack/react-query'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { PHOTO_TYPES, photoRefusal } from './photo-rules.ts'

interface Props {
  request: Request
  /** True while the requester may add more photos. */
  canAdd: boolean
}

export function RequestPhotos({ request, canAdd }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const isFull = request.photos.length >= MAX_PHOTOS
  if (request.photos.length === 0 && !canAdd) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {request.photos.map(({ id }, index) => (
        <button
          key={id}
          type="button"
          aria-label={`Открыть фото ${index + 1}`}
          className="size-20 overflow-hidden rounded-md border border-hairline bg-raised"
          onClick={() => setShown(id)}
        >
          <Photo id={id} alt="" className="size-full object-cover" />
        </button>
      ))}
      {canAdd && !isFull && <AddPhoto request={request} />}
      {shown !== null && (
        <Dialog title={`Фото к запросу ${request.number}`} width="lg" open onClose={() => setShown(null)}>
          <Photo id={shown} alt="Фото к запросу" className="mx-auto max-h-[70dvh] max-w-full object-contain" />
        </Dialog>
      )}
    </div>
  )
}

/** Photo loaded by an authorized call, which a plain `img` cannot make. */
function Photo({ id, alt, className }: { id: number; alt: string; className: string }) {
  const { data, error } = useQuery(query(requestRoutes.photo, { params: { id } }, { staleTime: Infinity }))
  const url = useObjectUrl(data)
  if (error) return <span className="p-1 text-xs text-text-2">Фото не загружено</span>
  return url ? <img src={url} alt={alt} className={className} /> : <span className="skeleton block size-full" />
}

function AddPhoto({ request }: { request: Request }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useApiMutation(requestRoutes.addPhoto, { invalidates: ['quote-requests'] })
  const take = (file: File | undefined) => {
    if (!file) return
    const refusal = photoRefusal(file)
    const refuse = (detail: string) => toast({ severity: 'error', summary: 'Фото не добавлено', detail })
    if (refusal) refuse(refusal)
    else upload.mutate({ params: { id: request.id }, file }, { onError: (error) => refuse(messageOf(error)) })
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Фото к запросу"
        accept={PHOTO_TYPES.join(',')}
        onChange={(event) => {
          take(event.target.files?.[0])
          // Lets the user choose the same file again after a refusal.
          event.target.value = ''
        }}
      />
      <Button icon={<IconPhotoPlus size={16} />} busy={upload.isPending} onClick={() => input.current?.click()}>
        Добавить фото
      </Button>
    </>
  )
}
