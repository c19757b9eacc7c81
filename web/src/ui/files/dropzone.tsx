import { IconFileText, IconUpload } from '@tabler/icons-react'
import { useDropzone, type Accept } from 'react-dropzone'
import { useIsTouch } from '../../lib/browser/use-media.ts'
import { cx } from '../cx.ts'
import { CameraButton } from './camera-button.tsx'
import { LABELS } from '../fields/labels.ts'

interface Props {
  label: string
  files: readonly File[]
  onFilesChange: (files: File[]) => void
  accept?: Accept
  /** Description of the accepted files. */
  hint: string
  maxSize?: number
  onRejected?: (files: File[]) => void
  multiple?: boolean
  disabled?: boolean
  /** False when the caller lists the files itself. */
  listed?: boolean
}

const takesPhotos = (accept: Accept) => 'image/jpeg' in accept

export function Dropzone({ label, files, onFilesChange, hint, onRejected, accept, listed = true, ...rest }: Props) {
  const isTouch = useIsTouch()
  const zone = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: rest.multiple ?? false,
    disabled: rest.disabled ?? false,
    ...(rest.maxSize !== undefined && { maxSize: rest.maxSize }),
    ...(accept && { accept }),
    onDrop: (accepted, refused) => {
      if (accepted.length > 0) onFilesChange(rest.multiple ? [...files, ...accepted] : accepted)
      if (refused.length > 0) onRejected?.(refused.map(({ file }) => file))
    },
  })
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium">{label}</span>
      <div
        {...zone.getRootProps()}
        className={cx(
          'flex min-h-16 items-center justify-center gap-2.5 rounded-md border border-dashed px-4 py-2 text-sm',
          zone.isDragActive ? 'border-ring bg-brand-soft' : 'border-control',
          rest.disabled && 'border-hairline! bg-group text-text-2',
        )}
      >
        <input {...zone.getInputProps({ 'aria-label': label })} />
        <IconUpload size={20} aria-hidden="true" className="flex-none text-text-2" />
        <span>
          <button
            type="button"
            onClick={zone.open}
            disabled={rest.disabled}
            className="font-medium text-brand underline underline-offset-2 disabled:text-text-2 disabled:no-underline"
          >
            Выбрать файл
          </button>
          {!isTouch && ' или перетащите файл сюда'}: {hint}
        </span>
      </div>
      {isTouch && accept && takesPhotos(accept) && (
        <CameraButton
          label={`${label}: снимок`}
          disabled={rest.disabled ?? false}
          onPhotos={(photos) => onFilesChange(rest.multiple ? [...files, ...photos] : photos)}
        />
      )}
      {listed && files.length === 0 && <p className="text-sm text-text-2">{LABELS.noFile}</p>}
      {files.map((file) => (
        <p key={file.name} className="flex items-center gap-1 text-sm text-text-2">
          <IconFileText size={14} aria-hidden="true" /> {file.name}
        </p>
      ))}
    </div>
  )
}
