import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import { copyText } from './copy-text.ts'

/** Copies a text and confirms with a tick for a moment. */
export function CopyButton({ text, label = `Скопировать ${text}` }: { text: string; label?: string }) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <IconButton
      size="sm"
      className="-my-1"
      label={done ? 'Скопировано' : label}
      icon={done ? <IconCheck size={14} className="text-success" /> : <IconCopy size={14} />}
      onClick={(event) => {
        event.stopPropagation()
        void copyText(text).then(setDone)
      }}
    />
  )
}
