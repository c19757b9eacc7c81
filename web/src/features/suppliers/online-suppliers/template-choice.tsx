import { IconChevronRight } from '@tabler/icons-react'
import { TEMPLATES, type Template } from './templates.data.ts'

/** First step of a new supplier: its template by name. */
export function TemplateChoice({ onChoose }: { onChoose: (template: Template) => void }) {
  return (
    <div role="group" aria-label="Шаблон поставщика" className="flex flex-col gap-2">
      {TEMPLATES.map((template) => (
        <button
          key={template.adapter}
          type="button"
          className="flex items-center gap-3 rounded-lg border border-hairline bg-surface p-3 text-left hover:bg-raised"
          onClick={() => onChoose(template)}
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{template.name}</span>
            <span className="block text-sm text-text-2">{template.text}</span>
          </span>
          <IconChevronRight size={16} aria-hidden="true" className="shrink-0 text-text-2" />
        </button>
      ))}
    </div>
  )
}
