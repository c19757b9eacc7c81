import { MAX_COVER_BYTES, newsRoutes, type NewsCover } from '@artikul/contract/site/news'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { smallerPhoto } from '../../../lib/browser/smaller-photo.ts'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { Spinner } from '../../../ui/states/spinner.tsx'
import { query } from '../../../lib/api/query.ts'
import { call } from '../../../lib/api/call.ts'

const ACCEPTED = { 'image/jpeg': [], 'image/png': [], 'image/webp': [] }
const HINT = 'JPEG, PNG или WebP, до 5 МБ'

interface Props {
  cover: NewsCover | null
  onChange: (cover: NewsCover | null) => void
  error?: string | undefined
}

/** Loads the cover of unpublished news, visible to its authors only; null until loaded. */
export function useCoverUrl(cover: NewsCover | null): string | null {
  const { data } = useQuery(
    query(newsRoutes.draftCover, { params: { id: cover?.id ?? 0 } }, { enabled: cover !== null, staleTime: Infinity }),
  )
  return useObjectUrl(cover ? data : undefined)
}

/** Uploads a picture as soon as it is chosen; saving the news attaches it. */
export function CoverField({ cover, onChange, error }: Props) {
  const url = useCoverUrl(cover)
  const [refusal, setRefusal] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: async (file: File) => call(newsRoutes.addCover, { file: await smallerPhoto(file) }),
    onMutate: () => setRefusal(null),
    onSuccess: onChange,
    onError: (failure) => setRefusal(messageOf(failure)),
  })
  const shown = refusal ?? error
  return (
    <div>
      {cover ? (
        <div className="flex flex-col gap-2">
          <span className="text-sm font-medium">Обложка</span>
          {url ? (
            <img
              src={url}
              width={cover.width}
              height={cover.height}
              alt="Обложка новости"
              className="aspect-[5/2] w-full rounded-md border border-hairline bg-group object-cover"
            />
          ) : (
            <div className="skeleton aspect-[5/2] w-full rounded-md" />
          )}
          <Button size="sm" className="self-start" icon={<IconTrash size={14} />} onClick={() => onChange(null)}>
            Убрать обложку
          </Button>
        </div>
      ) : (
        <Dropzone
          label="Обложка"
          hint={HINT}
          accept={ACCEPTED}
          files={[]}
          listed={false}
          disabled={sending.isPending}
          onFilesChange={([file]) => {
            if (!file) return
            // Larger photos are accepted, because the browser reduces them before the upload.
            if (file.size > 4 * MAX_COVER_BYTES) setRefusal(`${file.name}: не больше 5 МБ`)
            else sending.mutate(file)
          }}
          onRejected={([file]) => setRefusal(`${file?.name ?? 'Файл'}: нужна картинка ${HINT}`)}
        />
      )}
      {sending.isPending && (
        <p className="mt-2 flex items-center gap-2 text-sm text-text-2">
          <Spinner /> Загружаем
        </p>
      )}
      {shown && (
        <p role="alert" className="mt-1 text-xs text-accent">
          {shown}
        </p>
      )}
    </div>
  )
}
