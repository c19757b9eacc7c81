import { Link } from '@tanstack/react-router'
import { cx } from '../../../ui/cx.ts'
import type { SettingsGroup } from './settings-groups.ts'
import type { Desk } from './settings.api.ts'

interface Props {
  groups: readonly SettingsGroup[]
  desks: readonly Desk[]
  chosen: Desk['value']
  /** Typed words: only desks that contain all of them are shown. */
  words: string
}

const isFound = ({ label, about }: Desk, words: string) => {
  const text = `${label} ${about}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Groups of settings beside them; narrow windows have a list to choose from instead. */
export function SettingsMenu({ groups, desks, chosen, words }: Props) {
  const shown = groups
    .map(({ label, tabs }) => ({
      label,
      desks: tabs.flatMap((tab) => desks.filter((desk) => desk.value === tab && isFound(desk, words))),
    }))
    .filter((group) => group.desks.length > 0)
  if (shown.length === 0) return <p className="text-sm text-text-2">Такой настройки нет.</p>
  return (
    <ul className="flex flex-col gap-3">
      {shown.map((group) => (
        <li key={group.label}>
          <p className="px-2 text-xs font-semibold text-text-2">{group.label}</p>
          <ul className="mt-1 flex flex-col">
            {group.desks.map(({ value, label }) => (
              <li key={value}>
                <Link
                  to="/settings"
                  search={{ tab: value }}
                  aria-current={value === chosen ? 'page' : undefined}
                  className={cx(
                    'block rounded-md px-2 py-1.5 hover:bg-group',
                    value === chosen && 'bg-group font-semibold',
                  )}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
