import { counted } from '@artikul/contract/core/plural'
import { cx } from '../../../ui/cx.ts'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { Spinner } from '../../../ui/states/spinner.tsx'
import type { SearchChoice } from './own-groups.ts'
import type { Choices } from './use-choices.ts'
import type { Chosen } from './use-chosen.ts'

interface Props {
  typed: string
  found: Choices
  chosen: Chosen
  onTake: (choice: SearchChoice) => void
}

/** Results by groups, and the progress of the search. */
export function PaletteList({ typed, found, chosen, onTake }: Props) {
  const { groups, isBusy, isEmpty, isTooShort, error, retry } = found
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-2" aria-busy={isBusy || undefined}>
      {isEmpty && <p className="px-2 pt-2 pb-1 text-text-2">Ничего не найдено.</p>}
      {isTooShort && <p className="px-2 py-2 text-text-2">Введите ещё хотя бы один знак.</p>}
      {groups.length > 0 && (
        <div {...chosen.list} aria-label="Найденное">
          {groups.map(({ title, choices }, group) => (
            <div key={title} role="group" aria-labelledby={chosen.headingId(group)} className="not-first:mt-2">
              <p id={chosen.headingId(group)} role="presentation" className="px-2 py-1 text-xs font-medium text-text-2">
                {title}
              </p>
              {choices.map((choice, own) => (
                <Option
                  key={choice.place?.href ?? `${choice.title} ${choice.note ?? ''}`}
                  choice={choice}
                  option={chosen.option(placeOf(groups, group) + own)}
                  onTake={onTake}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {isBusy && (
        <p className="flex items-center gap-2 px-2 py-2 text-sm text-text-2">
          <Spinner size={14} />
          {LABELS.searching}
        </p>
      )}
      {error && <ErrorState error={error} onRetry={retry} />}
      <p role="status" className="sr-only">
        {isBusy || typed === '' ? '' : counted(count, 'вариант', 'варианта', 'вариантов')}
      </p>
    </div>
  )
}

/** Counts the choices before the group. */
const placeOf = (groups: Choices['groups'], group: number) =>
  groups.slice(0, group).reduce((sum, { choices }) => sum + choices.length, 0)

interface OptionProps {
  choice: SearchChoice
  option: ReturnType<Chosen['option']>
  onTake: (choice: SearchChoice) => void
}

function Option({ choice, option, onTake }: OptionProps) {
  const { title, note, icon: Icon } = choice
  return (
    <div
      {...option}
      className={cx('option cursor-pointer pointer-coarse:min-h-11', option['aria-selected'] && 'bg-group')}
      onClick={() => onTake(choice)}
    >
      {Icon && (
        <span aria-hidden="true" className="flex-none text-text-2">
          <Icon size={16} />
        </span>
      )}
      <span className="min-w-0 max-w-full flex-none truncate font-medium">{title}</span>
      {note && <span className="min-w-0 flex-1 truncate text-text-2">{note}</span>}
    </div>
  )
}
