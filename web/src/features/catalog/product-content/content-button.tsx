import type { Product } from '@artikul/contract/catalog/catalog'
import { IconPhotoEdit } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyWindow } from '../../../ui/windows/lazy-window.tsx'

const ContentDialog = lazyWindow(() => import('./content-dialog.tsx'))

/** Opens the photos and properties of a product for an order manager. */
export default function ContentButton({ product }: { product: Product }) {
  const [isOpen, setOpen] = useState(false)
  if (!useHasRole('ArtikulOrderManager')) return null
  return (
    <>
      <Button icon={<IconPhotoEdit size={16} />} onClick={() => setOpen(true)}>
        Фото и свойства
      </Button>
      {isOpen && (
        <Suspense>
          <ContentDialog product={product} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
