import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readBarcode } from '../../lib/barcode-camera.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form.tsx'

const REFUSALS: Record<string, string> = {
  NotAllowedError:
    'Доступ к камере запрещён. Разрешите его для этого сайта в настройках браузера или введите номер с клавиатуры.',
  NotFoundError: 'Камера не найдена. Введите номер с клавиатуры.',
  NotReadableError: 'Камера занята другой программой. Закройте её и попробуйте ещё раз.',
}
const refusalOf = (error: unknown) =>
  (error instanceof Error && REFUSALS[error.name]) || 'Камера не открылась. Введите номер с клавиатуры.'

interface Props {
  onFound: (number: string) => void
  onClose: () => void
}

/** Reads a barcode by the camera. */
export default function ScanDialog({ onFound, onClose }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  return (
    <Dialog title="Штрихкод" width="sm" open onClose={onClose}>
      {refusal ? (
        <FormError text={refusal} />
      ) : (
        <Viewfinder onFound={onFound} onRefused={(error) => setRefusal(refusalOf(error))} />
      )}
    </Dialog>
  )
}

/** What the camera sees, until a barcode is in it. */
function Viewfinder({ onFound, onRefused }: Pick<Props, 'onFound'> & { onRefused: (error: unknown) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onFound)
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (!video.current) return
    const stop = new AbortController()
    readBarcode(video.current, stop.signal).then(
      (number) => number !== null && !stop.signal.aborted && found(number),
      (error: unknown) => !stop.signal.aborted && refused(error),
    )
    return () => stop.abort()
  }, [])
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        aria-label="Изображение с камеры"
        className="aspect-[4/3] w-full rounded-md bg-black object-cover"
      />
      <p role="status" className="mt-3 text-sm text-text-2">
        Наведите камеру на штрихкод: номер найдётся сам.
      </p>
    </>
  )
}
