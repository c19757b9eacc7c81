import type { AttachedFile } from '@artikul/contract/core/attachments'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileRoute, UploadedFile } from '../../lib/api/attachments.ts'
import { formErrors } from '../../lib/api/form-errors.ts'
import { moment } from '../../lib/text/format.ts'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Form } from '../fields/form.tsx'
import { TextArea } from '../fields/text-field.tsx'
import { Attachments } from '../files/attachments.tsx'
import { FilePicker } from '../files/file-picker.tsx'

interface Message {
  id: number
  by: string
  at: string
  text: string
  from_staff: boolean
  files?: readonly AttachedFile[]
}

interface MessageThreadProps<M extends Message> {
  messages: readonly M[]
  isStaff: boolean
  /** Names an entry that records an action; empty for a plain message. */
  actionOf?: (message: M) => string
  /** Route of the attached files. */
  fileRoute?: FileRoute
}

/** Messages and actions in order, each on the side of its author. */
export const MessageThread = <M extends Message>({ messages, isStaff, actionOf, fileRoute }: MessageThreadProps<M>) => (
  <ol className="flex flex-col gap-3">
    {messages.map((message) => {
      const { id, by, at, text, from_staff: fromStaff, files = [] } = message
      const isOwn = fromStaff === isStaff
      return (
        <li key={id} className={cx('flex flex-col gap-1 text-sm', isOwn ? 'items-end' : 'items-start')}>
          <p className="text-xs text-text-2">
            {[`${by}, ${moment(at)}`, actionOf?.(message)].filter(Boolean).join('. ')}
          </p>
          {text && (
            <p
              className={cx(
                'max-w-[85%] rounded-lg px-3 py-2 wrap-anywhere whitespace-pre-line',
                isOwn ? 'bg-info/12' : 'bg-group',
              )}
            >
              {text}
            </p>
          )}
          {fileRoute && <Attachments files={files} source={fileRoute} />}
        </li>
      )
    })}
  </ol>
)

interface MessageFormProps {
  isStaff: boolean
  /** By default names the other side. */
  label?: string | undefined
  hint?: string | undefined
  send: (message: { text: string; file_ids: number[] }) => Promise<unknown>
  /** Uploads an attachment; without it messages have none. */
  upload?: ((file: File) => Promise<UploadedFile>) | undefined
}

/** Form of a new message, which keeps the typed text until the message is sent. */
export function MessageForm({ isStaff, label, hint, send: sendMessage, upload }: MessageFormProps) {
  const [typed, setTyped] = useState('')
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const [pending, setPending] = useState(0)
  const send = useMutation({
    mutationFn: sendMessage,
    onSuccess: () => {
      setTyped('')
      setFiles([])
    },
  })
  const errors = send.error ? formErrors(send.error, ['text', 'file_ids']) : null
  const text = typed.trim()
  const canSend = text !== '' && pending === 0 && !send.isPending
  return (
    <Form
      label="Сообщение"
      className="mt-4"
      error={errors?.form ?? null}
      onSubmit={() => canSend && send.mutate({ text, file_ids: files.map(({ id }) => id) })}
    >
      <TextArea
        label={label ?? (isStaff ? 'Сообщение клиенту' : 'Сообщение менеджеру')}
        hint={hint}
        value={typed}
        maxLength={2000}
        onValueChange={setTyped}
        error={errors?.fields['text']}
      />
      {upload && (
        <FilePicker
          keep={upload}
          files={files}
          onFilesChange={setFiles}
          onPendingChange={setPending}
          error={errors?.fields['file_ids']}
        />
      )}
      <div className="flex justify-end">
        <Button type="submit" busy={send.isPending} disabled={!canSend}>
          Отправить
        </Button>
      </div>
    </Form>
  )
}
