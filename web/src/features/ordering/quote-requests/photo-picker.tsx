import { MAX_PHOTOS } from '@artikul/contract/ordering/quote-requests'
import { IconX } from '@tabler/icons-react'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { PHOTO_TYPES, photoRefusal } from './photo-rules.ts'

interface Props {
  files: readonly File[]
  onFilesChange: (files: File[]) => void
}

const ACCEPTED = Object.fromEntries(PHOTO_TYPES.map((type) => [type, []]))

/** Photos to upload after the request is created. */
export function PhotoPicker({ files, onFilesChange }: Props) {
  const take = (chosen: File[]) => {
    const refusals = chosen.flatMap((file) => photoRefusal(file) ?? [])
    const fitting = chosen.filter((file) => photoRefusal(file) === null)
    if (fitting.length > MAX_PHOTOS) refusals.push(`Не больше ${MAX_PHOTOS} фото`)
    if (refusals.length > 0) toast({ severity: 'warn', summary: 'Не все фото добавлены', detail: refusals.join('. ') })
    onFilesChange(fitting.slice(0, MAX_PHOTOS))
  }
  return (
    <div>
      <Dropzone
        label="Фото"
        hint={`JPEG, PNG или WebP, до ${MAX_PHOTOS} фото по 5 МБ`}
        multiple
        accept={ACCEPTED}
        files={files}
        onFilesChange={take}
        onRejected={(refused) => take([...files, ...refused])}
        disabled={files.length >= MAX_PHOTOS}
      />
      {files.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {files.map((file, index) => (
            <Thumbnail
              key={`${file.name} ${index}`}
              file={file}
              onRemove={() => onFilesChange(files.filter((one) => one !== file))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function Thumbnail({ file, onRemove }: { file: File; onRemove: () => void }) {
  const url = useObjectUrl(file)
  return (
    <li className="relative">
      {url && <img src={url} alt={file.name} className="size-20 rounded-md border border-hairline object-cover" />}
      <IconButton
        size="sm"
        className="absolute top-1 right-1 bg-surface!"
        label={`Убрать ${file.name}`}
        icon={<IconX size={14} />}
        onClick={onRemove}
      />
    </li>
  )
}
