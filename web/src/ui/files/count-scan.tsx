import { IconBarcode } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { lazyWindow } from '../windows/lazy-window.tsx'
import { useCanScan } from './scan-button.tsx'

const ScanDialog = lazyWindow(() => import('./scan-dialog.tsx'))

/** Message about a scanned code. */
export interface ScanMessage {
  text: string
  isUnknown: boolean
}

/** Input for scanned codes: a scanner or a person types the code and Enter, or the camera reads it where supported. */
export function CountScan({ scan, said: message }: { scan: (code: string) => void; said: ScanMessage | null }) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const canScan = useCanScan()
  const take = () => {
    if (code.trim() !== '') scan(code)
    setCode('')
    input.current?.focus()
  }
  return (
    <div className="sticky top-(--head) z-10 -mx-1 bg-bg px-1 py-2">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
      >
        <input
          ref={input}
          aria-label="Артикул или штрихкод"
          placeholder="Артикул или штрихкод"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={100}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          className="control h-12! min-w-0 flex-1 text-base!"
        />
        <Button type="submit" className="h-12!">
          Учесть
        </Button>
        {canScan && (
          <Button
            aria-label="Сканировать камерой"
            icon={<IconBarcode size={22} />}
            className="h-12! px-3!"
            onClick={() => setIsOpen(true)}
          />
        )}
      </form>
      <p role="status" className={cx('mt-1 min-h-5 text-sm', message?.isUnknown ? 'text-accent' : 'text-success')}>
        {message?.text}
      </p>
      {isOpen && (
        <Suspense>
          <ScanDialog series={message?.text ?? ''} onFound={scan} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
