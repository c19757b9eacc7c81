import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Form } from '../fields/form.tsx'
import { TextArea } from '../fields/text-field.tsx'

interface MessageBubbleProps {
  /** Author and time: «Иванова Мария, 21.11 в 10:05». */
  by: string
  /** Text of an action; empty for a plain message. */
  act: string
  text: string
  /** True for messages of the reader's side. */
  isOwn: boolean
  children?: ReactNode
}

/** Message or action in a conversation, on the side of its author. */
export const MessageBubble = ({ by, act, text, isOwn, children }: MessageBubbleProps) => (
  <li className={cx('flex flex-col gap-1 text-sm', isOwn ? 'items-end' : 'items-start')}>
    <p className="text-xs text-text-2">
      {by}
      {act && `. ${act}`}
    </p>
    {text && (
      <p
        className={cx(
          'max-w-[85%] rounded-lg px-3 py-2 break-words whitespace-pre-line',
          isOwn ? 'bg-info/12' : 'bg-group',
        )}
      >
        {text}
      </p>
    )}
    {children}
  </li>
)

interface WritingProps {
  label: string
  hint?: string | undefined
  /** `form`: error of the whole form; `text`: error of the text. */
  errors: { form: string | null; text: string | undefined }
  busy: boolean
  /** True while an attachment is not ready yet. */
  waits?: boolean
  /** Calls `done` after the message is sent; until then the typed text remains. */
  onSend: (text: string, done: () => void) => void
  children?: ReactNode
}

/** Form of a new message. */
export function Writing({ label, hint, errors, busy, waits = false, onSend, children }: WritingProps) {
  const [typed, setTyped] = useState('')
  const isIdle = typed.trim() === '' || waits
  const send = () => {
    if (!isIdle) onSend(typed.trim(), () => setTyped(''))
  }
  return (
    <Form label="Сообщение" className="mt-4" error={errors.form} onSubmit={send}>
      <TextArea label={label} hint={hint} value={typed} maxLength={2000} onValueChange={setTyped} error={errors.text} />
      {children}
      <div className="flex justify-end">
        <Button type="submit" busy={busy} disabled={isIdle || busy}>
          Отправить
        </Button>
      </div>
    </Form>
  )
}
