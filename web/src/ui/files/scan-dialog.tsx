import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { scannedNumber } from '@artikul/contract/catalog/scanned-number'
import { readBarcode } from '../../lib/browser/barcode-camera.ts'
import { Dialog } from '../windows/dialog.tsx'
import { FormError } from '../fields/form.tsx'

const REFUSALS: Record<string, string> = {
  NotAllowedError:
    'Доступ к камере запрещён. Разрешите его для этого сайта в настройках браузера или введите номер с клавиатуры.',
  NotFoundError: 'Камера не найдена. Введите номер с клавиатуры.',
  NotReadableError: 'Камера занята другой программой. Закройте её и попробуйте ещё раз.',
}
const refusalOf = (error: unknown) =>
  (error instanceof Error && REFUSALS[error.name]) || 'Сканер не запустился. Введите номер с клавиатуры.'

/** Pause before the same box can be scanned again. */
const BETWEEN_MS = 1200

interface Props {
  onFound: (number: string) => void
  onClose: () => void
  /** Message about the last number when several are scanned in a row. */
  series?: string
}

/** Reads a barcode with the camera. */
export default function ScanDialog({ onFound, onClose, series }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const take = (number: string) => {
    onFound(number)
    if (series !== undefined) setTimeout(() => setRound((before) => before + 1), BETWEEN_MS)
  }
  return (
    <Dialog title="Сканирование" width="sm" open onClose={onClose}>
      {refusal ? (
        <FormError text={refusal} />
      ) : (
        <Viewfinder key={round} message={series} onFound={take} onRefused={(error) => setRefusal(refusalOf(error))} />
      )}
    </Dialog>
  )
}

interface ViewfinderProps {
  message: string | undefined
  onFound: (number: string) => void
  onRefused: (error: unknown) => void
}

/** Camera view that reads until a barcode is found. */
function Viewfinder({ message, onFound, onRefused }: ViewfinderProps) {
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onFound)
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (!video.current) return
    const stop = new AbortController()
    readBarcode(video.current, stop.signal).then(
      (content) => content !== null && !stop.signal.aborted && found(scannedNumber(content)),
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
        {message ? message : 'Наведите камеру на штрихкод, QR-код или код «Честный знак»: номер найдётся сам.'}
      </p>
    </>
  )
}
