import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { useDeferredValue, type ReactNode } from 'react'
import { TAB, TAB_ROW } from './tab-class.ts'

interface Props<T extends string> {
  label: string
  value: T
  onValueChange: (value: T) => void
  tabs: readonly { value: T; label: string; content: ReactNode }[]
}

export function Tabs<T extends string>({ label, value, onValueChange, tabs }: Props<T>) {
  const latest = { value, content: tabs.find((tab) => tab.value === value)?.content }
  // A list takes long on a slow phone: the tab that was pressed answers first, and what was there stays until it is drawn.
  const drawn = useDeferredValue(latest)
  return (
    <BaseTabs.Root value={value} onValueChange={onValueChange}>
      <BaseTabs.List aria-label={label} className={TAB_ROW}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={TAB}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className="pt-4">
        {drawn.value === value ? latest.content : drawn.content}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
