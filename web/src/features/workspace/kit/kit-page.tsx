import type { ReactNode } from 'react'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { ThemeToggle } from '../../../ui/theme-toggle.tsx'
import { ButtonsSample } from './buttons-sample.tsx'
import { ChoicesSample } from './choices-sample.tsx'
import { FieldsSample } from './fields-sample.tsx'
import { OverlaysSample } from './overlays-sample.tsx'
import { StatesSample } from './states-sample.tsx'
import { TableSample } from './table-sample.tsx'

/** Every component in every state. Hover and focus are checked by hand, the other theme by its switch. */
export default function KitPage() {
  return (
    <>
      <PageHeader
        title="Набор деталей интерфейса"
        subtitle="Наведение и фокус проверяются мышью и клавишей Tab, тема — переключателем"
        actions={<ThemeToggle />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Sample title="Поля">
          <FieldsSample />
        </Sample>
        <div className="flex min-w-0 flex-col gap-4">
          <Sample title="Кнопки">
            <ButtonsSample />
          </Sample>
          <Sample title="Выбор">
            <ChoicesSample />
          </Sample>
          <Sample title="Поверх страницы">
            <OverlaysSample />
          </Sample>
        </div>
        <Sample title="Статусы и метки">
          <StatesSample />
        </Sample>
        <Sample title="Таблица">
          <TableSample />
        </Sample>
      </div>
    </>
  )
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-hairline bg-surface p-4">
      <h2 className="mb-3 text-xs font-semibold text-text-2">{title}</h2>
      {children}
    </div>
  )
}
