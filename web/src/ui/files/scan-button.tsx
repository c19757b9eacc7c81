import { IconBarcode } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { hasCamera } from '../../lib/browser/barcode-camera.ts'
import { IconButton } from '../icon-button.tsx'
import { lazyWindow } from '../windows/lazy-window.tsx'

const ScanDialog = lazyWindow(() => import('./scan-dialog.tsx'))

/** True where there is a camera. */
export function useCanScan(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => void hasCamera().then(setCan), [])
  return can
}

export function ScanButton({ onFound }: { onFound: (number: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton size="sm" label="Сканировать код" icon={<IconBarcode size={18} />} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <ScanDialog
            onClose={close}
            onFound={(number) => {
              close()
              onFound(number)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
