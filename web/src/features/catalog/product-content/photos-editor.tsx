import type { Product } from '@artikul/contract/catalog/catalog'
import { MAX_PHOTO_BYTES, MAX_PHOTOS, productContentRoutes } from '@artikul/contract/catalog/product-content'
import type { ProductPhoto } from '@artikul/contract/catalog/product-photos'
import { IconStar, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProductThumbnail } from '../../../ui/product-photo.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { CONTENT_KEYS } from './content-keys.ts'

const ACCEPTED = { 'image/jpeg': [], 'image/png': [], 'image/webp': [] }
const HINT = `JPEG, PNG или WebP, до ${MAX_PHOTO_BYTES / 1024 / 1024} МБ`

/** Photos of the product: a chosen file is added at once. */
export function PhotosEditor({ product: { id, photos } }: { product: Product }) {
  const [licence, setLicence] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const adding = useApiMutation(productContentRoutes.addPhoto, {
    invalidates: CONTENT_KEYS,
    onMutate: () => setRefusal(null),
    onError: (error) => setRefusal(messageOf(error)),
  })
  return (
    <section aria-label="Фото" className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Фото</h3>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <Photo productId={id} photo={photo} at={at} />
            </li>
          ))}
        </ul>
      )}
      {photos.length < MAX_PHOTOS && (
        <>
          <TextField
            label="Чьё фото"
            hint="Автор или условия использования: покупатель видит это под фото."
            maxLength={200}
            value={licence}
            onValueChange={setLicence}
          />
          <PhotoByUrl productId={id} licence={licence.trim()} />
          <Dropzone
            label="Новое фото"
            hint={HINT}
            accept={ACCEPTED}
            maxSize={MAX_PHOTO_BYTES}
            files={[]}
            listed={false}
            disabled={adding.isPending}
            onFilesChange={([file]) =>
              file && adding.mutate({ params: { id }, query: { licence: licence.trim() }, file })
            }
            onRejected={([file]) => setRefusal(`${file?.name ?? 'Файл'}: нужна картинка ${HINT}`)}
          />
        </>
      )}
      {refusal !== null && (
        <p role="alert" className="text-sm text-accent">
          {refusal}
        </p>
      )}
    </section>
  )
}

function PhotoByUrl({ productId, licence }: { productId: number; licence: string }) {
  const [url, setUrl] = useState('')
  const adding = useApiMutation(productContentRoutes.addPhotoByUrl, {
    invalidates: CONTENT_KEYS,
    onSuccess: () => setUrl(''),
  })
  const add = () => adding.mutate({ params: { id: productId }, body: { url: url.trim(), licence } })
  return (
    <div className="flex flex-wrap items-start gap-2">
      <TextField
        label="Ссылка на фото"
        className="min-w-48 flex-1"
        maxLength={1000}
        value={url}
        onValueChange={setUrl}
        error={adding.error ? messageOf(adding.error) : undefined}
      />
      <Button className="sm:mt-6" busy={adding.isPending} disabled={url.trim() === ''} onClick={add}>
        Добавить по ссылке
      </Button>
    </div>
  )
}

interface PhotoProps {
  productId: number
  photo: ProductPhoto
  at: number
}

function Photo({ productId, photo, at }: PhotoProps) {
  const params = { id: productId, photo_id: photo.id }
  const first = useApiMutation(productContentRoutes.makePhotoFirst, {
    invalidates: CONTENT_KEYS,
    onError: toastRefusal('Фото не стало главным'),
  })
  const removing = useApiMutation(productContentRoutes.removePhoto, {
    invalidates: CONTENT_KEYS,
    onError: toastRefusal('Фото не удалено'),
  })
  const remove = async () => {
    if (await confirm({ title: `Удалить фото ${at + 1}?`, dangerous: true })) removing.mutate({ params })
  }
  const isBusy = first.isPending || removing.isPending
  return (
    <figure className="flex w-24 flex-col gap-1">
      <ProductThumbnail hash={photo.hash} className="size-24" />
      <figcaption className="flex min-h-8 items-center justify-between">
        {at === 0 ? (
          <Tag tone="success">Главное</Tag>
        ) : (
          <IconButton
            label={`Сделать главным фото ${at + 1}`}
            icon={<IconStar size={16} />}
            disabled={isBusy}
            onClick={() => first.mutate({ params, body: {} })}
          />
        )}
        <IconButton
          label={`Удалить фото ${at + 1}`}
          icon={<IconTrash size={16} />}
          disabled={isBusy}
          onClick={() => void remove()}
        />
      </figcaption>
    </figure>
  )
}
