import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import { Button } from '../button.tsx'
import type { ConfirmQuestion } from './confirm.tsx'
import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'
import { TextField } from '../fields/text-field.tsx'

const FADE = 'transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

const dense = (text: string) => text.replace(/\s/g, '').toLowerCase()

export default function ConfirmDialog({
  title,
  text,
  dangerous,
  typed,
  onAnswer,
}: ConfirmQuestion & { onAnswer: (answer: boolean) => void }) {
  const [word, setWord] = useState('')
  const isTyped = !typed || dense(word) === dense(typed.word)
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onAnswer(false)}>
      <AlertDialog.Portal>
        {/* Rendered over another window too, which the backdrop then shades. */}
        <AlertDialog.Backdrop forceRender className={cx('fixed inset-0 z-[920] bg-shade', FADE)} />
        <AlertDialog.Popup
          className={cx(
            'fixed top-1/2 left-1/2 z-[930] w-[420px] max-w-[calc(100vw-1.5rem)] -translate-1/2 rounded-lg bg-surface p-5 text-text shadow-2xl outline-none',
            FADE,
          )}
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          {text && <AlertDialog.Description className="mt-1 text-sm text-text-2">{text}</AlertDialog.Description>}
          {typed && (
            <TextField
              className="mt-3"
              label={typed.label}
              hint={`Введите: ${typed.word}`}
              value={word}
              onValueChange={setWord}
            />
          )}
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={() => onAnswer(false)}>{LABELS.reject}</Button>
            <Button look={dangerous ? 'danger' : 'primary'} disabled={!isTyped} onClick={() => onAnswer(true)}>
              {LABELS.accept}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
