import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Spinner } from '../states/spinner.tsx'
import { TextArea } from './text-field.tsx'

const Markdown = lazy(async () => ({ default: (await import('../text/markdown.tsx')).Markdown }))

interface Props {
  label: string
  value: string
  onValueChange: (value: string) => void
  maxLength: number
  rows?: number
  error?: string | undefined
  /** Wrapper of the text. */
  frame?: (text: ReactNode) => ReactNode
}

const HELP = '## Заголовок, **важно**, *курсив*, «- » и «1. » — списки, [текст](адрес) — ссылка.'

/** Markdown text field with a preview. */
export function MarkdownField({ frame, value, ...field }: Props) {
  const [isShown, setIsShown] = useState(false)
  const shown = <Markdown text={value} />
  return (
    <div className="relative">
      {/* Positioned beside the label, which is the first line of the field. */}
      <div role="group" aria-label={`${field.label}: вид`} className="absolute -top-2 right-0 flex gap-1">
        <Button size="sm" look={isShown ? 'ghost' : 'soft'} aria-pressed={!isShown} onClick={() => setIsShown(false)}>
          Правка
        </Button>
        <Button size="sm" look={isShown ? 'soft' : 'ghost'} aria-pressed={isShown} onClick={() => setIsShown(true)}>
          Просмотр
        </Button>
      </div>
      {isShown ? (
        <>
          <p aria-hidden="true" className="mb-1 text-sm font-medium">
            {field.label}
          </p>
          <div
            role="region"
            aria-label={`${field.label}: просмотр`}
            className="min-h-40 rounded-md border border-hairline bg-surface p-4"
          >
            {value.trim() === '' && !frame ? (
              <p className="text-sm text-text-2">Текста пока нет.</p>
            ) : (
              <Suspense fallback={<Spinner />}>{frame ? frame(shown) : shown}</Suspense>
            )}
          </div>
        </>
      ) : (
        <TextArea {...field} rows={field.rows ?? 14} hint={HELP} value={value} />
      )}
    </div>
  )
}
