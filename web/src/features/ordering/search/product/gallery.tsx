import { photoUrl, type ProductPhoto } from '@artikul/contract/catalog/product-photos'
import { Suspense, useState } from 'react'
import { cx } from '../../../../ui/cx.ts'
import { ProductThumbnail } from '../../../../ui/product-photo.tsx'
import { lazyWindow } from '../../../../ui/windows/lazy-window.tsx'

const PhotoDialog = lazyWindow(() => import('./photo-dialog.tsx'))

interface Props {
  /** Name of the product. */
  title: string
  photos: readonly ProductPhoto[]
}

/** Photos of a product: one of them large, the others below; pressing it opens its full size. */
export function Gallery({ title, photos }: Props) {
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const shown = photos[at] ?? photos[0]
  if (!shown) return null
  return (
    <section aria-label="Фото" className="rounded-lg border border-hairline bg-surface p-4">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Увеличить фото: ${title}`}
        className="mx-auto block aspect-square w-full max-w-80 cursor-zoom-in overflow-hidden rounded-md bg-white"
        onClick={() => setOpen(true)}
      >
        <img
          src={photoUrl(shown.hash, 'picture')}
          width={shown.width}
          height={shown.height}
          alt=""
          className="size-full object-contain"
        />
      </button>
      {photos.length > 1 && (
        <ul aria-label="Все фото" className="mt-3 flex flex-wrap justify-center gap-2">
          {photos.map(({ id, hash }, index) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Фото ${index + 1} из ${photos.length}`}
                aria-current={id === shown.id || undefined}
                className={cx(
                  'block rounded-md border-2 p-0.5',
                  id === shown.id ? 'border-ring' : 'border-transparent hover:border-control',
                )}
                onClick={() => setAt(index)}
              >
                <ProductThumbnail hash={hash} className="block size-11" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown.licence !== '' && <p className="mt-2 text-center text-xs text-text-2">Фото: {shown.licence}</p>}
      {isOpen && (
        <Suspense>
          <PhotoDialog title={title} photos={photos} at={at} onChange={setAt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
