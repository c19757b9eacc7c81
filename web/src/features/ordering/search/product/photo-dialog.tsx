import { photoUrl, type ProductPhoto } from '@artikul/contract/catalog/product-photos'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Dialog } from '../../../../ui/windows/dialog.tsx'

interface Props {
  title: string
  photos: readonly ProductPhoto[]
  at: number
  onChange: (at: number) => void
  onClose: () => void
}

/** Photo of a product in full size; the arrow keys show the others. */
export default function PhotoDialog({ title, photos, at, onChange, onClose }: Props) {
  const count = photos.length
  const shown = photos[at] ?? photos[0]
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (count < 2) return
      if (key === 'ArrowRight') onChange((at + 1) % count)
      if (key === 'ArrowLeft') onChange((at + count - 1) % count)
    }
    // The window keeps arrow keys from reaching the page, so they are caught on their way down.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [at, count, onChange])
  if (!shown) return null
  return (
    <Dialog title={title} open width="lg" onClose={onClose}>
      <img
        src={photoUrl(shown.hash, 'picture')}
        width={shown.width}
        height={shown.height}
        alt={count > 1 ? `${title}, фото ${at + 1}` : title}
        className="h-[min(60dvh,800px)] w-[800px] max-w-full rounded-md max-md:aspect-square max-md:h-auto bg-white object-contain"
      />
      <div className="mt-3 flex min-h-8 flex-wrap items-center justify-center gap-2 text-sm text-text-2">
        {count > 1 && (
          <>
            <IconButton
              label="Предыдущее фото"
              icon={<IconChevronLeft size={18} />}
              onClick={() => onChange((at + count - 1) % count)}
            />
            <span role="status">
              {at + 1} из {count}
            </span>
            <IconButton
              label="Следующее фото"
              icon={<IconChevronRight size={18} />}
              onClick={() => onChange((at + 1) % count)}
            />
          </>
        )}
        {shown.licence !== '' && <span>Фото: {shown.licence}</span>}
      </div>
    </Dialog>
  )
}
