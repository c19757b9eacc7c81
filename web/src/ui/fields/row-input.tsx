import { useState } from 'react'

interface Props {
  label: string
  placeholder?: string
  value: string
  maxLength?: number
  onCommit: (value: string) => void
}

/** Text input of a table row: applied on Enter or blur, reverted on Escape. */
export function RowInput({ label, placeholder, value, maxLength, onCommit }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed !== null && typed.trim() !== value) onCommit(typed.trim())
    setTyped(null)
  }
  return (
    <input
      type="text"
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setTyped(null)
      }}
      className="control control-row"
    />
  )
}
