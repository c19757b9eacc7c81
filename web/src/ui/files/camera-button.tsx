import { IconCamera } from '@tabler/icons-react'
import { useRef } from 'react'
import { Button } from '../button.tsx'

interface Props {
  /** Accessible name of the chosen photos. */
  label: string
  onPhotos: (photos: File[]) => void
  busy?: boolean
  disabled?: boolean
  className?: string
}

/** «Снять фото»: opens the camera of a phone; a computer opens its files. */
export function CameraButton({ label, onPhotos, busy = false, disabled = false, className }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onPhotos([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        className={className ?? ''}
        icon={<IconCamera size={20} />}
        busy={busy}
        disabled={disabled || busy}
        onClick={() => input.current?.click()}
      >
        Снять фото
      </Button>
    </>
  )
}
